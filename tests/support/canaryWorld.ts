/** The whole product with two vendors' data, every text of every record a canary, and a person of each built-in role. */
import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import type { Grants } from '#schemas/define/permissions.ts'
import { snake } from '#model/columns.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import { peopleModel } from '#server/accounts/people.ts'
import { createApp } from '#server/app.ts'
import type { Env } from '#server/http/context.ts'
import { compileAccess, systemActor } from '#server/permissions/access.ts'
import type { Actor } from '#server/permissions/types.ts'
import { PASSWORD, startApi, type Answer, type Api, type CallOptions } from '#tests/api/harness.ts'
import { Aviary, type Canary } from './canary.ts'
import type { Tier } from './database.ts'
import { isTenantRole, levelOf, mayReadField, roleTexts } from './matrixOracle.ts'
import { samplePng } from './samplePng.ts'

export type Side = 'A' | 'B'
export interface WorldRecord { readonly resource: ResourceModel; readonly side: Side; readonly id: string; readonly trashed: boolean; readonly body: Readonly<Record<string, Json>> }

/** One who asks, and what the specification lets them see. */
export interface Caller {
  readonly name: string
  /** May they list and read records of the entity at all? */
  seesEntity(resource: ResourceModel): boolean
  readsField(resource: ResourceModel, field: string): boolean
  seesRecord(record: WorldRecord): boolean
}

// What a rule of the domain asks for beside the shape.
const fixedFor = (resource: ResourceModel, side: (entity: string) => WorldRecord | undefined): Record<string, Json> =>
  resource.entity === 'booking' ? { rooms: 1, checkIn: '2031-03-04', checkOut: '2031-03-06', roomTypeCode: ((side('hotel')!.body.roomTypes as { code: string }[])[0]!).code } : {}

const hasFile = (f: FieldModel): boolean => ['image', 'file', 'images', 'files'].includes(f.kind) || [...(f.fields ?? []), ...(f.variants ?? []).flatMap((v) => v.fields)].some(hasFile)

