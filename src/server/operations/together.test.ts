import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { libraryResources } from '#tests/toy.ts'
import { patience, runs } from '#tests/support/runs.ts'
import { openBench, type Bench } from '#tests/support/writes.ts'
import type { Json } from '#model/types.ts'
import { compileAccess } from '../permissions/access.ts'
import type { Access } from '../permissions/types.ts'
import { Problem } from '../base/problem.ts'
import type { Change, RuleBook } from '../store/write/rules.ts'
import { bulkRequest } from './body.ts'
import { applyBulk, planBulk } from './bulk.ts'
import type { OperationParts } from './types.ts'
import { tryUndo, undo } from './undo.ts'

vi.setConfig({ testTimeout: patience(120_000) })

const refused = ({ after }: Change): boolean => String(after?.name).includes('odd')
/** Whether the rules have a form for many changes, and how many changes it was given each time. */
const rule = { many: true, given: [] as number[] }
const rules: RuleBook = {
  author: {
    beforeWrite(change) {
      if (refused(change)) throw new Problem(409, 'frozen', 'Not this one.')
    },
    get checkMany() {
      if (!rule.many) return undefined
      return (changes: readonly Change[]) => {
        rule.given.push(changes.length)
        const problem = { path: '', code: 'frozen', message: 'Not this one.' }
        return Promise.resolve(new Map(changes.filter(refused).map((c) => [c, [problem]])))
      }
    },
    async afterWrite({ after }, { others }) {
      if (after?.rank === 13) await others.update('authors', after.id, { internalNote: 'unlucky' })
    },
  },
}

let b: Bench
let parts: OperationParts
let me: Access
let n = 0
beforeAll(async () => {
  b = await openBench(libraryResources, rules)
  parts = {
    db: b.db,
    model: b.model,
    resources: libraryResources,
    writer: b.writer,
    accessFor: (actor) => compileAccess(b.model, actor),
    enqueue: () => Promise.resolve(''),
  }
  const person = await b.writer.create(
    b.of('member'),
    { name: 'M', email: 'm@example.com' },
    { ...b.as(), set: { state: 'active' } },
  )
  me = compileAccess(b.model, {
    kind: 'person',
    accountId: 'account',
    personId: person.id,
    name: 'M',
    tenant: null,
    roleIds: [],
    grants: [{ allow: ['*'], deny: [] }],
  })
}, 120_000)
afterAll(() => b?.db.close())

const authors = () => b.of('author')
const make = async (names: readonly string[]): Promise<string[]> => {
  rule.many = true
  const tag = `t${++n}`
  const rows = names.map((name, i) => ({
    row: i + 1,
    data: { name, email: `${tag}-${i}@example.com`, rank: i, tags: [tag] },
  }))
  // The system may write what the rules of people refuse.
  const made = await Promise.all(
    rows.map(({ data }) => b.writer.create(authors(), { ...data, name: 'x' }, b.as())),
  )
  await b.db.query(
    'UPDATE authors t SET name = n.name FROM unnest($1::uuid[], $2::text[]) n(id, name) WHERE t.id = n.id',
    [made.map((r) => r.id), names],
  )
  return made.map((r) => r.id)
}
const request = (body: object) => bulkRequest(b.model, authors(), me, body)
const plan = async (body: object, many: boolean) => {
  rule.many = many
  return planBulk(parts, authors(), request({ ...body, dryRun: true }), me)
}
/** What a dry run found, without the ids of the operation. */
const found = ({
  counts,
  refusals,
  reasons,
  rows,
}: Pick<Awaited<ReturnType<typeof planBulk>>, 'counts' | 'refusals' | 'reasons' | 'rows'>) => ({
  counts,
  refusals,
  reasons,
  rows,
})
const applied = async (body: object): Promise<string> => {
  const { planHash } = await plan(body, true)
  await b.db.transaction((tx) =>
    applyBulk(parts, tx, authors(), request({ ...body, planHash }), me),
  )
  const { rows } = await b.db.query<{ id: string }>(
    'SELECT id FROM operations WHERE plan_hash = $1',
    [planHash],
  )
  return rows[0]!.id
}

const PATCHES: readonly Record<string, Json>[] = [
  { rank: 2 },
  { rank: 13 },
  // Only one of them can have it.
  { email: 'same@example.com' },
  { rank: -1 },
  { nothing: 1 },
  { name: 'odd' },
]

test('rows written in one statement have the same outcomes as rows written one by one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('fine', 'odd', 'also fine'), { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...PATCHES),
      async (names, patch) => {
        const body = { ids: await make(names), do: { patch } }
        const together = found(await plan(body, true))
        expect(together).toEqual(found(await plan(body, false)))
      },
    ),
    runs(25),
  )
})

test('a bulk operation and its undo write rows in batches and only refused rows one by one', async () => {
  const ids = await make([...Array.from({ length: 30 }, () => 'fine'), 'odd', 'odd'])
  rule.given = []
  const id = await applied({ ids, do: { patch: { rank: 40 } } })
  // Tried, then applied.
  expect(rule.given).toEqual([32, 32])
  expect(await entries(id)).toBe(30)
  rule.given = []
  const together = await tryUndo(parts, id, me)
  expect(together.counts).toMatchObject({ done: 30, refused: 0, changed: 0 })
  expect(rule.given).toEqual([30])
})

test('a batched undo skips rows changed since, with the same outcomes as a row-by-row undo', async () => {
  const ids = await make(['a', 'b', 'c', 'd', 'e'])
  const id = await applied({ ids, do: { patch: { rank: 50 } } })
  await b.writer.patch(authors(), ids[1]!, 2, { rank: 51 }, b.as())
  await b.writer.remove(authors(), ids[2]!, 2, { purge: false }, b.as())
  rule.many = true
  const together = await tryUndo(parts, id, me)
  rule.many = false
  const alone = await tryUndo(parts, id, me)
  expect(found(together)).toEqual(found(alone))
  expect(together.counts).toMatchObject({ done: 3, changed: 2 })
})

test('undoing a change also reverts what its rules wrote', async () => {
  const ids = await make(['a', 'b'])
  const id = await applied({ ids, do: { patch: { rank: 13 } } })
  expect(await notes(ids)).toEqual(['unlucky', 'unlucky'])
  const back = await b.db.transaction((tx) => undo(parts, tx, id, me))
  expect(await notes(ids)).toEqual([null, null])
  // Its undo runs the rules again, which write through the writer.
  await b.db.transaction((tx) => undo(parts, tx, back.operationId, me))
  expect(await notes(ids)).toEqual(['unlucky', 'unlucky'])
})

const entries = async (id: string): Promise<number> =>
  (
    await b.db.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM audit WHERE operation_id = $1',
      [id],
    )
  ).rows[0]!.count
const notes = async (ids: readonly string[]): Promise<(string | null)[]> =>
  (
    await b.db.query<{ note: string | null }>(
      'SELECT internal_note AS note FROM authors WHERE id = ANY($1::uuid[])',
      [ids],
    )
  ).rows.map((r) => r.note)
