import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { defineResource, defineResources, text, z } from '#schemas/define/index.ts'
import type { Json } from '#model/types.ts'
import { libraryResources } from '#tests/toy.ts'
import { patience, runs } from '#tests/support/runs.ts'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'
import { silentLog } from '#tests/support/database.ts'
import { deferred } from '#tests/support/deferred.ts'
import { createJobs, type Jobs } from '../jobs/queue.ts'
import { compileAccess } from '../permissions/access.ts'
import type { Access, Actor } from '../permissions/types.ts'
import { Problem } from '../base/problem.ts'
import type { RuleBook } from '../store/write/rules.ts'
import { writeNote } from '../timeline/write.ts'
import { applyBulk, carriedBulk, planBulk } from './bulk.ts'
import { dryRun } from './carryOut.ts'
import { bulkRequest } from './body.ts'
import { operationHandler } from './handler.ts'
import { myOperations, oneOperation, operationRows } from './read.ts'
import { CHUNK, OPERATION_JOB, type OperationParts } from './types.ts'
import { tryUndo, undo } from './undo.ts'

vi.setConfig({ testTimeout: patience(240_000) })

const { author } = libraryResources
const resources = defineResources({
  ...libraryResources,
  author: {
    ...author,
    states: {
      active: { to: { blocked: 'Block', retired: 'Retire' } },
      blocked: { to: { active: 'Unblock' }, undo: true },
      retired: { final: true },
    },
    actions: { promote: { label: 'Promote', undo: true }, pay: { label: 'Pay' } },
  } as typeof author,
  /** What happened to shelves. */
  remark: defineResource({
    name: 'remarks',
    path: false,
    permission: 'remark',
    label: { one: 'Remark', many: 'Remarks' },
    title: 'about',
    shape: z.object({ about: text(80) }),
    appendOnly: 'log',
  }),
})

/** Controls what the author rules refuse, when they fail as if the process died, and where they wait. */
const rule: {
  refuse?: (name: string) => boolean
  dies?: (name: string) => boolean
  waits?: (name: string) => Promise<void> | undefined
} = {}
const rules: RuleBook = {
  author: {
    async beforeWrite({ after }) {
      if (after) await rule.waits?.(String(after.name))
      if (after && rule.refuse?.(String(after.name))) {
        throw new Problem(409, 'frozen', 'Not this one.')
      }
      if (after && rule.dies?.(String(after.name))) throw new Error('died')
    },
    actions: {
      promote: (row) => ({ values: { rank: Number(row.rank) + 1 } }),
      pay: () => undefined,
    },
  },
  shelf: {
    async afterWrite({ after }, { others }) {
      await others.create('remarks', { about: String(after?.name) })
    },
  },
}

let b: Bench
let parts: OperationParts
let jobs: Jobs
let me: Access
let n = 0

const member = async (allow: string[], more: Partial<Actor> = {}): Promise<Access> => {
  const grants = { allow, deny: [] }
  const role = await b.writer.create(b.of('memberRole'), { name: `r${++n}`, grants }, b.as())
  const person = await b.writer.create(
    b.of('member'),
    { name: `M${n}`, email: `m${n}@example.com`, roles: [role.id] },
    { ...b.as(), set: { state: 'active' } },
  )
  return compileAccess(b.model, {
    kind: 'person',
    accountId: `account${n}`,
    personId: person.id,
    name: `M${n}`,
    tenant: null,
    roleIds: [role.id],
    grants: [grants],
    provedAt: Date.now(),
    ...more,
  })
}

beforeAll(async () => {
  b = await openBench(resources, rules)
  jobs = createJobs(b.db, {
    handlers: { [OPERATION_JOB]: (job) => operationHandler(parts)(job) },
    log: silentLog,
    timing: { pollMs: 20, retryMs: 5, leaseMs: 60_000, maxAttempts: 3 },
  })
  parts = {
    db: b.db,
    model: b.model,
    resources,
    writer: b.writer,
    accessFor: (actor) => compileAccess(b.model, actor),
    enqueue: (...job) => jobs.enqueue(...job),
  }
  me = await member(['*'])
  await jobs.start()
}, 120_000)
beforeEach(() => {
  rule.refuse = rule.dies = rule.waits = undefined
})
afterAll(async () => {
  await jobs?.stop(0)
  await b?.db.close()
})

