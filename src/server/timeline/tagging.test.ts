/** Records with tags: the action for one record and for many, and its undo. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '#model/types.ts'
import { parseListQuery } from '#model/urlQueryParse.ts'
import { defineResource, defineResources } from '#schemas/define/index.ts'
import { colorOfTag, tagForm, type TagColor } from '#schemas/define/tagForm.ts'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'
import { libraryResources } from '#tests/toy.ts'
import { createReader } from '../store/read/reader.ts'
import type { RecordData } from '../store/types.ts'
import { tagsOf } from '../store/read/tags.ts'
import { colorTag } from './tagColors.ts'
import { renamed, retagged, withTags } from './tagging.ts'

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
  b.writer.act(b.of('author'), record, 'tag', input, as)

test('tagging needs its own permission; the permission to update the record is not enough', async () => {
  const record = await make(['old'])
  const { record: done } = await tag(record, { add: ['VIP', 'new'], remove: ['old'] })
  expect(done.tags).toEqual(['vip', 'new'])
  const updates = b.as([{ allow: ['*.read', 'author.update'], deny: [] }])
  expect(await problemOf(tag(done, { add: ['x'] }, updates))).toMatchObject({ status: 403 })
  const [last] = (await b.audit('author')).slice(-1)
  expect(last).toMatchObject({ record_id: record.id, patch: { tags: [['old'], ['vip', 'new']] } })
})

test('spellings that differ in case, spaces or Unicode form are the same tag', async () => {
  expect(tagForm(' VIP \t Guest\u200B ')).toBe('vip guest')
  expect(tagForm('Ｃafe\u0301')).toBe('café')
  expect(tagForm(tagForm('İstanbul'))).toBe(tagForm('İstanbul'))
  const record = await make(['Café', 'cafe\u0301', 'CAFÉ '])
  expect(record.tags).toEqual(['café'])
  expect(await problemOf(make(['\u200B']))).toMatchObject({ status: 422 })
  expect(retagged(['vip', 'b'], ['VIP', 'C', 'c'], ['B'])).toEqual(['vip', 'c'])
  expect(renamed(['a', 'b', 'c'], ['A', 'c'], 'b')).toEqual(['b'])
  expect(renamed(['a', 'b'], ['a'], null)).toEqual(['b'])
})

test('refuses an empty change, adding and removing the same tag, and too many tags', async () => {
  const record = await make(['a'])
  expect(await problemOf(tag(record, {}))).toMatchObject({
    status: 422,
    errors: [{ path: 'add', code: 'required' }],
  })
  expect(await problemOf(tag(record, { add: ['x'], remove: ['X'] }))).toMatchObject({
    status: 422,
    errors: [{ path: 'remove', code: 'invalid_value' }],
  })
  const many = Array.from({ length: 50 }, (_, i) => `t${i}`)
  expect(await problemOf(tag(record, { add: many }))).toMatchObject({
    status: 422,
    errors: [{ path: 'add' }],
  })
  const { record: full } = await tag(record, { add: many, remove: ['A'] })
  expect(full.tags).toEqual(many)
})

const manages = () => b.as([{ allow: ['*.read', '*.list', 'author.manageTags'], deny: [] }])
const manage = (record: RecordData, input: Json, as = manages()) =>
  b.writer.act(b.of('author'), record, 'manageTags', input, as)

test('managing tags renames or removes them in every state, and needs its own permission', async () => {
  const record = await make(['beta', 'gamma'])
  expect(await problemOf(manage(record, { from: ['beta'] }, mayTag()))).toMatchObject({
    status: 403,
  })
  const final = await b.writer.transition(
    b.of('author'),
    { id: record.id, version: 1 },
    'known',
    undefined,
    b.as(),
  )
  const { record: done } = await manage(final, { from: ['Beta'], to: 'Gamma' })
  expect(done.tags).toEqual(['gamma'])
  const { record: same } = await manage(done, { from: ['unused'], to: 'x' })
  expect(same.version).toBe(done.version)
  expect(await problemOf(manage(done, { to: 'x' }))).toMatchObject({
    status: 422,
    errors: [{ path: 'from', code: 'required' }],
  })
  const { record: without } = await manage(done, { from: ['gamma'] })
  expect(without.tags).toEqual([])
})

test('callers who cannot read tags cannot probe for them by changing them', async () => {
  const record = await make(['secret'])
  const blind = b.as([{ allow: ['*'], deny: ['author.field.tags.read'] }])
  for (const change of [
    () => tag(record, { add: ['secret'] }, blind),
    () => manage(record, { from: ['secret'], to: 'guessed' }, blind),
    () => manage(record, { from: ['other'] }, blind),
    () => tag(record, { add: ['secret'] }, b.as({ tenant: record.id })),
    () => manage(record, { from: ['secret'] }, b.as({ tenant: record.id })),
  ]) {
    expect(await problemOf(change())).toMatchObject({ status: 403 })
  }
})

test('restoring a revision keeps the current tags if the person cannot read tags', async () => {
  const record = await make(['before'])
  const { record: done } = await tag(record, { add: ['after'] })
  const renamedBy = b.as([
    {
      allow: ['*.read', '*.list', 'author.update', 'author.field.*'],
      deny: ['author.field.tags.*'],
    },
  ])
  const named = await b.writer.patch(
    b.of('author'),
    record.id,
    done.version,
    { name: 'Other' },
    renamedBy,
  )
  const [created] = (await b.audit('author')).filter((row) => row.record_id === record.id)
  const restored = await b.writer.restoreRevision(
    b.of('author'),
    { id: record.id, version: named.version },
    String(created?.seq),
    renamedBy,
  )
  expect(restored.name).toBe(record.name)
  const { rows } = await b.db.query<{ tags: string[] }>('SELECT tags FROM authors WHERE id = $1', [
    record.id,
  ])
  expect(rows[0]?.tags).toEqual(['before', 'after'])
})

const asks = (as = b.as()) => ({
  db: b.db,
  model: b.model,
  resource: b.of('author'),
  access: as.access,
})
const color = (tag: string, to: TagColor | null, as = manages()) =>
  colorTag({ db: b.db, model: b.model }, { resource: b.of('author'), tag, color: to }, as)

test('tags are listed most used first, found in any spelling, with their colours', async () => {
  await make(['often', 'rare'])
  await make(['often'])
  const all = await tagsOf(asks(), { limit: 1000 })
  expect(all.map((t) => t.count)).toEqual(all.map((t) => t.count).toSorted((x, y) => y - x))
  expect(await tagsOf(asks(), { search: ' OFTE', limit: 5 })).toEqual([
    { tag: 'often', color: colorOfTag('Often'), chosen: false, count: 2 },
  ])
  expect(await tagsOf(asks(), { search: '%', limit: 5 })).toEqual([])
  expect(await color(' Often', 'pink')).toMatchObject({ tag: 'often', color: 'pink', count: 2 })
  expect(await tagsOf(asks(), { chosen: true, limit: 5 })).toMatchObject([
    { tag: 'often', color: 'pink', chosen: true },
  ])
  expect((await b.audit('author')).at(-1)).toMatchObject({
    action: 'tagColor',
    patch: { tags: [[`often: ${colorOfTag('often')}`], ['often: pink']] },
  })
  expect(await color('often', null)).toMatchObject({ chosen: false })
  expect(await tagsOf(asks(), { chosen: true, limit: 5 })).toEqual([])
})

test('choosing a colour needs the permission, and a tag on a record the person may read', async () => {
  await make(['hued'])
  expect(await problemOf(color('hued', 'blue', mayTag()))).toMatchObject({ status: 403 })
  expect(await problemOf(color('nobody has it', 'blue'))).toMatchObject({ status: 404 })
  const blind = b.as([{ allow: ['*.list', 'author.manageTags'], deny: ['author.field.tags.read'] }])
  expect(await problemOf(color('hued', 'blue', blind))).toMatchObject({ status: 403 })
})

test('a renamed tag keeps its chosen colour; a merged tag takes the colour of its target', async () => {
  const [one, other] = [await make(['plum']), await make(['pear'])]
  await color('plum', 'purple')
  await manage(one, { from: ['plum'], to: 'prune' })
  expect(await tagsOf(asks(), { only: 'prune', limit: 1 })).toMatchObject([{ color: 'purple' }])
  await color('prune', 'orange')
  await manage(await b.writer.update(b.of('author'), one.id, 2, { tags: ['prune'] }, b.as()), {
    from: ['prune'],
    to: 'pear',
  })
  expect(await tagsOf(asks(), { only: 'pear', limit: 1 })).toMatchObject([
    { color: colorOfTag('pear'), chosen: false, count: 2 },
  ])
  expect(other.id).not.toBe(one.id)
})

test('suggestions and counts cover only rows and tags the caller may read', async () => {
  const mine = await make(['shared-tag'])
  await make(['shared-tag', 'hidden-tag'])
  const rows = { author: { name: [mine.name] } }
  const some = b.as([{ allow: ['author.list', 'author.field.*'], deny: [], rows }])
  expect(await tagsOf(asks(some), { search: '-tag', limit: 9 })).toMatchObject([
    { tag: 'shared-tag', count: 1 },
  ])
  const tenant = b.as({ tenant: mine.id })
  expect(await problemOf(tagsOf(asks(tenant), { limit: 9 }))).toMatchObject({ status: 403 })
  const none = b.as([{ allow: ['*.list'], deny: ['author.field.tags.read'] }])
  expect(await problemOf(tagsOf(asks(none), { limit: 9 }))).toMatchObject({ status: 403 })
})

test('tags of a record in a final state cannot be changed', async () => {
  const record = await make(['kept'])
  const final = await b.writer.transition(
    b.of('author'),
    { id: record.id, version: 1 },
    'known',
    undefined,
    b.as(),
  )
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
  expect(await found('filter[tags]=X1')).toEqual([x.id])
  expect(await found('filter[tags][hasAll]=X1,%20Z1')).toEqual([x.id])
  expect(await found('filter[tags][hasNone]=Z1')).toEqual([none.id])
})

test('aggregates count a record once in the group of each of its tags', async () => {
  const [one, two] = [await make(['ga', 'gb']), await make(['ga'])]
  const none = await make()
  const ids = [one, two, none].map((r) => r.id)
  const reader = createReader({ db: b.db, model: b.model, secret: 's' })
  const filter = { path: ['id'], op: 'in', value: ids } as const
  const response = (await reader.aggregate(
    b.of('author'),
    { group: ['tags'], measures: ['count'], timeZone: 'UTC', filter },
    b.as().access,
  )) as { data: { group: { tags: string | null }; values: { count: number } }[] }
  expect(response.data.map((g) => [g.group.tags, g.values.count])).toEqual([
    ['ga', 2],
    ['gb', 1],
    [null, 1],
  ])
})
