/**
 * Fuzzes every operation of the OpenAPI document as people of several roles: no response is a 5xx,
 * none shows a stack or SQL, and no request blocks the event loop. `FUZZ_SEED` and `FUZZ_REQUESTS`
 * repeat a run or extend it, `FUZZ_REPORT` prints the responses.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '#model/openapi.ts'
import { rules } from '#server/rules/index.ts'
import type { RuleBook } from '#server/store/write/rules.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { PASSWORD, startApi, type Api } from '#tests/api/harness.ts'
import { registerPerson } from '#tests/support/register.ts'
import { leastMs, longestBlock } from '#tests/support/longestBlock.ts'
import { operationsOf, requests, type FuzzRequest, type Operation } from './fuzz.requests.ts'
import { drawing } from './fuzz.values.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122)
const LEAST = Number(process.env.FUZZ_REQUESTS ?? 20_000)
const AT_ONCE = 12
/** Requests between two looks at what people may still do; a multiple of `AT_ONCE`. */
const KEEP_EVERY = 600
const WAITING_PASSWORD = 'copper lantern 9417 river'
const MAX_BLOCK_MS = 100
const LEAKS =
  /\\n\s+at |node_modules|\bselect\b.+\bfrom\b|insert into|syntax error|pg_|\/work\/|\.ts:\d/i