const authors = () => b.of('author')
/** Creates authors with a unique tag. */
const make = async (count: number): Promise<{ tag: string; ids: string[] }> => {
  const tag = `t${++n}`
  const rows = Array.from({ length: count }, (_, i) => ({
    row: i + 1,
    data: { name: `${tag} ${i}`, email: `${tag}-${i}@example.com`, tags: [tag], rank: i },
  }))
  const { rows: made } = await b.writer.importRows(authors(), rows, { mode: 'partial' }, b.as())
  return { tag, ids: made.map((r) => r.id!) }
}
const request = (body: object, access = me) => bulkRequest(b.model, authors(), access, body)
const plan = (body: object, access = me) =>
  planBulk(parts, authors(), request({ ...body, dryRun: true }, access), access)
const apply = (body: object, planHash: string, access = me) =>
  b.db.transaction((tx) =>
    applyBulk(parts, tx, authors(), request({ ...body, planHash }, access), access),
  )
const undoIt = (id: string, access = me) => b.db.transaction((tx) => undo(parts, tx, id, access))
const ended = (id: string, access = me) =>
  vi.waitFor(
    async () => {
      const found = await oneOperation(b.db.query, b.model, access, id)
      expect(found.state).not.toBe('running')
      return found
    },
    { timeout: 120_000, interval: 20 },
  )
const bulk = async (body: object, access = me) => {
  const planned = await plan(body, access)
  const { operationId } = await apply(body, planned.planHash, access)
  return { planned, done: await ended(operationId, access) }
}
const byTag = (tag: string, expected: number) => ({ filter: { tags: { has: tag } }, expected })
const patch = (values: Record<string, Json>) => ({ do: { patch: values } })

/** Tables of what happened, and of who does it: a write and its undo add to these. */
const HAPPENED = /^(audit|operation|job|idempotency|drizzle|schema_|member)/
/**
 * Returns every live row of every other table, without its version and its writers and times.
 */
const everything = async () => {
  const { rows: tables } = await b.db.query<{ name: string; trash: boolean }>(
    `SELECT t.table_name AS name, EXISTS (SELECT 1 FROM information_schema.columns c WHERE c.table_schema = t.table_schema AND c.table_name = t.table_name AND c.column_name = 'deleted_at') AS trash
FROM information_schema.tables t WHERE t.table_schema = current_schema() AND t.table_type = 'BASE TABLE'`,
  )
  const kept = tables.filter(({ name }) => !HAPPENED.test(name))
  expect(kept.map((t) => t.name)).toEqual(expect.arrayContaining(['authors', 'books']))
  const parts = kept.map(
    ({ name, trash }) =>
      `SELECT '${name}' AS t, to_jsonb(x) - ARRAY['version', 'updated_at', 'updated_by'] AS r FROM "${name}" x${trash ? ' WHERE deleted_at IS NULL' : ''}`,
  )
  return (await b.db.query<Record<string, unknown>>(`${parts.join(' UNION ALL ')} ORDER BY 1, 2`))
    .rows
}
const rankOf = async (ids: readonly string[]) =>
  (
    await b.db.query<{ rank: number }>(
      'SELECT rank FROM authors WHERE id = ANY($1::uuid[]) ORDER BY array_position($1::uuid[], id)',
      [ids],
    )
  ).rows.map((r) => r.rank)

test('an undo keeps the log of what it undoes and adds its own entry', async () => {
  const shelves = b.of('shelf')
  const { id, version } = await b.writer.create(shelves, { name: 'Old' }, b.as())
  const operationId = randomUUID()
  await b.writer.update(
    shelves,
    id,
    version,
    { name: 'New' },
    { access: me, operationId, channel: 'api', requestId: operationId },
  )
  expect(await tryUndo(parts, operationId, me)).toMatchObject({
    counts: { done: 1, refused: 0 },
    refusals: [],
  })
  await undoIt(operationId)
  const { rows } = await b.db.query('SELECT about FROM remarks ORDER BY id')
  expect(rows).toEqual([{ about: 'Old' }, { about: 'New' }, { about: 'Old' }])
})

