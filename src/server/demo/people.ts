import { builtInRole } from '../rules/userRole/builtin.ts'
import type { SeedRow } from '../store/fill/insert.ts'
import { slugOf, type Random } from './random.ts'

/** E-mail, name, role; `vendor@` works for a vendor. */
export const demoAccounts: readonly {
  readonly email: string
  readonly name: string
  readonly role: string
  readonly vendor?: true
}[] = [
  { email: 'admin@example.com', name: 'Ana Martins', role: 'super-admin' },
  { email: 'manager@example.com', name: 'Marc Keller', role: 'manager' },
  { email: 'support@example.com', name: 'Sofia Reis', role: 'support agent' },
  { email: 'finance@example.com', name: 'Florence Petit', role: 'finance' },
  { email: 'vendor@example.com', name: 'Vasco Almeida', role: 'vendor staff', vendor: true },
  { email: 'viewer@example.com', name: 'Victor Hill', role: 'viewer' },
]

/** Creates the employees: the demo accounts first, then colleagues without an account. */
export const makePeople = (random: Random, vendors: readonly { id: string }[]): SeedRow[] => {
  const demo = demoAccounts.map(({ email, name, role, vendor }): SeedRow => {
    const createdAt = random.ago(730, 700)
    return {
      id: random.id(createdAt),
      createdAt,
      name,
      email,
      phone: `+351 21 ${random.int(100, 999)} ${random.int(1000, 9999)}`,
      locale: 'en',
      roles: [builtInRole(role).id],
      vendor: vendor ? vendors[0]!.id : null,
      state: 'active',
    }
  })
  const others = Array.from({ length: 18 }, (_, i): SeedRow => {
    const local = random.in(random.one(['PT', 'ES', 'DE', 'GB', 'FR']))
    const [first, last] = [local.person.firstName(), local.person.lastName()]
    const state =
      i < 12
        ? 'active'
        : (['invited', 'requested', 'requested', 'suspended', 'rejected', 'left'] as const)[i - 12]!
    const worksFor = i % 3 === 2 ? vendors[i % vendors.length]! : undefined
    const createdAt = random.ago(
      state === 'requested' || state === 'invited' ? 10 : 600,
      state === 'requested' || state === 'invited' ? 0 : 30,
    )
    const role = worksFor
      ? 'vendor staff'
      : random.one(['manager', 'support agent', 'support agent', 'finance', 'viewer'])
    return {
      id: random.id(createdAt),
      createdAt,
      name: `${first} ${last}`,
      email: `${slugOf(first)}.${slugOf(last)}@example.com`,
      locale: random.one(['en', 'pt-PT', 'de-DE']),
      roles: state === 'requested' || state === 'rejected' ? [] : [builtInRole(role).id],
      vendor: worksFor?.id ?? null,
      state,
      lastSeenAt: state === 'active' ? random.ago(20).toISOString() : null,
    }
  })
  return [...demo, ...others]
}