export const openWorld = async (tier: Tier) => {
  const api: Api = await startApi(tier)
  const { model, services } = api
  const aviary = new Aviary()
  const records: WorldRecord[] = []
  const fileIds = new Map<string, string>()
  const of = (entity: string): ResourceModel => model.resources.find((r) => r.entity === entity)!
  const main = (entity: string, side: Side): WorldRecord => records.find((r) => r.resource.entity === entity && r.side === side && !r.trashed)!

  const upload = async (name: string, picture: boolean): Promise<string> => {
    const form = new FormData()
    form.set('file', picture ? new File([samplePng(2, 2, [1, 2, 3]) as BlobPart], `${name}.png`) : new File([`words ${fileIds.size}`], `${name}.txt`))
    const answer = await api.call('POST', '/api/files', { body: form })
    if (answer.status !== 201) throw new Error(answer.text)
    fileIds.set(name, answer.body.data.id)
    return answer.body.data.id
  }
  const make = async (resource: ResourceModel, side: Side, trashed: boolean): Promise<void> => {
    const own = (collection: string) => records.find((r) => r.resource.collection === collection && r.side === side && !r.trashed)
    const fixed = fixedFor(resource, (entity) => own(of(entity).collection))
    for (const value of Object.values(fixed)) aviary.forget(String(value))
    const fill = () => aviary.body(resource, side, {
      file: upload, fixed, ref: (collection) => (collection === resource.collection ? undefined : own(collection)?.id),
    })
    const { body, made } = await fill()
    const answer = await api.call('POST', `/api/${resource.collection}`, { body })
    if (answer.status !== 201) throw new Error(`${resource.entity}: ${answer.text} for ${JSON.stringify(body)}`)
    const { id, version } = answer.body.data as { id: string; version: number }
    if (!trashed) {
      // Another value for every field without files, so that the history holds the first one.
      const later = await fill()
      const changed = new Set(resource.fields.filter((f) => !f.immutable && !hasFile(f) && later.made.some((c) => c.field === f.name) && !(f.name in fixed)).map((f) => f.name))
      const patched = await api.call('PATCH', `/api/${resource.collection}/${id}`, { version, body: Object.fromEntries(Object.entries(later.body).filter(([name]) => changed.has(name))) })
      if (patched.status !== 200) throw new Error(`${resource.entity}: ${patched.text}`)
      for (const name of changed) body[name] = later.body[name]!
      const secrets = new Set(resource.fields.filter((f) => f.kind === 'secret').map((f) => f.name))
      // Of an earlier secret not even the end is shown.
      made.splice(0, made.length, ...made.map((c) => (changed.has(c.field) ? { ...c, past: true as const, secret: c.secret || secrets.has(c.field) } : c)), ...later.made.filter((c) => changed.has(c.field)))
    }
    if (trashed) {
      const gone = await api.call('DELETE', `/api/${resource.collection}/${id}`, { version })
      if (gone.status !== 204) throw new Error(gone.text)
    }
    records.push({ resource, side, id, trashed, body })
    for (const canary of made) aviary.keep({ ...canary, record: id })
  }
  for (const side of ['A', 'B'] as const) {
    const waiting = [...model.resources]
    while (waiting.length) {
      // Every reference is filled, so all that an entity points at comes first.
      const next = waiting.findIndex((r) => r.fields.every((f) => !f.ref || f.ref === r.collection || records.some((x) => x.side === side && x.resource.collection === f.ref)))
      if (next < 0) throw new Error('The references of the entities go round in a circle.')
      const [resource] = waiting.splice(next, 1)
      await make(resource!, side, false)
      await make(resource!, side, true)
    }
  }

  const tenantSees = (record: WorldRecord, side: Side): boolean => {
    const { scope } = record.resource
    if (scope === 'shared') return true
    if (record.side !== side || scope === undefined || scope === 'staff') return false
    // The vendor itself, and what the live records of the vendor point at.
    return scope === 'id' || typeof scope === 'object' ? !record.trashed : true
  }
  const roleCaller = (name: string, role: string, side?: Side): Caller => ({
    name,
    seesEntity: (resource) => levelOf(role, resource) !== 'none',
    readsField: (resource, field) => mayReadField(role, resource, field),
    seesRecord: (record) => levelOf(role, record.resource) !== 'none' && (!isTenantRole(role) || tenantSees(record, side!)),
  })

  // Actors that exist for the test alone come in by tokens of their own; everybody else through the real accounts.
  const actors = new Map<string, Actor>()
  const tokenOf = (request: Request) => request.headers.get('authorization')?.slice('Bearer '.length) ?? ''
  const app: Hono<Env> = createApp({
    ...services,
    accounts: {
      ...services.accounts,
      authenticate: async (request) => actors.get(tokenOf(request)) ?? services.accounts.authenticate(request),
      follow: (request, changed) => (actors.has(tokenOf(request)) ? () => {} : services.accounts.follow(request, changed)),
    },
  })
  const actor = (name: string, grants: Grants, more: Partial<Actor> = {}): void => {
    actors.set(name, { kind: 'person', accountId: randomUUID(), personId: null, name, tenant: null, roleIds: [], grants: [grants], ...more })
    api.tokens.set(name, name)
  }
  const call = async (method: string, address: string, { as = 'super-admin', body, headers = {}, version }: CallOptions = {}): Promise<Answer> => {
    const form = body instanceof FormData
    const response = await app.request(address, {
      method,
      headers: { ...(body === undefined || form ? {} : { 'content-type': 'application/json' }), ...(api.tokens.has(as) ? { authorization: `Bearer ${api.tokens.get(as)}` } : {}), ...(version === undefined ? {} : { 'if-match': `"${version}"` }), ...headers },
      ...(body === undefined ? {} : { body: form || typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text: `${[...response.headers].map(([k, v]) => `${k}: ${k === 'location' || k === 'content-disposition' ? decodeURIComponent(v) : v}`).join('\n')}\n${text}`, body: /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined }
  }

  const people = peopleModel(model)
  /** A person of each role, signed in under the caller's name. */
  const callers: Caller[] = []
  const builtIn = async (name: string): Promise<string> => (await api.call('GET', `/api/${people.roles.collection}?filter[${people.roles.title}]=${encodeURIComponent(name)}`)).body.data[0].id
  for (const role of Object.keys(roleTexts)) {
    if (role === 'waiting') {
      const email = 'waiting@example.com'
      const access = compileAccess(model, systemActor)
      const record = await services.writer.create(people.resource, { [people.person.name]: 'Waiting', [people.person.email]: email }, { access, channel: 'system', requestId: 'test', operationId: randomUUID(), set: { state: people.person.requested } })
      await services.accounts.createAccount({ email, password: PASSWORD, name: 'Waiting', verified: true, personId: record.id })
      api.tokens.set('waiting', (await api.call('POST', '/api/auth/sign-in/email', { as: '', body: { email, password: PASSWORD } })).body.token)
      callers.push(roleCaller('waiting', role))
    } else if (isTenantRole(role)) {
      for (const side of ['A', 'B'] as const) {
        await api.person(`${role} ${side}`, [await builtIn(role)], main('vendor', side).id)
        callers.push(roleCaller(`${role} ${side}`, role, side))
      }
    } else {
      if (role === 'no rights') await api.person(role, [(await api.call('POST', `/api/${people.roles.collection}`, { body: { [people.roles.title]: 'nothing' } })).body.data.id])
      else if (role !== 'super-admin') await api.person(role, [await builtIn(role)])
      callers.push(roleCaller(role, role))
    }
  }
  const roleOf = (caller: Caller): string => caller.name.replace(/ [AB]$/, '')

  const recordOf = new Map(records.map((r) => [r.id, r]))
  const allows = (caller: Caller, canary: Canary): boolean => !canary.secret && caller.seesRecord(recordOf.get(canary.record)!) && caller.readsField(of(canary.entity), canary.field)

  return {
    api, model, services, app, aviary, records, fileIds, callers, main, of, call, actor, roleOf, allows,
    caller: (name: string): Caller => callers.find((c) => c.name === name)!,
    /** Canaries in an answer that the caller may not see. */
    leaks: (caller: Caller, text: string): string[] => aviary.in(text).filter((c) => !allows(caller, c)).map((c) => `${c.entity}.${c.field} of ${c.side}${recordOf.get(c.record)!.trashed ? ' (trash)' : ''}: ${c.text}`),
    /** How many rows, versions and audit entries there are: equal when nothing was written. */
    fingerprint: async (): Promise<string[]> => {
      const texts = model.resources.map((r) => `select '${r.collection} ' || count(*) || ' ' || coalesce(sum(version), 0) as line from "${snake(r.collection)}"`)
      const all = [...texts, "select 'audit ' || count(*) as line from audit", "select 'files ' || count(*) as line from files", "select 'jobs ' || count(*) as line from jobs"]
      return (await services.db.query<{ line: string }>(all.join(' union all '))).rows.map((r) => r.line).sort()
    },
    close: api.close,
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>