test('a bulk operation changes the planned rows and reports the outcome of each', async () => {
  const { tag, ids } = await make(6)
  rule.refuse = (name) => name.endsWith(' 3')
  const body = { ...byTag(tag, 6), ...patch({ rank: 2 }) }
  const planned = await plan(body)
  expect(planned).toMatchObject({
    count: 6,
    estimate: false,
    counts: { done: 4, unchanged: 1, refused: 1, changed: 0, gone: 0 },
    reasons: [{ code: 'frozen', count: 1 }],
    refusals: [{ id: ids[3], title: `${tag} 3`, code: 'frozen', message: 'Not this one.' }],
  })
  expect(planned.rows[0]).toEqual({
    collection: 'authors',
    id: ids[0],
    title: `${tag} 0`,
    changes: { rank: [0, 2] },
  })
  expect(await rankOf(ids)).toEqual([0, 1, 2, 3, 4, 5])

  await b.writer.patch(authors(), ids[1]!, 1, { rank: 9 }, b.as())
  await b.writer.remove(authors(), ids[5]!, 1, { purge: true }, b.as())
  const { operationId, jobId } = await apply(body, planned.planHash)
  expect(jobId).toBeNull()
  const { data } = await operationRows(b.db.query, b.model, me, operationId, {
    limit: 50,
    after: 0,
    outcome: undefined,
  })
  expect(data.map((r) => r.outcome)).toEqual([
    'done',
    'changed',
    'unchanged',
    'refused',
    'done',
    'gone',
  ])
  expect(await rankOf(ids)).toEqual([2, 9, 2, 3, 2])
})

test('an empty selection, a wrong count or the plan of another request changes nothing', async () => {
  const { tag, ids } = await make(2)
  const change = patch({ rank: 500 })
  const failing = async (body: object) => {
    const { status, code } = await problemOf(plan(body))
    return [status, code]
  }
  const none = async (body: object) => {
    try {
      request(body)
    } catch (error) {
      return error instanceof Problem ? [error.status, error.code] : error
    }
  }
  expect(await none({ ...change })).toEqual([400, 'empty_selection'])
  expect(await none({ ids: [], ...change })).toEqual([400, 'empty_selection'])
  expect(await none({ filter: {}, ...change })).toEqual([422, 'invalid'])
  expect(await failing({ ids: [randomUUID()], ...change })).toEqual([400, 'empty_selection'])
  expect(await failing({ ...byTag(tag, 3), ...change })).toEqual([409, 'count_differs'])
  expect(await problemOf(plan({ ...byTag(tag, 3), ...change }))).toMatchObject({
    expected: 3,
    count: 2,
  })

  const { planHash } = await plan({ ids, ...change })
  expect(await problemOf(apply({ ids, ...patch({ rank: 501 }) }, planHash))).toMatchObject({
    code: 'plan_differs',
  })
  const other = await member(['author.*'])
  expect(await problemOf(apply({ ids, ...change }, planHash, other))).toMatchObject({
    code: 'plan_gone',
  })
  expect(
    await problemOf(
      b.db.transaction((tx) => applyBulk(parts, tx, authors(), request({ ids, ...change }), me)),
    ),
  ).toMatchObject({ status: 428, code: 'plan_required' })
  expect(await rankOf(ids)).toEqual([0, 1])
  await apply({ ids, ...change }, planHash)
  expect(await problemOf(apply({ ids, ...change }, planHash))).toMatchObject({ code: 'plan_gone' })
})

test('a caller can neither bulk edit rows out of reach nor see or undo other people’s operations', async () => {
  const { tag, ids } = await make(3)
  const tenant = await member(['author.*'], { tenant: ids[0]! })
  expect(await problemOf(plan({ ...byTag(tag, 3), ...patch({ rank: 7 }) }, tenant))).toMatchObject({
    count: 1,
  })
  const planned = await plan({ ids, ...patch({ rank: 7 }) }, tenant)
  expect(planned.count).toBe(1)
  const reading = await member(['*.list', '*.read'])
  expect(await problemOf(plan({ ids, ...patch({ rank: 7 }) }, reading))).toMatchObject({
    status: 403,
  })
  const { done } = await bulk({ ids, ...patch({ rank: 8 }) })
  for (const access of [tenant, reading]) {
    expect(await problemOf(tryUndo(parts, done.id, access))).toMatchObject({ status: 404 })
    expect(await problemOf(undoIt(done.id, access))).toMatchObject({ status: 404 })
    expect(await problemOf(oneOperation(b.db.query, b.model, access, done.id))).toMatchObject({
      status: 404,
    })
  }
  expect(
    (await myOperations(b.db.query, b.model, tenant, { limit: 9, before: undefined })).data,
  ).toEqual([])
  const helper = await member(['author.*'])
  await undoIt(done.id, helper)
  expect(await rankOf(ids)).toEqual([0, 1, 2])
})

