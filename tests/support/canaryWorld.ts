/**
 * The whole product with two vendors' data, every text of every record a canary, and a person of
 * each built-in role.
 */
import { contentTypes } from '#server/exchange/exportForm.ts'
import { sheetsIn } from './workbook.ts'
import { randomUUID } from 'node:crypto'
import type { Grants } from '#schemas/define/permissions.ts'
import { snake } from '#model/columns.ts'
import { collectionsOf } from '#model/pointers.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import { peopleModel } from '#server/permissions/people.ts'
import { createApp } from '#server/app.ts'
import { compileAccess, systemActor } from '#server/permissions/access.ts'
import type { Actor } from '#server/permissions/types.ts'
import type { Services } from '#server/serviceTypes.ts'
import { PASSWORD, startApi, type ApiResponse, type Api, type Call } from '#tests/api/harness.ts'
import { Aviary, type Canary } from './canary.ts'
import { served } from './canaryServed.ts'
import { aloneDatabase } from './database.ts'
import { isTenantRole, levelOf, mayReadField, roleTexts } from './matrixOracle.ts'
import { pdfTexts } from './pdfTexts.ts'
import { samplePng } from './samplePng.ts'
import type { Routes } from '#server/web/routes.ts'

export type Side = 'A' | 'B'
export interface WorldRecord {
  readonly resource: ResourceModel
  readonly side: Side
  readonly id: string
  readonly trashed: boolean
  /** Empty for the first of its side. */
  readonly variant: string
  readonly body: Readonly<Record<string, Json>>
}

/** A caller, and what the specification lets them see. */
export interface Caller {
  readonly name: string
  /** Vendor of vendor staff. */
  readonly side?: Side
  /** True when they may list and read records of the entity. */
  seesEntity(resource: ResourceModel): boolean
  readsField(resource: ResourceModel, field: string): boolean
  seesRecord(record: WorldRecord): boolean
}

type Sided = (entity: string, variant?: string) => WorldRecord | undefined

/** The text of a response; of a PDF and of a workbook the texts in it. */
const textOf = async (response: Response): Promise<string> => {
  const type = response.headers.get('content-type')
  if (type === 'application/pdf') {
    return pdfTexts(new Uint8Array(await response.arrayBuffer()))
      .map((fragment) => fragment.text)
      .join(' ')
  }
  if (response.status !== 200 || type !== contentTypes.xlsx) return response.text()
  const sheets = await sheetsIn(Buffer.from(await response.arrayBuffer()))
  return sheets.flatMap(({ rows }) => rows.flat()).join('\n')
}

/**
 * What a domain rule requires beyond the shape; and one record per path, for entities whose rows
 * are visible in several ways.
 */
interface Wants {
  /** Further records of a side, by name; the first, unnamed one is always created. */
  readonly variants?: readonly string[]
  readonly fixed?: (side: Sided, variant: string) => Record<string, Json>
  readonly around?: Readonly<Record<string, (word: string) => string>>
  /** Fields whose amounts and rates other records state, too, in fields of their own. */
  readonly restated?: readonly string[]
  /** States to pass through after creation, in order. */
  readonly through?: (variant: string) => readonly string[]
}

const subjects = ['order', 'booking', 'invoice']
const small = { amount: 1_000, currency: 'EUR' }

const wants: Readonly<Record<string, Wants>> = {
  booking: {
    fixed: (side) => ({
      rooms: 1,
      checkIn: '2031-03-04',
      checkOut: '2031-03-06',
      roomTypeCode: (side('hotel')!.body.roomTypes as { code: string }[])[0]!.code,
    }),
  },
  // A customer who booked, and one who only ordered.
  customer: { variants: ['ordering'] },
  // A job with a proposal of a vendor, and one that is open to all.
  serviceJob: {
    variants: ['open'],
    through: (variant) => (variant === 'open' ? ['open'] : []),
  },
  order: {
    fixed: (side) => ({ customer: side('customer', 'ordering')!.id }),
    through: () => ['placed'],
    // The totals of the order.
    restated: ['lines'],
  },
  // What a subscription was agreed on.
  subscriptionPlan: { through: () => ['active'], restated: ['price', 'tax'] },
  subscriptionInvoice: { through: () => ['open'] },
  // A payment has exactly one subject, so one record for each kind.
  paymentTransaction: {
    variants: ['booking', 'invoice'],
    fixed: (side, variant) => ({
      kind: 'capture',
      amount: small,
      ...Object.fromEntries(
        subjects.map((name) => [
          name,
          name === (variant || 'order')
            ? side(name === 'invoice' ? 'subscriptionInvoice' : name)!.id
            : null,
        ]),
      ),
    }),
  },
  // A period ends today at the latest.
  payout: { fixed: () => ({ periodEnd: new Date().toISOString().slice(0, 10) }) },
  chatMessage: {
    variants: ['note'],
    fixed: (_side, variant) => ({ kind: variant || 'outgoing', mentions: [] }),
  },
  menu: {
    fixed: () => ({ permission: 'booking.list' }),
    around: { route: (word) => `/bookings?search=${word}` },
  },
  notification: {
    fixed: () => ({ audience: 'employee', channel: 'in_app' }),
    around: { link: (word) => `/bookings?search=${word}` },
  },
}

