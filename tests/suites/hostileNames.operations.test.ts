/**
 * Names that every JavaScript object or array has, in every place of every operation that takes a
 * name: each gets the response of a name of nothing, and nothing is written.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '#model/openapi.ts'
import { rules } from '#server/rules/index.ts'
import type { RuleBook } from '#server/store/write/rules.ts'
import { startApi, type ApiResponse, type Api } from '#tests/api/harness.ts'
import { inheritedNames } from '#tests/support/canaryOperations.ts'
import { NOPE, placesOf, type Place } from '#tests/support/hostilePlaces.ts'
import { stateOf } from '#tests/support/stateOf.ts'

const AT_ONCE = 16
/** Names tried in a place for the id of one record, and in one of many choices of a body. */
const FEW = 2

/** Streams that do not end, what would sign the caller out, and names that people choose freely. */
const apart = ['/api/events', '/api/auth/sign-out', '/api/me/preferences/{key}']
/** Places whose names are words to search for. */
const words = ['query q', 'query search']

/** What is carried out whatever other names the call has, so nothing can be compared. */
const carriedOut = [
  'POST /api/announcements/audience query',
  'POST /api/auth/forget-password query',
  'POST /api/files/uploads query',
  'POST /api/me/notifications/read query',
  'POST /api/me/notifications/read-all query',
]

/** Bodies that are refused without naming the key: before it is read, or as a whole. */
const unnamed = [
  // These services are off.
  'POST /api/auth/identity key in the body: 404 not_found',
  'POST /api/mail/incoming key in attachments.0: 404 not_found',
  'POST /api/mail/incoming key in headers: 404 not_found',
  'POST /api/mail/incoming key in the body: 404 not_found',
  'POST /api/payments/webhook/{provider} key in the body: 404 not_found',
  'POST /api/undo/{id} key in the body: 422 invalid',
  // Several changes at once are none; each alone is a place too.
  'POST /api/{collection}/bulk key in do.patch: 422 invalid',
  'POST /api/{collection}/bulk key in filter: 422 invalid',
  // The state is looked at first.
  'POST /api/{collection}/{id}/actions/{action} key in the body: 409 illegal_transition',
  'POST /api/{collection}/{id}/history/{revision}/restore key in the body: 422 invalid',
]

/** Responses that are never the same twice. */
const restless =
  /"requestId":"[^"]*"|"(?:startedAt|latencyMs|memoryBytes|bytes|freeBytes|used|expiresAt|lastUsedAt|uptime\w*)":[^,}]*/g
const moving = ['/api/metrics', '/api/system']

let api: Api
const versions = new Map<string, number>()
beforeAll(async () => {
  api = await startApi()
  for (const { collection } of api.model.resources) {
    const [id] = api.targets(collection)
    if (id === undefined) continue
    const { body } = await api.call('GET', `/api/${collection}/${id}`)
    versions.set(id, body.data.version)
  }
}, 180_000)
afterAll(() => api?.close())

/** The resource that an operation is about. */
const resourceOf = ({ path }: { readonly path: string }) => {
  const [, collection = ''] = /^\/api\/([\w-]+)/.exec(path) ?? []
  return api.model.resources.find((r) => r.collection === collection)
}

const usual: Parameters<typeof placesOf>[1] = (operation, name) => {
  const resource = resourceOf(operation)
  if (name === 'id') return api.targets(resource?.collection ?? '')[0] ?? randomUUID()
  if (name === 'note') return randomUUID()
  if (name === 'action') return resource?.transitions[0]?.name ?? resource?.actions[0]?.name ?? '1'
  const { previews = {} } = (rules as RuleBook)[resource?.entity ?? ''] ?? {}
  return name === 'preview' ? (Object.keys(previews)[0] ?? '1') : '1'
}

const send = async (place: Place, names: readonly string[]): Promise<ApiResponse> => {
  const { address, body } = place.request(names)
  const id = /\/([0-9a-f-]{36})(?:\/|$|\?)/.exec(address)?.[1] ?? ''
  return api.call(place.operation.method, address, {
    ...(body === undefined ? {} : { body }),
    version: versions.get(id) ?? 1,
  })
}

interface Found {
  readonly path: string
  readonly code: string
  readonly message: string
}
const PROTO = '__proto__'
const errorsOf = ({ body }: ApiResponse): readonly Found[] => body?.errors ?? []
const isAbout = ({ path, message }: Found, name: string): boolean =>
  path.includes(name) || message.includes(name)