test('only who did it reads why a row was refused, since that may speak of records others cannot see', async () => {
  const { ids } = await make(2)
  const code = `c${++n}`
  await b.writer.create(b.of('book'), { title: 'Unseen', code, author: ids[0]! }, b.as())
  const { done } = await bulk({ ids, do: { delete: true } })
  expect(done.counts).toMatchObject({ done: 1, refused: 1 })
  const refusedFor = async (access: Access) => {
    const asked = { limit: 9, after: 0, outcome: 'refused' } as const
    return (await operationRows(b.db.query, b.model, access, done.id, asked)).data
  }
  const [mine] = await refusedFor(me)
  expect(mine).toMatchObject({ id: ids[0], code: 'referenced' })
  expect(JSON.stringify(mine)).toMatch(/1 book/i)
  const [theirs] = await refusedFor(await member(['author.*']))
  expect(theirs).toMatchObject({ id: ids[0], code: 'referenced', message: null })
  expect(JSON.stringify(theirs)).not.toMatch(/book/i)
})

test('a role that undoes on some rows only opens no operations of others', async () => {
  const { ids } = await make(2)
  const { done } = await bulk({ ids, ...patch({ rank: 8 }) })
  const reader = { allow: ['author.list', 'author.read', 'author.field.*'], deny: [] }
  const undoer = {
    allow: ['author.undo', 'author.update'],
    deny: [],
    rows: { author: { rank: 1 } },
  }
  const both = await member([], { grants: [reader, undoer] })
  expect(await problemOf(oneOperation(b.db.query, b.model, both, done.id))).toMatchObject({
    status: 404,
  })
  expect(await problemOf(undoIt(done.id, both))).toMatchObject({ status: 404 })
})

test('a killed bulk job resumes without repeating or skipping rows', async () => {
  const { tag, ids } = await make(450)
  let deaths = 0
  rule.dies = (name) => name === `${tag} 301` && jobsRan() && ++deaths <= 2
  let carrying = false
  const jobsRan = () => carrying
  const body = { ...byTag(tag, 450), do: { action: 'promote' } }
  const planned = await plan(body)
  carrying = true
  const { operationId } = await apply(body, planned.planHash)
  const done = await ended(operationId)
  expect([deaths, done.counts]).toEqual([3, { ...planned.counts, done: 450 }])
  expect(await rankOf(ids)).toEqual(ids.map((_, i) => i + 1))
  const { rows } = await b.db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM audit WHERE operation_id = $1',
    [operationId],
  )
  expect(rows[0]!.count).toBe(450)
})

test('a job cancelled between chunks keeps the changes made so far, and they can be undone', async () => {
  const { tag, ids } = await make(600)
  const body = { ...byTag(tag, 600), ...patch({ rank: 777 }) }
  const planned = await plan(body)
  // The second chunk of rows waits at its tenth row until the job is cancelled.
  const [reached, cancelled] = [deferred(), deferred()]
  rule.waits = (name) => {
    if (name !== `${tag} ${CHUNK + 10}`) return undefined
    reached.resolve()
    return cancelled.promise
  }
  const started = await apply(body, planned.planHash)
  await reached.promise
  await jobs.cancel(started.jobId!, me)
  cancelled.resolve()
  const done = await ended(started.operationId)
  expect([done.state, done.counts?.done]).toEqual(['cancelled', CHUNK])
  expect(await rankOf(ids)).toEqual(ids.map((_, i) => (i < CHUNK ? 777 : i)))
  const back = await undoIt(done.id)
  await ended(back.operationId)
  expect(await rankOf(ids)).toEqual(ids.map((_, i) => i))
})

