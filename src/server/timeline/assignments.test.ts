/** Records that are assigned to people: the action, the notification, and who follows. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineResource, defineResources, ref } from '#schemas/define/index.ts'
import type { Json } from '#model/types.ts'
import { libraryResources } from '#tests/toy.ts'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'
import { bulkRequest } from '../operations/body.ts'
import { applyBulk, planBulk } from '../operations/bulk.ts'
import { compileAccess } from '../permissions/access.ts'
import type { RecordData } from '../store/types.ts'
import { withAssignments } from './assignments.ts'

const { author } = libraryResources
const resources = defineResources({
  ...libraryResources,
  author: defineResource({
    name: 'authors',
    permission: 'author',
    label: { one: 'Author', many: 'Authors' },
    title: 'name',
    shape: author.shape.extend({ owner: ref('members').optional() }),
    scope: 'id',
    states: { new: { to: { known: 'Publish' } }, known: { final: true } },
    assignable: 'owner',
  }),
})

let b: Bench
let n = 0
let ada: string, ben: string
beforeAll(async () => {
  b = await openBench(resources, withAssignments({}, resources))
  ;[ada, ben] = [await person(), await person()]
}, 120_000)
afterAll(() => b?.db.close())

const person = async (): Promise<string> =>
  (
    await b.writer.create(
      b.of('member'),
      { name: `M${++n}`, email: `m${n}@example.com`, roles: [] },
      { ...b.as(), set: { state: 'active' } },
    )
  ).id
const by = (personId: string, ...allow: string[]) => ({
  ...b.as(),
  access: compileAccess(b.model, {
    kind: 'person',
    accountId: 'account',
    personId,
    name: 'Ada',
    tenant: null,
    roleIds: [],
    grants: [{ allow, deny: [] }],
  }),
})
const make = (values: Record<string, Json> = {}, as = by(ada, '*')): Promise<RecordData> =>
  b.writer.create(
    b.of('author'),
    { name: `Author ${++n}`, email: `a${n}@example.com`, ...values },
    as,
  )
const assign = (record: RecordData, input: Json, as = by(ada, '*.read', 'author.assign')) =>
  b.writer.act(b.of('author'), record, 'assign', input, as)
const noticesOf = async (id: string) =>
  (
    await b.db.query<{ title: string; link: string; resource_id: string; needs: string[] }>(
      "select title, link, resource_id, needs from deliveries where recipient_id = $1 and channel = 'in_app' order by at, id",
      [id],
    )
  ).rows
const followersOf = async ({ id }: RecordData): Promise<string[]> =>
  (
    await b.db.query<{ person_id: string }>(
      "select person_id from record_followers where entity = 'author' and record_id = $1",
      [id],
    )
  ).rows.map((r) => r.person_id)

test('assigning needs its own permission; the permission to update the record is not enough', async () => {
  const record = await make()
  const { record: done } = await assign(record, { owner: ben })
  expect(done.owner).toBe(ben)
  expect(
    await problemOf(assign(done, { owner: ada }, by(ada, '*.read', 'author.update'))),
  ).toMatchObject({ status: 403 })
})

test('the new owner follows the record and is notified, unless they assigned it to themselves', async () => {
  const before = (await noticesOf(ben)).length
  const record = await make()
  await assign(record, { owner: ben })
  expect((await noticesOf(ben)).slice(before)).toEqual([
    {
      title: `“${String(record.name)}” was assigned to you`,
      link: `/authors/${record.id}`,
      resource_id: record.id,
      needs: ['author.field.name.read'],
    },
  ])
  expect(await followersOf(record)).toEqual([ben])
  const own = await make({ owner: ada })
  expect(await followersOf(own)).toEqual([ada])
  expect(await noticesOf(ada)).toEqual([])
})

test('a patch notifies a person only if it makes them the owner', async () => {
  const record = await make({ owner: ben })
  const before = (await noticesOf(ben)).length
  await b.writer.patch(b.of('author'), record.id, record.version, { name: 'New' }, by(ada, '*'))
  expect(await noticesOf(ben)).toHaveLength(before)
  const carl = await person()
  await b.writer.patch(b.of('author'), record.id, record.version + 1, { owner: carl }, by(ada, '*'))
  expect(await noticesOf(carl)).toHaveLength(1)
})

test('a bulk action assigns many records and notifies the new owner once', async () => {
  const carl = await person()
  const { access } = by(ada, '*.read', 'author.list', 'author.assign')
  const parts = {
    db: b.db,
    model: b.model,
    resources,
    writer: b.writer,
    accessFor: () => access,
    enqueue: () => Promise.resolve(''),
  }
  const ids: string[] = []
  for (let i = 0; i < 3; i++) ids.push((await make(i === 0 ? { owner: carl } : {})).id)
  const before = await noticesOf(carl)
  const body = { ids, do: { action: 'assign', input: { owner: carl } } }
  const request = (more: object) =>
    bulkRequest(b.model, b.of('author'), access, { ...body, ...more })
  const { planHash, counts } = await planBulk(
    parts,
    b.of('author'),
    request({ dryRun: true }),
    access,
  )
  expect(counts).toMatchObject({ done: 2, unchanged: 1 })
  expect(await noticesOf(carl)).toEqual(before)
  await b.db.transaction((tx) =>
    applyBulk(parts, tx, b.of('author'), request({ planHash }), access),
  )
  const { rows } = await b.db.query<{ times: number }>(
    "select times from deliveries where recipient_id = $1 and channel = 'in_app' order by at, id",
    [carl],
  )
  expect(rows.slice(before.length)).toEqual([{ times: 2 }])
  const owners = await b.db.query('select 1 from authors where owner = $1', [carl])
  expect(owners.rowCount).toBe(3)
  const blind = by(ada, '*.read', 'author.list', 'author.update').access
  expect(
    await problemOf(planBulk(parts, b.of('author'), request({ dryRun: true }), blind)),
  ).toMatchObject({ status: 403 })
})

test('an empty owner unassigns; the owner of a record in a final state cannot change', async () => {
  const record = await make({ owner: ben })
  const { record: free } = await assign(record, {})
  expect(free.owner).toBeNull()
  const final = await b.writer.transition(b.of('author'), free, 'known', undefined, by(ada, '*'))
  expect(await problemOf(assign(final, { owner: ben }))).toMatchObject({
    status: 409,
    code: 'illegal_action',
  })
})

test('refuses an unknown person with an error on the owner field', async () => {
  const record = await make()
  const problem = await problemOf(assign(record, { owner: record.id }))
  expect(problem).toMatchObject({ status: 422, errors: [{ path: 'owner' }] })
})
