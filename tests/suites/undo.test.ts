/** Undo over every entity of the product: what a change did is taken back exactly. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { resources } from '#schemas/index.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { validValue } from '#tests/support/arbitrary.ts'
import { patience, runs } from '#tests/support/runs.ts'
import { openBench, type Bench } from '#tests/support/writes.ts'
import { Problem } from '#server/base/problem.ts'
import { compileAccess } from '#server/permissions/access.ts'
import type { Access } from '#server/permissions/types.ts'
import { rules } from '#server/rules/index.ts'
import { fillRows } from '#server/store/fill/fill.ts'
import { bulkRequest } from '#server/operations/body.ts'
import { applyBulk, planBulk } from '#server/operations/bulk.ts'
import type { BulkDo, OperationParts } from '#server/operations/types.ts'
import { tryUndo, undo } from '#server/operations/undo.ts'

vi.setConfig({ testTimeout: patience(240_000) })

const ROWS = 4
/** Values that cannot be made up, and what is stored encrypted: that never comes back. */
const LEFT_OUT = new Set(['secret', 'image', 'file', 'images', 'files', 'state', 'json'])
/** Tables of what happened, of what is made from it, and numbers that are never given twice. */
const HAPPENED =
  /^(audit|operation|jobs|idempotency|drizzle|schema_|record_followers|deliveries|metric_|sequences)/
/** Columns that never return: of every record, and the revision that later subscribers get of a plan. */
const NEVER_BACK = "'version', 'updated_at', 'updated_by', 'revision'"

let b: Bench
let parts: OperationParts
let me: Access
const ids = new Map<string, readonly string[]>()
const effective = new Map<string, number>()

const rowsOf = async ({ table }: ResourceModel): Promise<string[]> =>
  (
    await b.db.query<{ id: string }>(
      `SELECT id FROM "${table}" WHERE deleted_at IS NULL ORDER BY id LIMIT ${ROWS}`,
    )
  ).rows.map((row) => row.id)

/** Fills collections after those they refer to. */
const fillAll = async (): Promise<void> => {
  let open = b.model.resources.filter((r) => !r.readOnly)
  for (let before = -1; open.length !== before;) {
    before = open.length
    const refused: ResourceModel[] = []
    for (const resource of open) {
      try {
        await fillRows(b.parts, resource.collection, ROWS)
      } catch {
        // What it needs is not there yet.
        refused.push(resource)
      }
    }
    open = refused
  }
  await b.db.query(
    'UPDATE services s SET "category" = c."category" FROM service_sub_categories c WHERE c.id = s."sub_category"',
  )
  for (const resource of b.model.resources) ids.set(resource.collection, await rowsOf(resource))
}

beforeAll(async () => {
  b = await openBench(resources, rules)
  await fillAll()
  const person = b.model.resources.find((r) => r.person)!
  parts = {
    db: b.db,
    model: b.model,
    resources,
    writer: b.writer,
    accessFor: (actor) => compileAccess(b.model, actor),
    enqueue: () => Promise.resolve(''),
  }
  me = compileAccess(b.model, {
    kind: 'person',
    accountId: 'account',
    personId: ids.get(person.collection)![0]!,
    name: 'M',
    tenant: null,
    roleIds: [],
    grants: [{ allow: ['*'], deny: [] }],
    provedAt: Date.now(),
  })
}, 240_000)
afterAll(() => b?.db.close())

/** Every live row of every other table, logs aside. */
const everything = async () => {
  const { rows: tables } = await b.db.query<{ name: string; trash: boolean }>(
    `SELECT t.table_name AS name, EXISTS (SELECT 1 FROM information_schema.columns c WHERE c.table_schema = t.table_schema AND c.table_name = t.table_name AND c.column_name = 'deleted_at') AS trash
FROM information_schema.tables t WHERE t.table_schema = current_schema() AND t.table_type = 'BASE TABLE'`,
  )
  const logs = new Set(b.model.resources.filter((r) => r.log).map((r) => r.table))
  const kept = tables.filter(({ name }) => !HAPPENED.test(name) && !logs.has(name))
  const texts = kept.map(
    ({ name, trash }) =>
      `SELECT '${name}' AS t, to_jsonb(x) - ARRAY[${NEVER_BACK}] AS r FROM "${name}" x${trash ? ' WHERE deleted_at IS NULL' : ''}`,
  )
  return (await b.db.query<Record<string, unknown>>(`${texts.join(' UNION ALL ')} ORDER BY 1, 2`))
    .rows
}