test('an undo skips rows that were changed since, and names who changed what', async () => {
  const { tag, ids } = await make(300)
  const { done } = await bulk({ ...byTag(tag, 300), ...patch({ rank: 900 }) })
  const eve = await member(['author.*'])
  const as = { ...b.as(), access: eve }
  await b.writer.patch(authors(), ids[7]!, 2, { rank: 5 }, as)
  await b.writer.patch(authors(), ids[11]!, 2, { name: `${tag} new` }, as)
  const tried = await tryUndo(parts, done.id, me)
  expect(tried.counts).toEqual({ done: 298, unchanged: 0, refused: 0, changed: 2, gone: 0 })
  expect(
    tried.refusals.map((r) => [r.id, r.outcome, r.later]).sort((x, y) => (x[0]! < y[0]! ? -1 : 1)),
  ).toMatchObject([
    [ids[7], 'changed', [{ by: eve.actor.name, action: 'update', fields: ['rank'] }]],
    [ids[11], 'changed', [{ by: eve.actor.name, action: 'update', fields: ['name'] }]],
  ])
  // Fields and people that the caller may not read are not named.
  const blind = compileAccess(b.model, {
    ...me.actor,
    grants: [{ allow: ['*'], deny: ['author.field.rank.read', 'member.*'] }],
  })
  const less = await tryUndo(parts, done.id, blind)
  expect(less.refusals.flatMap((r) => (r.later ? [r.later] : []))).toEqual(
    expect.arrayContaining([
      [expect.objectContaining({ by: null, fields: [] })],
      [expect.objectContaining({ by: null, fields: ['name'] })],
    ]),
  )
  const back = await undoIt(done.id)
  expect((await ended(back.operationId)).counts).toEqual(tried.counts)
  expect(await rankOf(ids)).toEqual(
    ids
      .map((_, i) => i)
      .with(7, 5)
      .with(11, 900),
  )
  expect(await problemOf(undoIt(done.id))).toMatchObject({ code: 'already_undone' })
})

test('the reason of a bulk operation is recorded with each change, for every kind of change', async () => {
  const { ids } = await make(3)
  const reasons = async () =>
    (await b.audit('author')).filter((e) => e.record_id === ids[2]).map((e) => [e.action, e.reason])
  const doing = (what: object, reason: string) => bulk({ ids, do: what, reason })
  await doing({ patch: { rank: 900 } }, 'Because 1')
  await doing({ action: 'promote' }, 'Because 2')
  await doing({ transition: 'blocked' }, 'Because 3')
  await doing({ delete: true }, 'Because 4')
  await doing({ restore: true }, 'Because 5')
  await doing({ purge: true }, 'Because 6')
  const found = (await reasons()).filter(([, reason]) => reason)
  expect(found.map(([action]) => action)).toEqual([
    'update',
    'promote',
    'transition',
    'delete',
    'restore',
    'purge',
  ])
  expect(found.map(([, reason]) => reason)).toEqual([1, 2, 3, 4, 5, 6].map((i) => `Because ${i}`))
})

test('an undo that restores nothing leaves the operation undoable', async () => {
  for (const count of [3, 60]) {
    const { tag, ids } = await make(count)
    const { done } = await bulk({ ...byTag(tag, count), ...patch({ rank: 500 }) })
    const edited = { ids, ...patch({ country: 'IT' }) }
    const theirs = await bulk(edited)
    const nothing = await ended((await undoIt(done.id)).operationId)
    expect(nothing.counts).toMatchObject({ done: 0, changed: count })
    expect(await oneOperation(b.db.query, b.model, me, done.id)).toMatchObject({
      canUndo: true,
      undoneBy: null,
    })
    const first = await ended((await undoIt(theirs.done.id)).operationId)
    await bulk({ ids, ...patch({ name: `${tag} again` }) })
    const second = await ended((await undoIt(first.id)).operationId)
    expect(second.counts).toMatchObject({ done: 0, changed: count })
    const see = (id: string) => oneOperation(b.db.query, b.model, me, id)
    expect(await see(theirs.done.id)).toMatchObject({ canUndo: false, undoneBy: first.id })
    expect(await see(first.id)).toMatchObject({ canUndo: true })
  }
})

