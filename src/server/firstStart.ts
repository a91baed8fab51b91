import { randomBytes, randomUUID } from 'node:crypto'
import { requireStrongPassword } from './accounts/passwordStrength.ts'
import { oneAtATime } from './database/oneAtATime.ts'
import { DEMO_PASSWORD } from './base/demoPassword.ts'
import { StartProblem } from './base/startProblem.ts'
import { findPeople, peopleModel } from './permissions/people.ts'
import { Problem } from './base/problem.ts'
import { builtInRole, builtInRoles } from './rules/userRole/builtin.ts'
import { compileAccess, systemActor } from './permissions/access.ts'
import type { Config } from './config.ts'
import type { Services } from './services.ts'
import type { TxWriteContext } from './store/write/writer.ts'

/** An account created at the first start; `password` is set unless the operator chose it. */
export interface FirstAccount {
  readonly email: string
  readonly password?: string
}

/** Advisory lock: any number that nothing else uses. */
const LOCK = 4_611_208

/** Write context of the server itself. */
const asSystem = (
  { model }: Pick<Services, 'model'>,
  set: TxWriteContext['set'],
): TxWriteContext => ({
  access: compileAccess(model, systemActor),
  channel: 'system',
  requestId: 'start',
  operationId: randomUUID(),
  ...(set ? { set } : {}),
})

/** Creates the built-in roles that are missing; safe when two processes start at once. */
export const ensureBuiltInRoles = async (
  services: Pick<Services, 'model' | 'db' | 'writer'>,
): Promise<void> => {
  const { roles, grants } = peopleModel(services.model)
  const { rows } = await services.db.query<{ id: string }>(
    `select id from "${roles.table}" where id = any($1::uuid[])`,
    [builtInRoles.map((r) => r.id)],
  )
  const known = new Set(rows.map((r) => r.id))
  const has = (name: string): boolean => roles.fields.some((f) => f.name === name)
  for (const role of builtInRoles.filter((r) => !known.has(r.id))) {
    const body = {
      [roles.title]: role.name,
      [grants]: role.grants,
      ...(has('description') ? { description: role.description } : {}),
    }
    await services.writer
      .create(
        roles,
        body,
        asSystem(services, { id: role.id, ...(has('system') ? { system: true } : {}) }),
      )
      .catch((error: unknown) => {
        if (!(error instanceof Problem) || (error.status !== 409 && error.status !== 422)) {
          throw error
        }
      })
  }
}

/** True while nobody can sign in. Invited people without a password do not count. */
export const hasNoAccount = async ({ db }: Pick<Services, 'db'>): Promise<boolean> =>
  !(
    await db.query<{ found: boolean }>(
      'select exists (select 1 from "account" where password is not null) as found',
    )
  ).rows[0]?.found

/**
 * True from the first row of the demo data until the last demo account, so also after an
 * interrupted start.
 */
const isDemoUnfinished = async ({ db }: Pick<Services, 'db'>): Promise<boolean> =>
  (
    await db.query(
      "select 1 from settings where key = 'demo' and not coalesce((value->>'complete')::boolean, false)",
    )
  ).rowCount > 0

/** True when `firstAccounts` has demo data to create or complete. */
const isDemoDue = async (services: Pick<Services, 'config' | 'db'>): Promise<boolean> =>
  services.config.demo && ((await isDemoUnfinished(services)) || (await hasNoAccount(services)))

/**
 * Sets up a new installation so that somebody can sign in, and completes a start that was
 * interrupted. Returns the accounts it created; none on every later start, even if demo accounts
 * were removed since.
 */
export const firstAccounts = async (
  services: Pick<Services, 'config' | 'model' | 'db' | 'writer' | 'accounts' | 'files' | 'log'>,
): Promise<readonly FirstAccount[]> => {
  await ensureBuiltInRoles(services)
  const { demo } = services.config
  const unfinished = demo && (await isDemoUnfinished(services))
  if (!unfinished && !(await hasNoAccount(services))) return []
  if (!demo) return [await createAdmin(services)]
  services.log.info(unfinished ? 'Completing the demo data …' : 'Seeding demo data …')
  const { seedDemo } = await import('./demo/seed.ts')
  return seedDemo(services)
}

/**
 * Runs `firstAccounts` and passes each account to `announce` at once: a random password is stored
 * nowhere else, and the start may still fail. Of several servers that start on an empty database,
 * one does all of it while the others wait; they find nothing left to do. `makeDemoData` creates
 * the demo data where it is due.
 */
export const firstStart = async (
  services: Parameters<typeof firstAccounts>[0],
  announce: (account: FirstAccount) => void,
  makeDemoData: () => Promise<void> = async () => {},
): Promise<void> =>
  oneAtATime(services.db, LOCK, async () => {
    if (await isDemoDue(services)) await makeDemoData()
    for (const account of await firstAccounts(services)) announce(account)
  })

const ADMIN_NAME = 'Administrator'

/**
 * Throws `StartProblem` if the operator chose a password that nobody else may choose. On a
 * developer's own machine the demo password is accepted.
 */
const requireAdminPassword = async (
  { exposed, publicUrl }: Pick<Config, 'exposed' | 'publicUrl'>,
  email: string,
  password: string,
): Promise<void> => {
  if (exposed.length === 0 && password === DEMO_PASSWORD) return
  try {
    await requireStrongPassword(password, {
      chooser: { email, name: ADMIN_NAME },
      words: [new URL(publicUrl).hostname],
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new StartProblem(`ADMIN_PASSWORD: ${error.message}`)
  }
}

/**
 * Creates the only super-admin of an installation without demo data: as configured, else
 * `admin@example.com` with a random password.
 */
export const createAdmin = async (
  services: Pick<Services, 'config' | 'model' | 'db' | 'writer' | 'accounts'>,
): Promise<FirstAccount> => {
  const { config, model, db, writer, accounts } = services
  const declared = peopleModel(model)
  const { resource, person } = declared
  const email = (config.adminEmail ?? 'admin@example.com').toLowerCase()
  const chosen = config.adminEmail ? config.adminPassword : undefined
  if (chosen !== undefined) await requireAdminPassword(config, email, chosen)
  const password = chosen ?? randomBytes(12).toString('base64url')
  // A start interrupted between the two writes leaves the person without an account.
  const known = await findPeople(declared, db.query).byEmail(email)
  const { id } =
    known ??
    (await writer.create(
      resource,
      {
        [person.name]: ADMIN_NAME,
        [person.email]: email,
        [person.roles]: [builtInRole('super-admin').id],
      },
      asSystem(services, { state: person.active }),
    ))
  await accounts.createAccount({
    email,
    password,
    name: ADMIN_NAME,
    verified: true,
    personId: id,
  })
  return { email, ...(chosen ? {} : { password }) }
}
