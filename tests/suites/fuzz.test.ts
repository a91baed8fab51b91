/**
 * Fuzzing of every operation the OpenAPI document describes, by people of several roles: no answer is a 5xx, none shows a
 * stack or SQL, and no request blocks the event loop. `FUZZ_SEED` and `FUZZ_REQUESTS` repeat a run or
 * make it longer, `FUZZ_REPORT` prints what was answered.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '#model/openapi.ts'
import { builtInRole } from '#server/rules/userRole.builtin.ts'
import { PASSWORD, startApi, type Api } from '#tests/api/harness.ts'
import { longestBlock } from '#tests/support/longestBlock.ts'
import { operationsOf, requests, type FuzzRequest } from './fuzz.requests.ts'
import { drawing } from './fuzz.values.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122)
const LEAST = Number(process.env.FUZZ_REQUESTS ?? 20_000)
const AT_ONCE = 8
const WAITING_PASSWORD = 'copper lantern 9417 river'
const MAX_BLOCK_MS = 100
const LEAKS =
  /\\n\s+at |node_modules|\bselect\b.+\bfrom\b|insert into|syntax error|pg_|\/work\/|\.ts:\d/i

let api: Api
const emails = new Map<string, string>()
beforeAll(async () => {
  api = await startApi('postgres')
  const person = async (name: string, role: string, tenant?: string) =>
    emails.set(name, (await api.person(name, [builtInRole(role).id], tenant)).email)
  emails.set('super-admin', 'super-admin@example.com')
  await person('second admin', 'super-admin')
  await person('viewer', 'viewer')
  await person('finance', 'finance')
  await person('vendor staff', 'vendor staff', api.idOf('vendors'))
  emails.set('waiting', 'waiting@example.com')
  await api.call('POST', '/api/auth/sign-up/email', {
    as: 'nobody',
    body: { name: 'Waiting', email: 'waiting@example.com', password: WAITING_PASSWORD },
  })
  await signIn('waiting')
}, 180_000)
afterAll(() => api?.close())

const roles = [
  'super-admin',
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

test(`every operation withstands generated requests (seed ${SEED})`, async () => {
  const document = openApiDocument(api.model, api.services.resources)
  const operations = operationsOf(document)
  const draw = drawing(SEED)
  const ids = api.model.resources.flatMap((r) => api.targets(r.collection))
  const versions = new Map<string, number>()
  const idsOf = new Map(
    api.model.resources.map((r) => [r.collection, [...api.targets(r.collection)]]),
  )
  const make = requests(document, draw, ids, idsOf, versions, (collection) => {
    const resource = api.model.resources.find((r) => r.collection === collection)
    try {
      return resource && api.bodyOf(resource)
    } catch {
      return undefined
    }
  })
  const learn = (text: string): void => {
    for (const [, id, version] of text.matchAll(
      /"id":"([0-9a-f-]{36})"(?:[^{}]{0,300}?"version":(\d+))?/g,
    )) {
      if (version !== undefined) versions.set(id!, Number(version))
      if (ids.length < 2_000 && !ids.includes(id!)) ids.push(id!)
    }
  }
  interface Sent {
    readonly as: string
    readonly request: FuzzRequest
  }
  const send = async ({
    as,
    request,
  }: Sent): Promise<{ status: number; text: string; location?: string | null }> => {
    const token = api.tokens.get(as)
    const answer = await api.app.request(request.address, {
      method: request.method,
      headers: { ...request.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(request.body === undefined || request.method === 'GET'
        ? {}
        : { body: request.body as BodyInit }),
    })
    const { status } = answer
    if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
      await answer.body?.cancel()
      return { status, text: '' }
    }
    return { status, text: await answer.text(), location: answer.headers.get('location') }
  }
  const printed = ({ as, request }: Sent): string =>
    `${request.method} ${request.address.slice(0, 300)} as ${as} ${JSON.stringify(request.headers)} ${
      typeof request.body === 'string'
        ? request.body.slice(0, 500)
        : (request.body?.constructor.name ?? '')
    }`

  const failures: string[] = []
  const statuses = new Map<number, number>()
  const blocked: { ms: number; batch: Sent[] }[] = []
  let sent = 0
  let worst = 0
  for (let next = 0; sent < LEAST;) {
    const batch = Array.from({ length: AT_ONCE }, (): Sent => {
      const operation = operations[next++ % operations.length]!
      return { as: draw.one(roles), request: make(operation) }
    })
    const block = longestBlock()
    const answers = await Promise.all(batch.map(send))
    const ms = block()
    if (ms > MAX_BLOCK_MS) blocked.push({ ms, batch })
    else worst = Math.max(worst, ms)
    sent += batch.length
    for (const [i, { status, text, location }] of answers.entries()) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status >= 500 || (status >= 400 && LEAKS.test(text)))
        failures.push(`${status} ${text.slice(0, 300)}\n  for ${printed(batch[i]!)}`)
      learn(text.slice(0, 20_000))
      const [, made, id] = location?.match(/^\/api\/([\w-]+)\/([\w-]{36})$/) ?? []
      if (made && id) idsOf.get(made)?.push(id)
    }
    for (const as of new Set(
      batch.filter((s, i) => answers[i]!.status === 401 && s.as !== 'nobody').map((s) => s.as),
    ))
      await signIn(as)
  }
  // What else the machine did is no block of ours: only a request that blocks each time it is sent is one.
  for (const { ms, batch } of blocked) {
    for (const one of batch) {
      let least = ms
      for (let n = 0; n < 3 && least > MAX_BLOCK_MS; n++) {
        const block = longestBlock()
        await send(one)
        least = Math.min(least, block())
      }
      if (least > MAX_BLOCK_MS)
        failures.push(`blocked ${Math.round(least)} ms\n  by ${printed(one)}`)
    }
  }
  if (process.env.FUZZ_REPORT)
    console.log({ sent, worst, again: blocked.length, statuses: Object.fromEntries(statuses) })
  expect(failures.slice(0, 20), `${failures.length} failures`).toEqual([])
  expect(sent).toBeGreaterThanOrEqual(LEAST)
  // Most of what is sent must be understood, or it tries nothing.
  const share = (from: number, to: number) =>
    [...statuses].reduce((n, [s, count]) => n + (s >= from && s < to ? count : 0), 0) / sent
  expect(share(200, 300)).toBeGreaterThan(0.05)
  expect(api.errors).toEqual([])
}, 900_000)