test('an undo cancelled before it restores anything leaves the operation undoable', async () => {
  const { tag } = await make(60)
  const { done } = await bulk({ ...byTag(tag, 60), ...patch({ rank: 500 }) })
  await jobs.stop(0)
  const begun = await undoIt(done.id)
  expect(await problemOf(undoIt(done.id))).toMatchObject({ code: 'already_undone' })
  await jobs.cancel(begun.jobId!, me)
  await jobs.start()
  const rowsWith = (outcome: 'done' | 'not_processed') =>
    operationRows(b.db.query, b.model, me, begun.operationId, { limit: 200, after: 0, outcome })
  expect((await rowsWith('not_processed')).data).toHaveLength(60)
  expect((await rowsWith('done')).data).toHaveLength(0)
  expect(await oneOperation(b.db.query, b.model, me, done.id)).toMatchObject({ canUndo: true })
  await ended((await undoIt(done.id)).operationId)
  expect(await oneOperation(b.db.query, b.model, me, done.id)).toMatchObject({ canUndo: false })
})

test('a dry run stops at its time limit and marks its counts as an estimate', async () => {
  const { ids } = await make(250)
  const what = { patch: { rank: 777 } }
  const { operationId } = await plan({ ids, do: what })
  const carried = carriedBulk(parts, authors(), operationId, { do: what, count: 250 }, me)
  let now = 0
  const tried = await dryRun(parts.db, carried, () => (now += 11_000))
  expect(tried).toMatchObject({ examined: 200, estimate: true, counts: { done: 200 } })
  expect(await dryRun(parts.db, carried)).toMatchObject({ examined: 250, estimate: false })
})

test('permanent deletes, secrets and transitions declared irreversible cannot be undone', async () => {
  const { ids } = await make(5)
  const as = { ...b.as(), access: me }
  const refused = async (id: string) => (await problemOf(undoIt(id))).code
  await b.writer.transition(authors(), { id: ids[0]!, version: 1 }, 'retired', undefined, as)
  expect(await refused(as.operationId)).toBe('not_undoable')
  const purge = { ...b.as(), access: me }
  await b.writer.remove(authors(), ids[1]!, 1, { purge: true }, purge)
  expect(await refused(purge.operationId)).toBe('not_undoable')
  const secret = { ...b.as(), access: me }
  await b.writer.patch(authors(), ids[2]!, 1, { payoutAccount: 'PT50', rank: 8 }, secret)
  const { operationId } = await undoIt(secret.operationId)
  expect((await oneOperation(b.db.query, b.model, me, operationId)).counts).toMatchObject({
    done: 0,
    refused: 1,
  })
  expect(await rankOf([ids[2]!])).toEqual([8])
})

type Step = 'patch' | 'block' | 'promote' | 'delete' | 'create' | 'import'
const steps: readonly Step[] = ['patch', 'block', 'promote', 'delete', 'create', 'import']

test('an undo restores the previous state, and undoing the undo restores the change', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...steps),
      fc.integer({ min: 1, max: 70 }),
      fc.record({
        rank: fc.integer({ min: 0, max: 1000 }),
        country: fc.constantFrom('PT', 'IT', null),
      }),
      async (step, count, values) => {
        const { tag, ids } = await make(count)
        const was = await everything()
        const as = { ...b.as(), access: me }
        let id = as.operationId
        if (step === 'create') {
          await b.writer.create(authors(), { name: tag, email: `${tag}@x.example.com` }, as)
        } else if (step === 'import') {
          const rows = ids.map((_, i) => ({
            row: i,
            data: { email: `${tag}-${i * 2}@example.com`, name: `${tag} again ${i}`, rank: i + 1 },
          }))
          const options = { mode: 'partial', upsertBy: 'email' } as const
          await b.writer.importRows(authors(), rows, options, as)
        } else {
          const does = {
            patch: { patch: values },
            block: { transition: 'blocked' },
            promote: { action: 'promote' },
            delete: { delete: true },
          }[step]
          id = (await bulk({ ...byTag(tag, count), do: does })).done.id
        }
        const after = await everything()
        const did = await b.db.query('SELECT 1 FROM operations WHERE id = $1', [id])
        expect(did.rowCount).toBe(1)
        if (JSON.stringify(after) === JSON.stringify(was)) return
        const first = await undoIt(id)
        await ended(first.operationId)
        expect(await everything()).toEqual(was)
        const second = await undoIt(first.operationId)
        await ended(second.operationId)
        expect(await everything()).toEqual(after)
      },
    ),
    runs(12),
  )
})

