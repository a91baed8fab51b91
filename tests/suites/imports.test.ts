/**
 * Imports as a channel of every entity: what the API refuses in a body, a row refuses by the same
 * name, and a row needs each permission that its call would need.
 */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Grants } from '#schemas/define/permissions.ts'
import { compileModel } from '#model/compile.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import { compileAccess } from '#server/permissions/access.ts'
import type { Access } from '#server/permissions/types.ts'
import { resources } from '#schemas/index.ts'
import { startApi, type Api } from '#tests/api/harness.ts'
import { invalidValues, validValue } from '#tests/support/arbitrary.ts'
import { verdicts } from '#tests/support/importMatrix.ts'
import { stateOf } from '#tests/support/stateOf.ts'
import { innerWrong } from './wrongRequests.values.ts'

type Row = Readonly<Record<string, Json>>

const entities = compileModel(resources).resources.filter((r) => !r.readOnly)
const isBody = (f: FieldModel): boolean => !f.derived && f.kind !== 'state'
/** Unique field by which rows find records, if people may fill it. */
const keyOf = ({ unique, fields }: ResourceModel): FieldModel | undefined =>
  unique
    .filter((set) => set.length === 1)
    .map(([name]) => fields.find((f) => f.name === name)!)
    .find((f) => isBody(f) && !f.immutable)

let api: Api
beforeAll(async () => {
  api = await startApi()
}, 180_000)
afterAll(() => api?.close())

/** A person with one role: everything, except what `deny` says. */
const person = (grants: Partial<Grants> = {}): Access =>
  compileAccess(api.model, {
    kind: 'person',
    accountId: randomUUID(),
    personId: null,
    name: 'Importer',
    tenant: null,
    roleIds: [],
    grants: [{ allow: ['*'], deny: [], ...grants }],
    provedAt: Infinity,
  })
const without = (...deny: readonly string[]): Access => person({ deny: [...deny] })

const sample = (field: FieldModel): Json =>
  fc.sample(validValue(field, api.targets), { numRuns: 1, seed: 20_261_122 })[0] ?? null

const taken = new Set<Json>()
/** A value of a unique field that no record has yet. */
const unused = (key: FieldModel): Json => {
  const value = fc.sample(validValue(key, api.targets), 100).find((v) => !taken.has(v))!
  taken.add(value)
  return value
}

/** A new record in a state, and the row that finds it. */
const recordIn = async (resource: ResourceModel, key: FieldModel, state?: string): Promise<Row> => {
  const more = { [key.name]: unused(key) }
  const { id } = await api.createIn(resource, state ?? resource.initial ?? '', more)
  const { body } = await api.call('GET', `/api/${resource.collection}/${id}`)
  return { [key.name]: body.data[key.name] }
}