/** How the response differs from that of a name of nothing; undefined if it does not. */
const difference = (
  place: Place,
  nothing: ApiResponse,
  names: readonly string[],
  response: ApiResponse,
): string | undefined => {
  if (place.isJson && names[0] === PROTO) {
    const isRefused = response.status >= 400 && [422, nothing.status].includes(response.status)
    return isRefused ? undefined : `${response.status} for ${PROTO}`
  }
  if (response.status !== nothing.status) return `${response.status}, not ${nothing.status}`
  if (/native code|function /.test(response.text)) return 'shows code'
  const about = errorsOf(nothing).filter((error) => isAbout(error, NOPE))
  if (about.length) {
    const given = new Set(errorsOf(response).map(({ path, code }) => `${path} ${code}`))
    const missing = names.filter((name) =>
      about.some(({ path, code }) => !given.has(`${path.replaceAll(NOPE, name)} ${code}`)),
    )
    return missing.length ? `does not refuse ${missing.join(', ')}` : undefined
  }
  if (moving.includes(place.operation.path) || words.includes(place.at)) return undefined
  const plain = (text: string): string => text.replaceAll(restless, '')
  const expected = plain(nothing.text).replaceAll(NOPE, names[0]!)
  return plain(response.text) === expected ? undefined : 'has another response'
}

/** Which names are tried in which place; those of a template are dealt over its collections. */
const dealt = (places: readonly Place[]): readonly (readonly [Place, readonly string[][]])[] => {
  const turns = new Map<string, number>()
  const members = new Map<string, number>()
  for (const { template, at } of places) {
    members.set(`${template} ${at}`, (members.get(`${template} ${at}`) ?? 0) + 1)
  }
  return places.map((place) => {
    // A field may have one: the entries of a payout.
    const fields = resourceOf(place.operation)?.fields.map((f) => f.name) ?? []
    const own = [...place.own, ...fields]
    const names = inheritedNames.filter((name) => !own.includes(name))
    // A preview names only the first parameter that it does not know.
    if (place.together && !place.operation.path.endsWith('{preview}')) {
      // Every JSON text with this one is refused before anything reads it.
      const others = names.filter((name) => name !== PROTO)
      return [place, place.isJson ? [others, [PROTO]] : [names]]
    }
    const key = `${place.template} ${place.at}`
    const turn = turns.get(key) ?? 0
    turns.set(key, turn + 1)
    const among = members.get(key)!
    const isBrief = place.isId || place.at.startsWith('choice ')
    const few = among < names.length / 2 ? FEW : 1
    const count = isBrief ? few : Math.ceil(names.length / among)
    const mine = Array.from({ length: count }, (_, i) => names[(turn * count + i) % names.length]!)
    return [place, [...new Set(mine)].map((name) => [name])]
  })
}

test('inherited JavaScript property names are treated as unknown names in every operation', async () => {
  const document = openApiDocument(api.model, api.services.resources)
  const places = placesOf(document, usual).filter((p) => !apart.includes(p.operation.path))
  const before = await stateOf(api)
  const wrong: string[] = []
  const done: string[] = []
  const mute: string[] = []
  let sent = 0
  const tryOut = async (place: Place, groups: readonly string[][]): Promise<void> => {
    const nothing = await send(place, [NOPE])
    const at = `${place.template} ${place.at}`
    if (nothing.status < 300 && place.operation.method !== 'GET') {
      done.push(at)
      return
    }
    if (place.at.startsWith('key ') && !errorsOf(nothing).some((e) => isAbout(e, NOPE))) {
      mute.push(`${at}: ${nothing.status} ${nothing.body?.code}`)
    }
    for (const names of groups) {
      const response = await send(place, names)
      sent++
      const found = difference(place, nothing, names, response)
      if (found) {
        const { method, path } = place.operation
        wrong.push(`${method} ${path}, ${place.at}: ${found}\n  ${response.text.slice(0, 300)}`)
      }
    }
  }
  const all = dealt(places)
  for (let i = 0; i < all.length; i += AT_ONCE) {
    await Promise.all(all.slice(i, i + AT_ONCE).map(([place, groups]) => tryOut(place, groups)))
  }
  expect(wrong.slice(0, 30), `${wrong.length} places`).toEqual([])
  expect([...new Set(done)].sort()).toEqual(carriedOut)
  expect([...new Set(mute)].sort()).toEqual(unnamed)
  expect(sent).toBeGreaterThan(5_000)
  expect(await stateOf(api)).toEqual(before)
  expect(api.errors).toEqual([])
}, 300_000)