const hasFile = (f: FieldModel): boolean =>
  ['image', 'file', 'images', 'files'].includes(f.kind) ||
  [...(f.fields ?? []), ...(f.variants ?? []).flatMap((v) => v.fields)].some(hasFile)

export const openWorld = async () => {
  const api: Api = await startApi({ records: false, db: await aloneDatabase() })
  const { model, services } = api
  const aviary = new Aviary()
  const records: WorldRecord[] = []
  const fileIds = new Map<string, string>()
  const of = (entity: string): ResourceModel => model.resources.find((r) => r.entity === entity)!
  const main = (entity: string, side: Side): WorldRecord =>
    records.find((r) => r.resource.entity === entity && r.side === side && !r.trashed)!
  const ofCollection = (collection: string): ResourceModel =>
    model.resources.find((r) => r.collection === collection)!

  const upload = async (name: string, picture: boolean): Promise<string> => {
    const form = new FormData()
    form.set(
      'file',
      picture
        ? new File([samplePng(2, 2, [1, 2, 3]) as BlobPart], `${name}.png`)
        : new File([`words ${fileIds.size}`], `${name}.txt`),
    )
    const result = await api.call('POST', '/api/files', { body: form })
    if (result.status !== 201) throw new Error(result.text)
    fileIds.set(name, result.body.data.id)
    return result.body.data.id
  }
  const make = async (
    resource: ResourceModel,
    side: Side,
    {
      trashed = false,
      variant = '',
    }: { readonly trashed?: boolean; readonly variant?: string } = {},
  ): Promise<void> => {
    const want = wants[resource.entity] ?? {}
    const own: Sided = (entity, which = '') =>
      records.find(
        (r) => r.resource.entity === entity && r.side === side && !r.trashed && r.variant === which,
      )
    const fixed = want.fixed?.(own, variant) ?? {}
    for (const value of Object.values(fixed)) if (typeof value === 'string') aviary.forget(value)
    const fill = () =>
      aviary.body(resource, side, {
        file: upload,
        fixed,
        ...(want.around ? { around: want.around } : {}),
        ref: (collection) =>
          collection === resource.collection ? undefined : own(ofCollection(collection).entity)?.id,
      })
    const { body, made } = await fill()
    const base = `/api/${resource.collection}`
    const ok = (result: ApiResponse, status: number): ApiResponse => {
      if (result.status !== status) {
        throw new Error(`${resource.entity} ${variant}: ${result.text} for ${JSON.stringify(body)}`)
      }
      return result
    }
    const { id, version } = ok(await api.call('POST', base, { body }), 201).body.data as {
      id: string
      version: number
    }
    if (!trashed && !resource.appendOnly) {
      // Another value for every field except files, so that the history contains the first one.
      const later = await fill()
      const changed = new Set(
        resource.fields
          .filter(
            (f) =>
              !f.immutable &&
              !hasFile(f) &&
              later.made.some((c) => c.field === f.name) &&
              !(f.name in fixed),
          )
          .map((f) => f.name),
      )
      const patched = await api.call('PATCH', `${base}/${id}`, {
        version,
        body: Object.fromEntries(Object.entries(later.body).filter(([name]) => changed.has(name))),
      })
      if (patched.status === 202) {
        const request = `/api/approvals/${patched.body.data.id}`
        const { hash } = ok(await api.call('GET', request), 200).body.data
        const forced = { body: { hash, reason: 'why' } }
        ok(await api.call('POST', `${request}/override`, forced), 200)
      } else ok(patched, 200)
      for (const name of changed) body[name] = later.body[name]!
      const secrets = new Set(resource.fields.filter((f) => f.kind === 'secret').map((f) => f.name))
      // Of an earlier secret not even the end is shown.
      made.splice(
        0,
        made.length,
        ...made.map((c) =>
          changed.has(c.field)
            ? { ...c, past: true as const, secret: c.secret || secrets.has(c.field) }
            : c,
        ),
        ...later.made.filter((c) => changed.has(c.field)),
      )
    }
    if (!trashed) {
      for (const to of want.through?.(variant) ?? []) {
        ok(
          await api.call('POST', `${base}/${id}/actions/${to}`, {
            version: (await api.call('GET', `${base}/${id}`)).body.data.version,
            body: { reason: 'why' },
          }),
          200,
        )
      }
    }
    if (trashed) ok(await api.call('DELETE', `${base}/${id}`, { version }), 204)
    records.push({ resource, side, id, trashed, variant, body })
    for (const canary of made) {
      const isNumber = /^(?:\w+:)?\d+$/.test(canary.text)
      if (isNumber && want.restated?.includes(canary.field)) continue
      aviary.keep({ ...canary, record: id })
    }
  }
  const serve = async (resource: ResourceModel, side: Side): Promise<void> => {
    const made = served[resource.entity]?.(aviary, (entity) => main(entity, side).id) ?? []
    for (const { variant, values, texts } of made) {
      const { id } = await services.writer.create(
        resource,
        {},
        {
          access: compileAccess(model, systemActor),
          channel: 'system',
          requestId: 'test',
          operationId: randomUUID(),
          set: values,
        },
      )
      records.push({ resource, side, id, trashed: false, variant, body: values })
      for (const [field, text] of Object.entries(texts)) {
        const { entity } = resource
        aviary.keep({ text, entity, field, record: id, side, secret: false })
      }
    }
  }
  for (const side of ['A', 'B'] as const) {
    const waiting = model.resources.filter((r) => !r.readOnly)
    while (waiting.length) {
      // Every writable reference is filled, so all targets of an entity are created first.
      const next = waiting.findIndex((r) =>
        r.fields
          .filter((f) => !f.derived)
          .flatMap(collectionsOf)
          .every(
            (to) =>
              to === r.collection ||
              records.some((x) => x.side === side && x.resource.collection === to),
          ),
      )
      if (next < 0) throw new Error('The references of the entities go round in a circle.')
      const [resource] = waiting.splice(next, 1)
      // The trashed one first: some entities allow only one live record at a time.
      if (!resource!.appendOnly) await make(resource!, side, { trashed: true })
      for (const variant of ['', ...(wants[resource!.entity]?.variants ?? [])]) {
        await make(resource!, side, { variant })
      }
    }
    for (const resource of model.resources.filter((r) => r.readOnly)) await serve(resource, side)
  }
  /** True when a live record requires this one. */
  const held = (record: WorldRecord): boolean =>
    records.some(
      (r) =>
        !r.trashed &&
        r.id !== record.id &&
        r.resource.fields.some(
          (f) =>
            f.ref === record.resource.collection &&
            f.onDelete !== 'clear' &&
            JSON.stringify(r.body[f.name] ?? null).includes(record.id),
        ),
    )

  const tenantSees = (record: WorldRecord, side: Side): boolean => {
    const { scope } = record.resource
    if (scope === 'shared') return true
    if (scope === undefined || scope === 'staff') return false
    const { entity } = record.resource
    // Entities whose row scope the specification describes separately.
    if (entity === 'serviceJob' && record.variant === 'open') return true
    if (entity === 'chatMessage' && record.variant === 'note') return false
    if (record.side !== side) return false
    // The vendor itself, and targets of the vendor's live records.
    return scope === 'id' || ['customer', 'serviceJob'].includes(entity) ? !record.trashed : true
  }
  const roleCaller = (name: string, role: string, side?: Side): Caller => ({
    name,
    ...(side ? { side } : {}),
    seesEntity: (resource) => levelOf(role, resource) !== 'none',
    readsField: (resource, field) => mayReadField(role, resource, field),
    seesRecord: (record) =>
      levelOf(role, record.resource) !== 'none' &&
      (!isTenantRole(role) || tenantSees(record, side!)),
  })

  // Actors that exist only for the test sign in with special tokens; everybody else through real
  // accounts.
  const actors = new Map<string, Actor>()
  const tokenOf = (request: Request) =>
    request.headers.get('authorization')?.slice('Bearer '.length) ?? ''
  const appWith = (changes: Partial<Services>): Routes =>
    createApp({
      ...services,
      ...changes,
      accounts: {
        ...services.accounts,
        authenticate: async (request) =>
          actors.get(tokenOf(request)) ?? services.accounts.authenticate(request),
        follow: (request, changed) =>
          actors.has(tokenOf(request)) ? () => {} : services.accounts.follow(request, changed),
      },
    })
  const app = appWith({})
  const actor = (name: string, grants: Grants, more: Partial<Actor> = {}): void => {
    actors.set(name, {
      kind: 'person',
      accountId: randomUUID(),
      personId: null,
      name,
      tenant: null,
      roleIds: [],
      grants: [grants],
      provedAt: Infinity,
      ...more,
    })
    api.tokens.set(name, name)
  }
  const callOf =
    (to: Routes): Call =>
    async (method, address, { as = 'super-admin', body, headers = {}, version } = {}) => {
      const form = body instanceof FormData
      const response = await to.request(address, {
        method,
        headers: {
          ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
          ...(api.tokens.has(as) ? { authorization: `Bearer ${api.tokens.get(as)}` } : {}),
          ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: form || typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await textOf(response)
      return {
        status: response.status,
        headers: response.headers,
        text: `${[...response.headers].map(([k, v]) => `${k}: ${k === 'location' || k === 'content-disposition' ? decodeURIComponent(v) : v}`).join('\n')}\n${text}`,
        body: /json/.test(response.headers.get('content-type') ?? '')
          ? JSON.parse(text)
          : undefined,
      }
    }

  const call = callOf(app)

  const people = peopleModel(model)
  /** A person of each role, signed in under the caller's name. */
  const callers: Caller[] = []
  const builtIn = async (name: string): Promise<string> =>
    (
      await api.call(
        'GET',
        `/api/${people.roles.collection}?filter[${people.roles.title}]=${encodeURIComponent(name)}`,
      )
    ).body.data[0].id
  for (const role of Object.keys(roleTexts)) {
    if (role === 'waiting') {
      const email = 'waiting@example.com'
      const access = compileAccess(model, systemActor)
      const record = await services.writer.create(
        people.resource,
        { [people.person.name]: 'Waiting', [people.person.email]: email },
        {
          access,
          channel: 'system',
          requestId: 'test',
          operationId: randomUUID(),
          set: { state: people.person.requested },
        },
      )
      await services.accounts.createAccount({
        email,
        password: PASSWORD,
        name: 'Waiting',
        verified: true,
        personId: record.id,
      })
      api.tokens.set(
        'waiting',
        (
          await api.call('POST', '/api/auth/sign-in/email', {
            as: '',
            body: { email, password: PASSWORD },
          })
        ).body.token,
      )
      callers.push(roleCaller('waiting', role))
    } else if (isTenantRole(role)) {
      for (const side of ['A', 'B'] as const) {
        await api.person(`${role} ${side}`, [await builtIn(role)], main('vendor', side).id)
        callers.push(roleCaller(`${role} ${side}`, role, side))
      }
    } else {
      if (role === 'no rights') {
        await api.person(role, [
          (
            await api.call('POST', `/api/${people.roles.collection}`, {
              body: { [people.roles.title]: 'nothing' },
            })
          ).body.data.id,
        ])
      } else if (role !== 'super-admin') await api.person(role, [await builtIn(role)])
      callers.push(roleCaller(role, role))
    }
  }
  const roleOf = (caller: Caller): string => caller.name.replace(/ [AB]$/, '')

  const recordOf = new Map(records.map((r) => [r.id, r]))
  const allows = (caller: Caller, canary: Canary): boolean =>
    !canary.secret &&
    caller.seesRecord(recordOf.get(canary.record)!) &&
    caller.readsField(of(canary.entity), canary.field)

  return {
    api,
    model,
    services,
    app,
    aviary,
    records,
    fileIds,
    callers,
    main,
    held,
    of,
    call,
    /** Calls of the same product with some of its services exchanged. */
    callWith: (changes: Partial<Services>): Call => callOf(appWith(changes)),
    actor,
    roleOf,
    allows,
    /** A write of the harness: what it grants is applied without approval. */
    alone: api.call,
    /** True when the person signed in under this name has a permission. */
    permits: async (name: string, key: string): Promise<boolean> => {
      const token = api.tokens.get(name)
      const found = await services.accounts.authenticate(
        new Request('http://localhost/', { headers: { authorization: `Bearer ${token}` } }),
      )
      return found !== undefined && found !== null && compileAccess(model, found).can(key)
    },
    caller: (name: string): Caller => callers.find((c) => c.name === name)!,
    /** Canaries in a response that the caller may not see. */
    leaks: (caller: Caller, text: string): string[] =>
      aviary
        .in(text)
        .filter((c) => !allows(caller, c))
        .map(
          (c) =>
            `${c.entity}.${c.field} of ${c.side}${recordOf.get(c.record)!.trashed ? ' (trash)' : ''}: ${c.text}`,
        ),
    /** Number of rows, versions and audit entries: equal when nothing was written. */
    fingerprint: async (): Promise<string[]> => {
      const texts = model.resources.map(
        (r) =>
          `select '${r.collection} ' || count(*) || ' ' || coalesce(sum(version), 0) as line from "${snake(r.collection)}"`,
      )
      const all = [
        ...texts,
        "select 'audit ' || count(*) as line from audit",
        "select 'files ' || count(*) as line from files",
        "select 'jobs ' || count(*) as line from jobs",
      ]
      return (await services.db.query<{ line: string }>(all.join(' union all '))).rows
        .map((r) => r.line)
        .sort()
    },
    close: api.close,
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>
