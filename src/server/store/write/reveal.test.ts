import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import {
  address,
  day,
  defineResource,
  defineResources,
  email,
  int,
  longText,
  money,
  phone,
  secret,
  text,
  z,
} from '#schemas/define/index.ts'
import type { Grants } from '#schemas/define/permissions.ts'
import { isMasked } from '#schemas/define/kinds.ts'
import { parseAggregateQuery } from '#model/aggregateQuery.ts'
import { parseListQuery } from '#model/urlQueryParse.ts'
import { maskIn } from '#model/masked.ts'
import type { Json } from '#model/types.ts'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'
import { exactColumns } from '../../exchange/csv.ts'
import { peopleColumns } from '../../exchange/people/columns.ts'
import { listAsOf, recordAsOf } from '../read/asOf.ts'
import { get } from '../read/get.ts'
import { history } from '../read/history.ts'
import { list } from '../read/list.ts'
import { timeline } from '../../timeline/timeline.ts'
import { tryUndo, undo } from '../../operations/undo.ts'
import { compileAccess } from '../../permissions/access.ts'
import type { Actor } from '../../permissions/types.ts'
import type { RecordData } from '../types.ts'
import { reveal } from './reveal.ts'

const SECRET = 'a secret of the tests, long enough to be one'
const sensitive = true
const resources = defineResources({
  patient: defineResource({
    name: 'patients',
    permission: 'patient',
    label: { one: 'Patient', many: 'Patients' },
    title: 'name',
    shape: z.object({
      name: text(80),
      passport: text(40, { sensitive }).optional(),
      pin: text(40, { sensitive }).optional(),
      mail: email({ sensitive }).optional(),
      mobile: phone({ sensitive }).optional(),
      born: day({ sensitive }).optional(),
      weight: int(0, 1000, { sensitive }).optional(),
      debt: money({ sensitive }).optional(),
      home: address({ sensitive }).optional(),
      findings: longText(500, { sensitive }).optional(),
      account: secret(40, { sensitive }).optional(),
    }),
    list: { columns: ['name', 'passport', 'born'] },
  }),
})

const before = {
  passport: 'CANARY-A1234',
  pin: 'CANARY',
  mail: 'canary@example.com',
  mobile: '+351 777 777 0011',
  born: '1977-07-17',
  weight: 777,
  debt: { amount: 777_777, currency: 'EUR' },
  home: { line: 'CANARY 1', city: 'Faro', country: 'PT' },
  findings: 'CANARY findings',
  account: 'CANARYACCOUNT9999',
}
const masks = {
  passport: '•••• 1234',
  pin: '••••',
  mail: '••••@example.com',
  mobile: '•••• 0011',
  born: '••••',
  weight: '••••',
  debt: '••••',
  home: '••••',
  findings: '••••',
  account: '•••• 9999',
}
const names = Object.keys(before)
/** What no response may contain. */
const LEAK = /canary|777 777|777777|1977-0|"weight":\d/i

let b: Bench
let id: string
let at: string
const all: Grants = { allow: ['*'], deny: [] }
const reader: Grants = { allow: ['patient.*'], deny: [] }
const db = () => ({ query: b.db.query }) as never
const shown = Object.fromEntries(Object.entries(masks).map(([name, masked]) => [name, { masked }]))
const read = async (): Promise<RecordData> =>
  JSON.parse(
    (await get({ db: db(), model: b.model, access: b.as([all]).access }, b.of('patient'), id)).body,
  ).data
const show = (field: string, grants = all, of = id) =>
  reveal(b.db, b.of('patient'), { id: of, field, reason: 'asked' }, b.as([grants]), async () => {})

beforeAll(async () => {
  b = await openBench(resources)
  const made = await b.writer.create(b.of('patient'), { name: 'Ann', ...before }, b.as([all]))
  expect(made).toMatchObject(shown)
  id = made.id
  await new Promise((resolve) => setTimeout(resolve, 20))
  at = new Date().toISOString()
  await new Promise((resolve) => setTimeout(resolve, 20))
}, 120_000)
afterAll(() => b?.db.close())