describe.each(entities.map((r) => [r.collection, r] as const))('%s', (_, resource) => {
  const { entity } = resource
  const fields = resource.fields.filter(isBody)
  const key = keyOf(resource)
  let good: Row
  let existing: Row | undefined
  let before: readonly string[]
  beforeAll(async () => {
    await api.reserve(resource, 4)
    good = api.bodyOf(resource)
    existing = key && (await recordIn(resource, key))
    before = await stateOf(api)
  })
  const by = key ? { upsertBy: key.name } : {}
  const ask = (access: Access, row: Row, options: Parameters<typeof verdicts>[4] = by) =>
    verdicts(api, access, resource, row, options)
  const unchanged = async () => expect(await stateOf(api)).toEqual(before)

  test('each invalid value of a row is rejected under its field', async () => {
    const all = person()
    const rows = fields.flatMap((field) =>
      [...invalidValues(field), ...innerWrong(field)].map((value) => ({ field, value })),
    )
    const response = await api.services.writer.importRows(
      resource,
      rows.map(({ field, value }, row) => ({ row, data: { ...good, [field.name]: value } })),
      { mode: 'partial' },
      { access: all, channel: 'import', requestId: 'test', operationId: randomUUID() },
    )
    for (const [i, { outcome, errors = [] }] of response.rows.entries()) {
      const { field, value } = rows[i]!
      const what = `${field.name} = ${JSON.stringify(value)}`
      expect([what, outcome]).toEqual([what, 'refused'])
      expect(
        errors.map(({ path }) => path.split('.')[0]),
        what,
      ).toContain(field.name)
    }
    expect(response).toMatchObject({ created: 0, updated: 0, refused: rows.length })
    await unchanged()
  })

  test('unknown, derived and standard names are rejected, also for an existing record', async () => {
    const names = [
      'nope',
      'constructor',
      'id',
      'version',
      'createdAt',
      'createdBy',
      'deletedAt',
      'search',
      ...resource.fields.filter((f) => f.derived && f.kind !== 'state').map((f) => f.name),
    ]
    for (const row of [good, ...(existing ? [existing] : [])]) {
      for (const name of names) {
        expect(await ask(person(), { ...row, [name]: 1 }), name).toEqual([`${name} unknown_name`])
      }
    }
    await unchanged()
  })

  test('a row requires create or update permission, and write permission for each of its fields', async () => {
    expect(await ask(without(`${entity}.import`), good)).toEqual(['403'])
    expect(await ask(without(`${entity}.create`), good, {})).toEqual([' forbidden'])
    expect(await ask(without(`${entity}.update`), good, {})).not.toContain(' forbidden')
    if (existing) {
      expect(await ask(without(`${entity}.update`), existing)).toEqual([' forbidden'])
      expect(await ask(without(`${entity}.create`), existing)).toEqual(['unchanged'])
    }
    for (const field of fields) {
      const access = without(`${entity}.field.${field.name}.write`)
      const refused = `${field.name} unknown_name`
      const value = good[field.name] ?? sample(field) ?? 1
      expect(await ask(access, { ...good, [field.name]: value }, {})).toContain(refused)
      if (existing && field !== key) {
        expect(await ask(access, { ...existing, [field.name]: value })).toEqual([refused])
      }
    }
    await unchanged()
  })

  test('a row outside the role’s row scope is rejected and matches no record', async () => {
    const access = person({ rows: { [entity]: { id: randomUUID() } } })
    const responses = [
      await ask(access, good, {}),
      ...(existing ? [await ask(access, existing)] : []),
    ]
    for (const response of responses) {
      expect(response).not.toContain('created')
      expect(response).not.toContain('updated')
      expect(response).not.toContain('unchanged')
    }
    await unchanged()
  })

  test('a history import requires its own permission, only adds records, and sets no forbidden state', async () => {
    const history = { ...by, history: true as const }
    expect(await ask(without(`${entity}.import.history`), good, history)).toEqual(['403'])
    expect(await ask(without(`${entity}.create`), good, { history: true })).toEqual([' forbidden'])
    for (const createdAt of ['tomorrow', '2026-02-30', 5, '9999-01-01T00:00:00Z']) {
      expect(await ask(person(), { ...good, createdAt }, { history: true })).toContain(
        'createdAt invalid_value',
      )
    }
    for (const to of new Set(resource.transitions.map((t) => t.name))) {
      if (to === resource.initial) continue
      const access = without(`${entity}.transition.${to}`)
      expect(await ask(access, { ...good, state: to }, { history: true })).toContain(
        'state forbidden',
      )
    }
    const past = '2001-02-03T04:05:06.000Z'
    if (existing) {
      expect(await ask(person(), { ...existing, createdAt: past }, history)).toContain(' exists')
    }
    await unchanged()
  })

  if (resource.transitions.length) {
    test('a state change requires the permission of its transition; unknown states are rejected', async () => {
      for (const state of ['nowhere', '__proto__', 'constructor', 7]) {
        expect(await ask(person(), { ...good, state }, {})).toContain('state invalid_value')
      }
      // Rules may move a record on as it is created.
      const { state: born } = await api.create(resource)
      before = await stateOf(api)
      for (const { from, name: to, only } of resource.transitions) {
        const denied = without(`${entity}.transition.${to}`)
        if (from === born) {
          expect(await ask(denied, { ...good, state: to }, {})).toEqual(['state forbidden'])
        }
        if (!key) continue
        const row = { ...(await recordIn(resource, key, from)), state: to }
        before = await stateOf(api)
        expect(await ask(denied, row), `${from} → ${to}`).toEqual(['state forbidden'])
        const responses = await ask(person(), row)
        if (only === 'rules') expect(responses).toEqual(['state forbidden'])
        else expect(responses, `${from} → ${to}`).not.toContain('state forbidden')
        await unchanged()
      }
      await unchanged()
    })
  }

  if (key) {
    test('immutable fields cannot be changed by a row', async () => {
      const fixed = fields.filter((f) => f !== key && (f.immutable || resource.appendOnly))
      const codes = new Set<string>()
      for (const field of fixed) {
        const row = await recordIn(resource, key)
        before = await stateOf(api)
        const value = sample(field)
        const responses = await ask(person(), { ...row, [field.name]: value })
        // Some have one possible value only.
        if (responses[0] !== 'unchanged') {
          for (const response of responses) expect(response, field.name).toMatch(/ \w+$/)
          for (const response of responses) codes.add(response.replace(/^.* /, ''))
        }
        await unchanged()
      }
      if (resource.appendOnly) expect(codes).toContain('append_only')
    })
  }
})

test('no import caused an unexpected error', () => {
  expect(api.errors).toEqual([])
})