interface Reply {
  readonly status: number
  readonly text: string
  readonly location?: string | null
}

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`
const hashing = ({ path }: Operation): boolean =>
  /^\/api\/auth\/(?:sign-|.*password|two-factor|prove|leave)/.test(path)

let api: Api
const emails = new Map<string, string>()
const people = {
  'super-admin': 'super-admin',
  'second admin': 'super-admin',
  viewer: 'viewer',
  finance: 'finance',
  'vendor staff': 'vendor staff',
} as const
let vendor = ''
let turns = 0
const hire = async (as: keyof typeof people): Promise<void> => {
  const name = `${as} ${++turns}`
  const tenant = as === 'vendor staff' ? vendor : undefined
  emails.set(as, (await api.person(name, [builtInRole(people[as]).id], tenant)).email)
  api.tokens.set(as, api.tokens.get(name)!)
}
const names = Object.keys(people) as (keyof typeof people)[]
/** What each person may do, as the API tells them; empty for somebody who is signed out. */
const rights = async (as: string): Promise<number> =>
  (await api.call('GET', '/api/me', { as })).body?.permissions?.length ?? 0
const atFirst = new Map<string, number>()
/**
 * Requests suspend, move, lock out and demote people as often as those may: who lost their
 * permissions is replaced, since requests of nobody in particular reach nothing.
 */
const keepPeople = async (): Promise<void> => {
  for (const as of names) {
    if ((await rights(as)) === atFirst.get(as)) continue
    await signIn(as)
    if ((await rights(as)) === atFirst.get(as)) continue
    await api.services.db.query('UPDATE user_roles SET require_two_factor = false')
    await hire(as)
    replaced++
  }
}
let replaced = 0
beforeAll(async () => {
  api = await startApi()
  vendor = api.idOf('vendors')
  for (const as of names) {
    await hire(as)
    atFirst.set(as, await rights(as))
  }
  emails.set('waiting', 'waiting@example.com')
  const waiting = { name: 'Waiting', email: 'waiting@example.com', password: WAITING_PASSWORD }
  api.tokens.set('waiting', await registerPerson(api, waiting))
}, 180_000)
afterAll(() => api?.close())

const roles = [
  'super-admin',
  'super-admin',
  'second admin',
  'viewer',
  'finance',
  'vendor staff',
  'waiting',
  'nobody',
]

const signIn = async (as: string): Promise<void> => {
  const { body } = await api.call('POST', '/api/auth/sign-in/email', {
    as: '',
    body: { email: emails.get(as), password: as === 'waiting' ? WAITING_PASSWORD : PASSWORD },
  })
  if (typeof body?.token === 'string') api.tokens.set(as, body.token)
}

test(`no operation fails, leaks internals or blocks on generated requests (seed ${SEED})`, async () => {
  const document = openApiDocument(api.model, api.services.resources)
  const operations = operationsOf(document)
  const draw = drawing(SEED)
  const ids = api.model.resources.flatMap((r) => api.targets(r.collection))
  const versions = new Map<string, number>()
  const revisions = new Map<string, string>()
  const notes = new Map<string, string>()
  const idsOf = new Map(
    api.model.resources.map((r) => [`/api/${r.collection}`, [...api.targets(r.collection)]]),
  )
  const resourceOf = (collection: string) =>
    api.model.resources.find((r) => r.collection === collection)
  const make = requests(document, draw, {
    ids,
    idsOf,
    versions,
    revisions,
    notes,
    previews: (collection) =>
      Object.keys((rules as RuleBook)[resourceOf(collection)?.entity ?? '']?.previews ?? {}),
    neededBy: (collection) =>
      (resourceOf(collection)?.fields ?? [])
        .filter((f) => f.required && !f.derived)
        .map((f) => f.name),
    bodyOf: (collection) => {
      const resource = resourceOf(collection)
      try {
        return resource && api.bodyOf(resource)
      } catch {
        return undefined
      }
    },
  })
  const found = (at: string, id: string): void => {
    const known = idsOf.get(at) ?? []
    idsOf.set(at, known)
    if (!known.includes(id)) known.push(id)
    if (ids.length < 2_000 && !ids.includes(id)) ids.push(id)
  }
  /** Collects ids, versions and revisions from a successful response. */
  const learn = (address: string, { status, text, location }: Reply): void => {
    const at = address.split('?')[0]!
    const [, made, id] = /^(.+)\/([\w-]{36})$/.exec(location ?? '') ?? []
    if (made && id) found(made, id)
    // A change that waits for approval names the request, not a record.
    if (status === 202) {
      const request = /"id":"([0-9a-f-]{36})"/.exec(text)?.[1]
      if (request && text.includes('"state":"pending"')) found('/api/approvals', request)
      return
    }
    for (const [, one, version] of text
      .slice(0, 20_000)
      .matchAll(/"id":"([0-9a-f-]{36})"(?:[^{}]{0,300}?"version":(\d+))?/g)) {
      if (version !== undefined) versions.set(one!, Number(version))
      if (/^\/api(?:\/[a-z-]+)+$/.test(at)) found(at, one!)
    }
    const [, record] = /\/([0-9a-f-]{36})\/history$/.exec(at) ?? []
    const revision = /"revision":"(\d+)"/.exec(text)?.[1]
    if (record && revision) revisions.set(record, revision)
    const [, noted] = /\/([0-9a-f-]{36})\/notes$/.exec(at) ?? []
    const note = /"note":"([0-9a-f-]{36})"/.exec(text)?.[1]
    if (noted && note) notes.set(noted, note)
  }
  let next = 0
  /**
   * Each operation in turn; two of five of its requests are tame, including its first. Operations
   * that hash a password, which takes a tenth of a second, take part in one of five rounds.
   */
  const turn = (): Pick<Sent, 'operation' | 'tame'> => {
    for (;;) {
      const operation = operations[next % operations.length]!
      const round = Math.floor(next++ / operations.length)
      if (!hashing(operation)) return { operation, tame: round % 5 < 2 }
      if (round % 5 === 0) return { operation, tame: (round / 5) % 5 < 2 }
    }
  }
  interface Sent {
    readonly operation: Operation
    readonly tame: boolean
    readonly as: string
    readonly request: FuzzRequest
  }
  const send = async ({ as, request }: Sent): Promise<Reply> => {
    const token = api.tokens.get(as)
    const response = await api.app.request(request.address, {
      method: request.method,
      headers: { ...request.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(request.body === undefined || request.method === 'GET'
        ? {}
        : { body: request.body as BodyInit }),
    })
    const { status } = response
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      await response.body?.cancel()
      return { status, text: '' }
    }
    return { status, text: await response.text(), location: response.headers.get('location') }
  }
  const printed = ({ as, request }: Sent): string =>
    `${request.method} ${request.address.slice(0, 300)} as ${as} ${JSON.stringify(request.headers)} ${
      typeof request.body === 'string'
        ? request.body.slice(0, 500)
        : (request.body?.constructor.name ?? '')
    }`

  const failures: string[] = []
  const statuses = new Map<number, number>()
  const called = new Map(operations.map((o) => [nameOf(o), { calls: 0, tame: 0, done: 0 }]))
  const blocked: Sent[][] = []
  let sent = 0
  let worst = 0
  while (sent < LEAST) {
    if (sent % KEEP_EVERY === 0) await keepPeople()
    const batch = Array.from({ length: AT_ONCE }, (): Sent => {
      const { operation, tame } = turn()
      return {
        operation,
        tame,
        as: tame && draw.chance(0.9) ? 'super-admin' : draw.one(roles),
        request: make(operation, tame),
      }
    })
    const block = longestBlock()
    const responses = await Promise.all(batch.map(send))
    const ms = block()
    if (ms > MAX_BLOCK_MS) blocked.push(batch)
    else worst = Math.max(worst, ms)
    sent += batch.length
    for (const [i, { status, text }] of responses.entries()) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const of = called.get(nameOf(batch[i]!.operation))!
      of.calls++
      if (batch[i]!.tame) of.tame++
      if (status < 400) of.done++
      if (status >= 500 || (status >= 400 && LEAKS.test(text))) {
        failures.push(`${status} ${text.slice(0, 300)}\n  for ${printed(batch[i]!)}`)
      }
      if (status < 300) learn(batch[i]!.request.address, responses[i]!)
    }
    for (const as of new Set(
      batch.filter((s, i) => responses[i]!.status === 401 && s.as !== 'nobody').map((s) => s.as),
    )) {
      await signIn(as)
    }
  }
  // Blocks caused by other load do not count: only a request that blocks each time it is sent is a
  // failure.
  for (const batch of blocked) {
    for (const one of batch) {
      const least = await leastMs(MAX_BLOCK_MS, async () => {
        const block = longestBlock()
        await send(one)
        return block()
      })
      if (least >= MAX_BLOCK_MS) {
        failures.push(`blocked ${Math.round(least)} ms\n  by ${printed(one)}`)
      }
    }
  }
  const never = [...called].filter(([, { done }]) => !done).map(([name]) => name)
  if (process.env.FUZZ_REPORT) {
    console.log(
      { sent, worst, replaced, again: blocked.length, statuses: Object.fromEntries(statuses) },
      operations.length,
      never.join('\n'),
    )
  }
  expect(failures.slice(0, 20), `${failures.length} failures`).toEqual([])
  expect(sent).toBeGreaterThanOrEqual(LEAST)
  // Requests must be understood and every operation reached, or the test proves nothing.
  const counts = [...called.values()]
  expect(Math.min(...counts.map((c) => c.calls))).toBeGreaterThanOrEqual(
    Math.floor(LEAST / operations.length / 5),
  )
  expect(Math.min(...counts.map((c) => c.tame))).toBeGreaterThanOrEqual(LEAST / 20_000)
  expect(counts.reduce((n, { done }) => n + done, 0) / sent).toBeGreaterThan(0.25)
  expect(never.length / operations.length, never.join(', ')).toBeLessThan(0.25)
  expect(api.errors).toEqual([])
}, 900_000)