test('every response masks the values by kind, including earlier values', async () => {
  expect(await read()).toMatchObject(shown)
  const { access } = b.as([all])
  const resource = b.of('patient')
  const changed = await b.writer.patch(
    resource,
    id,
    1,
    { passport: 'CANARY-B9876', born: '1977-08-18', weight: 77, account: 'CANARYACCOUNT8888' },
    b.as([all]),
  )
  expect(changed.passport).toEqual({ masked: '•••• 9876' })
  const parsed = parseListQuery(resource, b.model, new URLSearchParams('sort=name'))
  if ('problems' in parsed) throw new Error('not a query')
  const texts = [
    await list({ db: db(), model: b.model, access, secret: SECRET }, resource, parsed.query),
    JSON.stringify(
      await history({ db: db(), model: b.model, access, secret: SECRET }, resource, id),
    ),
    JSON.stringify(await recordAsOf({ db: db(), model: b.model, access }, resource, id, at)),
    JSON.stringify(
      await listAsOf({ db: db(), model: b.model, access, secret: SECRET }, resource, {
        ...parsed.query,
        asOf: at,
      }),
    ),
    JSON.stringify(await timeline({ db: db(), model: b.model, resource, id, access }, SECRET, {})),
  ]
  for (const text of texts) {
    expect(text).toContain('••••')
    expect(text).not.toMatch(LEAK)
  }
  const row = { row: await read(), titles: {} }
  for (const field of resource.fields.filter(isMasked)) {
    const readers = {
      language: 'en',
      zone: 'UTC',
      keys: false,
      ids: true,
      children: 'lines',
    } as const
    for (const columns of [exactColumns(field), peopleColumns(field, readers)]) {
      expect(columns.map((c) => c.value(row))).toEqual([maskIn(field, row.row[field.name])])
    }
  }
  // Undo and restoring need the values, so the audit keeps them; those of secrets it does not.
  await b.writer.patch(
    resource,
    id,
    2,
    { passport: before.passport, born: before.born },
    b.as([all]),
  )
})

test('a masked field cannot be filtered, sorted, grouped or aggregated', () => {
  const resource = b.of('patient')
  for (const name of names) {
    const queries = [
      `sort=${name}`,
      ...['ne', 'contains', 'startsWith', 'gte', 'in', 'isNull'].map(
        (op) => `filter[${name}][${op}]=1`,
      ),
      ...(name === 'account' ? [] : [`filter[${name}]=1`]),
    ]
    for (const query of queries) {
      expect(parseListQuery(resource, b.model, new URLSearchParams(query)), query).toHaveProperty(
        'problems',
      )
    }
    for (const query of [`group=${name}`, `measure=min:${name}`, `measure=sum:${name}`]) {
      expect(
        parseAggregateQuery(resource, b.model, new URLSearchParams(query), { timeZone: 'UTC' }),
        query,
      ).toHaveProperty('problems')
    }
  }
  expect(resource.list.sortable).toEqual(['name', 'createdAt', 'updatedAt'])
})

test('refuses to write a mask as a value', async () => {
  const { version } = await read()
  for (const body of [{ passport: '•••• 1234' }, { mail: '••••@example.com' }, { born: '••••' }]) {
    expect(
      await problemOf(b.writer.patch(b.of('patient'), id, version, body, b.as([all]))),
    ).toMatchObject({ status: 422 })
  }
})

