/** Row rules about people: "created by me", "assigned to me" and "my team". */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineResource, defineResources, ref, refs } from '#schemas/define/index.ts'
import type { Json } from '#model/types.ts'
import { parseListQuery } from '#model/urlQueryParse.ts'
import { libraryResources } from '#tests/toy.ts'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'
import { wrongRows } from '../rules/userRole/rows.ts'
import { takeSnapshot } from '../operations/snapshot.ts'
import { listAsOf } from '../store/read/asOf.ts'
import { list } from '../store/read/list.ts'
import { compileAccess } from './access.ts'
import { sqlValues } from './rowRules.ts'
import type { Access } from './types.ts'

const { author } = libraryResources
const resources = defineResources({
  ...libraryResources,
  author: defineResource({
    name: 'authors',
    permission: 'author',
    label: { one: 'Author', many: 'Authors' },
    title: 'name',
    shape: author.shape.extend({
      owner: ref('members').optional(),
      helpers: refs('members'),
    }),
    scope: 'id',
    assignable: 'owner',
  }),
})

let b: Bench
let n = 0
const person = async (roles: readonly string[], author?: string): Promise<string> =>
  (
    await b.writer.create(
      b.of('member'),
      { name: `M${++n}`, email: `m${n}@example.com`, roles, ...(author ? { author } : {}) },
      { ...b.as(), set: { state: 'active' } },
    )
  ).id
const role = async (): Promise<string> =>
  (await b.writer.create(b.of('memberRole'), { name: `r${++n}` }, b.as())).id
const as = (personId: string | null, roleIds: readonly string[], rule?: Json): Access =>
  compileAccess(b.model, {
    kind: 'person',
    accountId: 'account',
    personId,
    name: 'M',
    tenant: null,
    roleIds,
    grants: [
      { allow: ['author.*', 'member.*'], deny: [], ...(rule ? { rows: { author: rule } } : {}) },
    ],
  })

let support: string, sales: string, me: string, mate: string, other: string, outsider: string
const made: Record<string, string> = {}
beforeAll(async () => {
  b = await openBench(resources)
  support = await role()
  sales = await role()
  const tenant = await make('tenant', {})
  me = await person([support])
  mate = await person([support, sales])
  other = await person([sales])
  // Has the role of support, for somebody else's business.
  outsider = await person([support], tenant)
  await make('mine', { owner: me })
  await make('of my team', { owner: mate, helpers: [other, me] })
  await make('of others', { owner: other, helpers: [mate] })
  await make('of the outsider', { owner: outsider })
  await make('nobody’s', {})
}, 120_000)
afterAll(() => b?.db.close())

const make = async (name: string, values: Record<string, Json>, access?: Access) => {
  const context = access ? { ...b.as(), access } : b.as()
  const body = { name, email: `a${++n}@example.com`, ...values }
  return (made[name] = (await b.writer.create(b.of('author'), body, context)).id)
}
/** Names of the rows that a person sees, by the condition itself. */
const seen = async (access: Access): Promise<string[]> => {
  const sql = sqlValues()
  const where = access.rows(b.of('author'), 't', sql, 'read')
  const { rows } = await b.db.query<{ name: string }>(
    `SELECT name FROM authors t WHERE ${where} ORDER BY name`,
    sql.values,
  )
  return rows.map((r) => r.name)
}

test('“@me” and “@team” in row rules match rows by the people they reference', async () => {
  const sees = (rule: Json, personId: string | null = me, roleIds: readonly string[] = [support]) =>
    seen(as(personId, roleIds, rule))
  expect(await sees({ owner: '@me' })).toEqual(['mine'])
  expect(await sees({ owner: '@team' })).toEqual(['mine', 'of my team'])
  expect(await sees({ helpers: '@me' })).toEqual(['of my team'])
  expect(await sees({ helpers: '@team' })).toEqual(['of my team', 'of others'])
  expect(await sees({ owner: ['@me', other] })).toEqual(['mine', 'of others'])
  expect(await sees({ owner: '@team' }, other, [sales])).toEqual(['of my team', 'of others'])
  // Without a person or a role there is nobody to compare with.
  expect(await sees({ owner: '@me' }, null)).toEqual([])
  expect(await sees({ owner: '@team' }, me, [])).toEqual([])
  // In a text they are text.
  expect(await sees({ name: '@me' })).toEqual([])
})