/** Every change of many records that the schema allows and lets be undone. */
const changesOf = (resource: ResourceModel): fc.Arbitrary<BulkDo> => {
  const targets = (collection: string) => ids.get(collection) ?? []
  const patches = resource.fields
    .filter((f) => !f.derived && !LEFT_OUT.has(f.kind))
    .map((field) =>
      validValue(field, targets).map((value: Json): BulkDo => ({ patch: { [field.name]: value } })),
    )
  const moves = resource.transitions
    .filter((t) => t.undo)
    .map((t) => fc.constant<BulkDo>({ transition: t.name, input: { reason: 'r' } }))
  return fc.oneof(fc.constant<BulkDo>({ delete: true }), ...patches, ...moves)
}

const codeOf = (error: unknown): string => {
  if (error instanceof Problem) return error.code
  throw error
}

/** Carries a bulk out; undefined if it is refused as a whole or needs an approval. */
const carriedOut = async (resource: ResourceModel, what: BulkDo): Promise<string | undefined> => {
  const body = { ids: ids.get(resource.collection)!, do: what }
  const ask = (more: object) => bulkRequest(b.model, resource, me, { ...body, ...more })
  try {
    const plan = await planBulk(parts, resource, ask({ dryRun: true }), me)
    if (plan.approvals.length || !plan.counts.done) return undefined
    const apply = ask({ planHash: plan.planHash })
    await b.db.transaction((tx) => applyBulk(parts, tx, resource, apply, me))
    return plan.operationId
  } catch (error) {
    codeOf(error)
    return undefined
  }
}

const undone = (id: string) => b.db.transaction((tx) => undo(parts, tx, id, me))

test.each(Object.values(resources).map((r) => r.permission))(
  'undoing a change of %s restores all data',
  async (entity) => {
    const resource = b.of(entity)
    if (resource.readOnly || resource.appendOnly || !ids.get(resource.collection)?.length) return
    await fc.assert(
      fc.asyncProperty(changesOf(resource), async (what) => {
        // Once before: it sets right what records that were made up say of each other.
        const settling = await carriedOut(resource, what)
        if (settling !== undefined) await undone(settling)
        const was = await everything()
        const id = await carriedOut(resource, what)
        if (id === undefined) {
          expect(await everything()).toEqual(was)
          return
        }
        const after = await everything()
        const tried = await tryUndo(parts, id, me)
        expect(
          tried.refusals.map((r) => [r.collection, r.code, r.message]),
          JSON.stringify(tried.counts),
        ).toEqual([])
        const first = await undone(id)
        expect(await everything()).toEqual(was)
        effective.set(entity, (effective.get(entity) ?? 0) + 1)
        const second = await undone(first.operationId)
        expect(await everything()).toEqual(after)
        await undone(second.operationId)
        expect(await everything()).toEqual(was)
      }),
      { ...runs(3), interruptAfterTimeLimit: patience(200_000) },
    )
  },
)

test.each(['low', 'high', 'urgent'])(
  'undoing a priority change restores the ticket deadlines: %s',
  async (priority) => {
    const tickets = b.of('ticket')
    const deadlines = () =>
      b.db.query('SELECT priority, first_reply_due_at, resolve_due_at FROM tickets ORDER BY id')
    for (const back of ['normal', priority] as const) {
      await carriedOut(tickets, { patch: { priority: back } })
      const was = (await deadlines()).rows
      const id = await carriedOut(tickets, { patch: { priority: back === 'low' ? 'high' : 'low' } })
      if (id === undefined) continue
      expect((await deadlines()).rows).not.toEqual(was)
      await undone(id)
      expect((await deadlines()).rows).toEqual(was)
    }
  },
)

test('undoing another customer of tickets takes their conversations back, too', async () => {
  const tickets = b.of('ticket')
  for (const id of ids.get(tickets.collection)!) {
    const { rows } = await b.db.query<{ customer: string }>(
      'SELECT customer FROM tickets WHERE id = $1',
      [id],
    )
    await b.writer.create(
      b.of('conversation'),
      { subject: 'Talk', kind: 'ticket', customer: rows[0]!.customer, ticket: id },
      b.as(),
    )
  }
  const customers = async () =>
    (
      await b.db.query(
        'SELECT t.id, t.customer, v.customer AS of FROM tickets t JOIN conversations v ON v.ticket = t.id ORDER BY t.id, v.id',
      )
    ).rows
  const was = await customers()
  const to = ids.get('customers')!.at(-1)!
  const id = (await carriedOut(tickets, { patch: { customer: to } }))!
  expect(await customers()).not.toEqual(was)
  const { operationId } = await undone(id)
  expect(await customers()).toEqual(was)
  const { rows } = await b.db.query<{ refused: number }>(
    "SELECT (counts->>'refused')::int AS refused FROM operations WHERE id = $1",
    [operationId],
  )
  expect(rows).toEqual([{ refused: 0 }])
})

test('more than half of the entities had changes to undo', () => {
  expect(effective.size).toBeGreaterThan(Object.keys(resources).length / 2)
})
