/** Records with tags: the action for one record and for many, and its undo. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '#model/types.ts'
import { parseListQuery } from '#model/urlQuery.ts'
import { defineResource, defineResources } from '#schemas/define/index.ts'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'
import { libraryResources } from '#tests/toy.ts'
import { createReader } from '../store/read/reader.ts'
import type { RecordData } from '../store/types.ts'
import { retagged, withTags } from './tagging.ts'

const { author } = libraryResources
const resources = defineResources({
  ...libraryResources,
  author: defineResource({
    name: 'authors',
    permission: 'author',
    label: { one: 'Author', many: 'Authors' },
    title: 'name',
    shape: author.shape,
    scope: 'id',
    states: { new: { to: { known: 'Publish' } }, known: { final: true } },
    list: { columns: ['name', 'tags'], filters: ['tags'] },
    taggable: 'tags',
  }),
})

let b: Bench
let n = 0
beforeAll(async () => {
  b = await openBench(resources, withTags({}, resources))
}, 120_000)
afterAll(() => b?.db.close())

const make = (tags: readonly string[] = []): Promise<RecordData> =>
  b.writer.create(
    b.of('author'),
    { name: `A${++n}`, email: `a${n}@example.com`, tags: [...tags] },
    b.as(),
  )
const mayTag = () => b.as([{ allow: ['*.read', '*.list', 'author.tag'], deny: [] }])
const tag = (record: RecordData, input: Json, as = mayTag()) =>
  b.writer.act(b.of('author'), record.id, record.version, 'tag', input, as)

test('the action needs its own permission, not the right to change the record', async () => {
  const record = await make(['old'])
  const { record: done } = await tag(record, { add: ['VIP', 'new'], remove: ['old'] })
  expect(done.tags).toEqual(['VIP', 'new'])
  const updates = b.as([{ allow: ['*.read', 'author.update'], deny: [] }])
  expect(await problemOf(tag(done, { add: ['x'] }, updates))).toMatchObject({ status: 403 })
  const [last] = (await b.audit('author')).slice(-1)
  expect(last).toMatchObject({ record_id: record.id, patch: { tags: [['old'], ['VIP', 'new']] } })
})

test('two spellings of a tag are one; nothing to do and too many are refused', async () => {
  expect(retagged(['VIP', 'b'], ['vip', 'C', 'c'], ['B'])).toEqual(['VIP', 'C'])
  const record = await make(['a'])
  expect(await problemOf(tag(record, {}))).toMatchObject({
    status: 422,
    errors: [{ path: 'add', code: 'required' }],
  })
  const many = Array.from({ length: 50 }, (_, i) => `t${i}`)
  expect(await problemOf(tag(record, { add: many }))).toMatchObject({
    status: 422,
    errors: [{ path: 'add' }],
  })
  const { record: full } = await tag(record, { add: many, remove: ['A'] })
  expect(full.tags).toEqual(many)
})

test('a record in a final state keeps its tags', async () => {
  const record = await make(['kept'])
  const final = await b.writer.transition(b.of('author'), record.id, 1, 'known', undefined, b.as())
  expect(await problemOf(tag(final, { add: ['x'] }))).toMatchObject({
    status: 409,
    code: 'illegal_action',
  })
})

test('lists filter by any, all and none of several tags', async () => {
  const [x, y, none] = [await make(['x1', 'z1']), await make(['y1', 'z1']), await make()]
  const reader = createReader({ db: b.db, model: b.model, secret: 's' })
  const found = async (filter: string) => {
    const names = [x, y, none].map((r) => String(r.name)).join(',')
    const text = `${filter}&filter[name][in]=${names}&sort=createdAt`
    const parsed = parseListQuery(b.of('author'), b.model, new URLSearchParams(text))
    if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
    const body = await reader.list(b.of('author'), parsed.query, b.as().access)
    return (JSON.parse(String(body)) as { data: { id: string }[] }).data.map((row) => row.id)
  }
  expect(await found('filter[tags][hasAny]=x1,y1')).toEqual([x.id, y.id])
  expect(await found('filter[tags][hasAll]=x1,z1')).toEqual([x.id])
  expect(await found('filter[tags][hasNone]=x1,q1')).toEqual([y.id, none.id])
  expect(await found('filter[tags][hasNone]=z1')).toEqual([none.id])
})