test('“created by me” limits lists, bulk operations, past versions and writes', async () => {
  const access = as(me, [support], { createdBy: '@me' })
  const own = await make('created', {}, access)
  expect(await seen(access)).toEqual(['created'])
  const at = new Date(Date.now() + 60_000).toISOString()
  const list = (await listAsOf(
    {
      db: { query: (statement) => b.db.query(statement) },
      model: b.model,
      access,
      secret: 'secret',
    },
    b.of('author'),
    { asOf: at, limit: 50, sort: [], totalExact: false, trashed: false },
  )) as { data: { id: string }[] }
  expect(list.data.map((r) => r.id)).toEqual([own])
  const count = await b.db.transaction(async (tx) => {
    const selection = { ids: Object.values(made), except: [], query: { trashed: false } }
    return (
      await takeSnapshot(
        { db: tx, model: b.model, access },
        b.of('author'),
        selection,
        randomUUID(),
      )
    ).count
  })
  expect(count).toBe(1)
  const context = { ...b.as(), access }
  expect(
    await problemOf(b.writer.patch(b.of('author'), made.mine!, 1, { rank: 3 }, context)),
  ).toMatchObject({ status: 404 })
  await b.writer.patch(b.of('author'), own, 1, { rank: 3 }, context)
})

test('a person who may write only their own rows cannot assign them to others', async () => {
  const access = as(me, [support], { owner: '@me' })
  const context = { ...b.as(), access }
  expect(
    await problemOf(b.writer.patch(b.of('author'), made.mine!, 1, { owner: other }, context)),
  ).toMatchObject({ status: 403 })
})

test('a role accepts “@me” and “@team” only for fields that hold people', () => {
  const wrong = (rule: Json) => wrongRows(b.model, { author: rule }).map((p) => p.path)
  expect(wrong({ createdBy: '@me' })).toEqual([])
  expect(wrong({ owner: ['@me', '@team'] })).toEqual([])
  expect(wrong({ helpers: '@team' })).toEqual([])
  expect(wrong({ id: '@me' })).toEqual(['grants.rows.author.id'])
  expect(wrong({ owner: '@you' })).toEqual(['grants.rows.author.owner'])
})

/** Names of the rows that a person's filter finds, by the list itself; its problem if refused. */
const found = async (filter: string, personId: string | null): Promise<string[]> => {
  const parsed = parseListQuery(b.of('author'), b.model, new URLSearchParams(filter))
  if ('problems' in parsed) return parsed.problems.map((p) => p.code)
  const text = await list(
    {
      db: { query: (statement) => b.db.query(statement) },
      model: b.model,
      access: as(personId, []),
      secret: 'secret',
    },
    b.of('author'),
    parsed.query,
  )
  return (JSON.parse(text) as { data: { name: string }[] }).data.map((row) => row.name).sort()
}

test('“@me” in a filter is the current user', async () => {
  expect(await found('filter[owner]=@me', me)).toEqual(['mine'])
  expect(await found('filter[owner]=@me', mate)).toEqual(['of my team'])
  expect(await found(`filter[owner][in]=@me,${other}`, me)).toEqual(['mine', 'of others'])
  expect(await found('filter[owner][ne]=@me', me)).not.toContain('mine')
  expect(await found('filter[helpers]=@me', me)).toEqual(['of my team'])
  expect(await found('filter[owner]=@me', null)).toEqual([])
  expect(await found('filter[id]=@me', me)).toEqual(['invalid_value'])
  expect(await found('filter[owner]=@team', me)).toEqual(['invalid_value'])
})