test('a dry run predicts the counts of the real run and changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 80 }), { minLength: 1, maxLength: 80 }),
      fc.constantFrom<object>(
        { patch: { rank: 4 } },
        { patch: { email: 'one@same.example.com' } },
        { transition: 'blocked' },
        { delete: true },
      ),
      async (odd, what) => {
        const { tag, ids } = await make(81)
        await b.writer.create(
          b.of('book'),
          { title: tag, code: tag, author: ids[odd[0]!]! },
          b.as(),
        )
        const names = new Set(odd.map((i) => `${tag} ${i}`))
        rule.refuse = (name) => names.has(name)
        const was = await everything()
        const body = { ...byTag(tag, 81), do: what }
        const planned = await plan(body)
        expect(await everything()).toEqual(was)
        const { operationId } = await apply(body, planned.planHash)
        expect((await ended(operationId)).counts).toEqual(planned.counts)
      },
    ),
    runs(6),
  )
})

type Edit = 'rank' | 'name' | 'note' | 'trash' | 'purge' | 'back'
const edits: readonly Edit[] = ['rank', 'name', 'note', 'trash', 'purge', 'back']

test('an undo after interleaved edits restores exactly the unchanged rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<'bulk' | 'import'>('bulk', 'import'),
      fc.uniqueArray(
        fc.record({ at: fc.integer({ min: 0, max: 69 }), edit: fc.constantFrom(...edits) }),
        { selector: (e) => e.at, maxLength: 25 },
      ),
      async (kind, changes) => {
        const { tag, ids } = await make(70)
        const imported = { ...b.as(), access: me }
        let id = imported.operationId
        if (kind === 'bulk') {
          id = (await bulk({ ...byTag(tag, 70), ...patch({ rank: 900 }) })).done.id
        } else {
          const rows = ids.map((_, i) => ({
            row: i,
            data: { email: `${tag}-${i}@example.com`, rank: 900 },
          }))
          await b.writer.importRows(
            authors(),
            rows,
            { mode: 'partial', upsertBy: 'email' },
            imported,
          )
        }
        const edited = new Map(changes.map((e) => [e.at, e.edit]))
        for (const [at, edit] of edited) {
          const record = ids[at]!
          const write = (version: number, values: object) =>
            b.writer.patch(authors(), record, version, values, b.as())
          if (edit === 'rank') await write(2, { rank: 5 })
          if (edit === 'name') await write(2, { name: `${tag} new` })
          // Even an edit that was taken back: somebody looked at the record after the operation.
          if (edit === 'back') {
            await write(2, { rank: 5 })
            await write(3, { rank: 900 })
          }
          if (edit === 'trash' || edit === 'purge') {
            await b.writer.remove(authors(), record, 2, { purge: edit === 'purge' }, b.as())
          }
          if (edit === 'note') {
            const about = { resource: authors(), id: record, context: { ...b.as(), access: me } }
            await writeNote({ db: b.db, model: b.model }, about, 'This changes nothing.')
          }
        }
        const back = await undoIt(id)
        const { counts } = await ended(back.operationId)
        const touched = changes.filter((e) => e.edit !== 'note')
        const purged = touched.filter((e) => e.edit === 'purge').length
        expect(counts).toEqual({
          done: 70 - touched.length,
          unchanged: 0,
          refused: 0,
          changed: touched.length - purged,
          gone: purged,
        })
        const { rows } = await b.db.query<{ id: string; rank: number }>(
          'SELECT id, rank FROM authors WHERE id = ANY($1::uuid[])',
          [ids],
        )
        const ranks = new Map(rows.map((row) => [row.id, row.rank]))
        ids.forEach((record, i) => {
          const edit = edited.get(i)
          const changed = edit === 'rank' ? 5 : 900
          const kept = edit === 'purge' ? undefined : changed
          expect(ranks.get(record)).toBe(edit === undefined || edit === 'note' ? i : kept)
        })
      },
    ),
    runs(5),
  )
})