test('reveals one field of one record to callers with the permission, and records who and why', async () => {
  const { version } = await read()
  const values: Record<string, Json> = {}
  for (const name of names) values[name] = await show(name)
  expect(values).toEqual({ ...before, weight: 77, account: 'CANARYACCOUNT8888' })
  expect(await problemOf(show('born', reader))).toMatchObject({ status: 403 })
  expect(
    await problemOf(show('born', { allow: ['*', '*.reveal'], deny: ['patient.field.born.*'] })),
  ).toMatchObject({ status: 422 })
  expect(await problemOf(show('name'))).toMatchObject({ status: 422 })
  expect(await problemOf(show('born', all, randomUUID()))).toMatchObject({ status: 404 })
  expect(await show('pin', { allow: ['patient.*', 'patient.reveal'], deny: [] })).toBe(before.pin)
  expect((await read()).version).toBe(version)
  const entries = (await b.audit('patient')).filter((a) => a.action === 'reveal')
  expect(entries).toHaveLength(names.length + 1)
  expect(entries[0]).toMatchObject({ reason: 'asked', patch: { passport: ['•••', '•••'] } })
})

test('a role that allows everything except some permissions does not include revealing', async () => {
  const manager: Grants = { allow: ['*'], deny: ['memberRole.*', '*.purge'] }
  expect(await problemOf(show('passport', manager))).toMatchObject({ status: 403 })
  const named: Grants = { ...manager, allow: ['*', 'patient.reveal'] }
  expect(await show('pin', named)).toBe(before.pin)
})

test('reveals appear in the timeline of those who may read the field, and do not change past versions', async () => {
  const resource = b.of('patient')
  const views = async (grants = all) =>
    (
      (await timeline(
        { db: db(), model: b.model, resource, id, access: b.as([grants]).access },
        SECRET,
        { kinds: ['view'], limit: 50 },
      )) as { data: { field: string; reason: string }[] }
    ).data
  const seen = await views()
  expect(seen.at(-1)).toMatchObject({ kind: 'view', field: 'passport', reason: 'asked' })
  const blind = await views({ allow: ['*'], deny: ['patient.field.passport.*'] })
  expect(blind).toHaveLength(seen.length - 1)
  const past = (await recordAsOf(
    { db: db(), model: b.model, access: b.as([all]).access },
    resource,
    id,
    at,
  )) as {
    data: Json
  }
  expect(past.data).toMatchObject({ version: 1, born: { masked: '••••' } })
})

test('restores an earlier value without revealing it', async () => {
  const resource = b.of('patient')
  const { version } = await read()
  await b.writer.patch(resource, id, version, { passport: 'CANARY-C5555' }, b.as([all]))
  const [first] = (await b.audit('patient')).filter((a) => a.record_id === id)
  const back = await b.writer.restoreRevision(
    resource,
    { id, version: version + 1 },
    String(first!.seq),
    b.as([all]),
    ['passport'],
  )
  expect(back.passport).toEqual({ masked: '•••• 1234' })
  expect(await show('passport')).toBe(before.passport)
})

test('an undo restores the earlier value without revealing it', async () => {
  const resource = b.of('patient')
  const parts = {
    db: b.db,
    model: b.model,
    resources,
    writer: b.writer,
    accessFor: (actor: Actor) => compileAccess(b.model, actor),
    enqueue: () => Promise.resolve(''),
  }
  const { version } = await read()
  const edit = b.as([reader])
  await b.writer.patch(resource, id, version, { passport: 'CANARY-D6666', weight: 778 }, edit)
  expect(await show('passport')).toBe('CANARY-D6666')
  const plan = await tryUndo(parts, edit.operationId, edit.access)
  expect(plan).toMatchObject({
    counts: { done: 1 },
    rows: [{ changes: { passport: [{ masked: '••••' }, { masked: '••••' }] } }],
  })
  expect(JSON.stringify(plan)).not.toMatch(LEAK)
  const back = await b.db.transaction((tx) => undo(parts, tx, edit.operationId, edit.access))
  expect(JSON.stringify(back)).not.toMatch(LEAK)
  expect(await show('passport')).toBe(before.passport)
  expect(JSON.stringify(await read())).not.toMatch(LEAK)
})
