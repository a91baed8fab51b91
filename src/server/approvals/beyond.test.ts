/** Approvals of bulks and of new records, and requests that other records make stale. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { defineResources, int, z } from '#schemas/define/index.ts'
import type { Grants } from '#schemas/define/permissions.ts'
import type { Json } from '#model/types.ts'
import { patience } from '#tests/support/runs.ts'
import { libraryResources } from '#tests/toy.ts'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'
import { silentLog } from '#tests/support/database.ts'
import { createJobs, type Jobs } from '../jobs/queue.ts'
import { bulkRequest } from '../operations/body.ts'
import { applyBulk, planBulk } from '../operations/bulk.ts'
import { operationHandler } from '../operations/handler.ts'
import { oneOperation } from '../operations/read.ts'
import { OPERATION_JOB, type OperationParts } from '../operations/types.ts'
import { compileAccess } from '../permissions/access.ts'
import type { Access } from '../permissions/types.ts'
import { createVault } from '../secrets/vault.ts'
import type { RecordData } from '../store/types.ts'
import type { RuleBook } from '../store/write/rules.ts'
import { writeOrAsk } from './ask.ts'
import { bulkOrRequest } from './bulk.ts'
import { approve, askAgain, cancel, override } from './decide.ts'
import { requestOf } from './execute.ts'
import { approvalList, oneApproval } from './read.ts'
import { sweepApprovals } from './sweep.ts'
import type { ApprovalParts, Wanted } from './types.ts'

vi.setConfig({ testTimeout: patience(120_000) })

const { author, member, memberRole } = libraryResources
const policy = { by: 'approve', quorum: 1, expires: '72h' } as const
const resources = defineResources({
  ...libraryResources,
  author: {
    ...author,
    actions: { bind: { label: 'Bind', input: z.object({ pages: int(1, 999) }) } },
    approvals: {
      bind: policy,
      'transition.blocked': { ...policy, quorum: 2, expires: '1h' },
      internalNote: policy,
      'bulk.delete': { ...policy, when: { rows: { over: 3 } } },
      'bulk.update': { ...policy, when: { rows: { over: 60 } } },
    },
  } as typeof author,
  member: {
    ...member,
    approvals: { roles: { ...policy, when: { roles: { adds: true } } } },
  } as typeof member,
  memberRole: {
    ...memberRole,
    approvals: { grants: { ...policy, when: { grants: { adds: true } } } },
  } as typeof memberRole,
})

/** Binds the books of an author: writes the first and only looks at the second. */
const books: { id: string }[] = []
const rules: RuleBook = {
  author: {
    actions: {
      bind: async (_row, { pages }, { others, load }) => {
        const [bound, seen] = books
        if (seen) await load('books', seen.id)
        if (bound) await others.update('books', bound.id, { pages: pages as number })
        return { values: { rank: 7 } }
      },
    },
  },
}

let b: Bench
let parts: ApprovalParts
let operations: OperationParts
let jobs: Jobs
let ada: Access, bea: Access, cyn: Access
let n = 0

const personWith = async (...given: Grants[]): Promise<Access> => {
  const roleIds: string[] = []
  for (const grants of given) {
    roleIds.push(
      (await b.writer.create(b.of('memberRole'), { name: `r${++n}`, grants }, b.as())).id,
    )
  }
  const data = { name: `M${++n}`, email: `m${n}@example.com`, roles: roleIds }
  const person = await b.writer.create(b.of('member'), data, {
    ...b.as(),
    set: { state: 'active' },
  })
  return compileAccess(b.model, {
    kind: 'person',
    accountId: `account${n}`,
    personId: person.id,
    name: `M${n}`,
    tenant: null,
    roleIds,
    grants: given,
    provedAt: Date.now(),
  })
}
const all: Grants = { allow: ['*'], deny: [] }

beforeAll(async () => {
  b = await openBench(resources, rules)
  const { db, model, writer } = b
  jobs = createJobs(db, {
    log: silentLog,
    handlers: { [OPERATION_JOB]: (job) => operationHandler(operations)(job) },
    timing: { pollMs: 20, retryMs: 5, leaseMs: 60_000, maxAttempts: 3 },
  })
  const accessFor: ApprovalParts['accessFor'] = (actor) => compileAccess(model, actor)
  operations = {
    db,
    model,
    resources,
    writer,
    accessFor,
    enqueue: (...job) => jobs.enqueue(...job),
  }
  const vault = createVault('a secret of the tests, long enough to be one')
  parts = { db, model, writer, vault, accessFor, operations }
  ;[ada, bea, cyn] = [await personWith(all), await personWith(all), await personWith(all)]
  await jobs.start()
}, 120_000)
afterAll(async () => {
  await jobs?.stop(0)
  await b?.db.close()
})

const context = (access: Access) => ({
  access,
  channel: 'api' as const,
  requestId: 'request',
  operationId: randomUUID(),
})
const authors = () => b.of('author')
const make = async (count: number): Promise<{ tag: string; ids: string[] }> => {
  const tag = `t${++n}`
  const rows = Array.from({ length: count }, (_, i) => ({
    row: i + 1,
    data: { name: `${tag} ${i}`, email: `${tag}-${i}@example.com`, tags: [tag], rank: i },
  }))
  const made = await b.writer.importRows(authors(), rows, { mode: 'partial' }, b.as())
  return { tag, ids: made.rows.map((r) => r.id!) }
}
const request = (body: object, access: Access) => bulkRequest(b.model, authors(), access, body)
const plan = (body: object, access = ada) =>
  planBulk(operations, authors(), request({ ...body, dryRun: true }, access), access)
const apply = (body: object, planHash: string, access = ada) =>
  b.db.transaction((tx) =>
    bulkOrRequest(parts, tx, authors(), request({ ...body, planHash }, access), context(access)),
  )
const askFor = async (body: object, access = ada): Promise<string> => {
  const { planHash } = await plan(body, access)
  const done = await apply(body, planHash, access)
  if (!('request' in done)) throw new Error('It was done at once.')
  return done.request
}
const stateOf = async (id: string) => (await requestOf(b.db, id))!
const seen = async (id: string, access = bea) =>
  (await oneApproval(b.db, parts, access, id)) as Record<string, never>
const vote = async (access: Access, id: string) => {
  const { hash } = await stateOf(id)
  await b.db.transaction((tx) => approve(parts, { ...context(access), tx }, id, hash))
}
const again = (access: Access, id: string) => askAgain(parts, context(access), id)
const live = async (ids: readonly string[]) =>
  (
    await b.db.query<{ id: string; version: number; rank: number; state: string }>(
      'SELECT id, version, rank, state FROM authors WHERE id = ANY($1::uuid[]) AND deleted_at IS NULL ORDER BY id',
      [ids],
    )
  ).rows
const bookOf = (of: string): Promise<RecordData> =>
  b.writer.create(b.of('book'), { title: `B${++n}`, code: `C${n}`, author: of }, b.as())
const edit = async (id: string, access = cyn) => {
  const [row] = await live([id])
  return b.writer.patch(authors(), id, row!.version, { name: `Edited ${++n}` }, context(access))
}

test('a bulk action above its limit waits for approval, showing its rows, dry-run counts and first changes', async () => {
  const { tag, ids } = await make(5)
  await bookOf(ids[2]!)
  const body = { filter: { tags: { has: tag } }, expected: 5, do: { delete: true } }
  const planned = await plan(body)
  expect(planned).toMatchObject({ approvals: ['bulk.delete'], quorum: 1, counts: { done: 4 } })
  expect(
    await problemOf(
      b.db.transaction((tx) =>
        applyBulk(
          operations,
          tx,
          authors(),
          request({ ...body, planHash: planned.planHash }, ada),
          ada,
        ),
      ),
    ),
  ).toMatchObject({ status: 409, code: 'approval_needed' })
  const id = ((await apply(body, planned.planHash)) as { request: string }).request
  expect(await live(ids)).toHaveLength(5)
  expect(await seen(id)).toMatchObject({
    kind: 'delete',
    recordId: null,
    approvals: ['bulk.delete'],
    operationId: null,
    bulk: {
      count: 5,
      counts: { done: 4, refused: 1 },
      filter: { tags: { has: tag } },
      reasons: [{ code: 'referenced', message: null, count: 1 }],
    },
    used: [expect.objectContaining({ collection: 'books' })],
  })
  expect((await seen(id)).bulk).toHaveProperty('rows.length', 4)
  // The plan is used up; asking for the same again is the same request.
  expect(await problemOf(apply(body, planned.planHash))).toMatchObject({ code: 'plan_gone' })
  expect(await askFor(body)).toBe(id)
  await vote(bea, id)
  const { state, operation } = await stateOf(id)
  expect(state).toBe('applied')
  expect((await live(ids)).map((row) => row.id)).toEqual([ids[2]])
  expect(await oneOperation(b.db.query, b.model, ada, operation!)).toMatchObject({
    state: 'done',
    counts: { done: 4, refused: 1 },
    canUndo: true,
  })
  const audit = (await b.audit('author')).filter((e) => e.record_id === ids[0])
  expect(audit.at(-1)).toMatchObject({ action: 'delete', actor_name: ada.actor.name })
  const steps = (await b.audit('author')).filter((e) => e.record_id === id).map((e) => e.action)
  expect(steps).toEqual([
    'approval.requested',
    'approval.voted',
    'approval.approved',
    'approval.applied',
  ])
})

test('a bulk action within its limit runs directly, and a role may set another limit', async () => {
  const body = async (count: number) => ({ ids: (await make(count)).ids, do: { delete: true } })
  const three = await body(3)
  expect(await apply(three, (await plan(three)).planHash)).toHaveProperty('operationId')
  const limits = { 'author.bulk.delete': 5 }
  const more = compileAccess(b.model, { ...ada.actor, grants: [{ ...all, limits }] })
  const five = await body(5)
  expect(await apply(five, (await plan(five, more)).planHash, more)).toHaveProperty('operationId')
  const six = await body(6)
  expect(await apply(six, (await plan(six, more)).planHash, more)).toHaveProperty('request')
})

test('a bulk request becomes stale when one of its rows changes, and can be planned again', async () => {
  const { ids } = await make(4)
  const id = await askFor({ ids, do: { delete: true } })
  await edit(ids[1]!)
  expect(await stateOf(id)).toMatchObject({ state: 'stale' })
  expect(await problemOf(vote(bea, id))).toMatchObject({ code: 'approval_closed' })
  await sweepApprovals(parts)
  expect(await stateOf(id)).toMatchObject({ code: 'record_changed' })
  const { request: next } = (await again(ada, id)) as { request: string }
  expect(next).not.toBe(id)
  await vote(bea, next)
  expect(await live(ids)).toEqual([])
})

test('rows refused in the reviewed plan stay refused even if they have become possible', async () => {
  const { ids } = await make(4)
  const book = await bookOf(ids[0]!)
  const id = await askFor({ ids, do: { delete: true } })
  await b.writer.remove(b.of('book'), book.id, book.version, { purge: true }, context(cyn))
  expect(await stateOf(id)).toMatchObject({ state: 'pending' })
  await vote(bea, id)
  expect(await stateOf(id)).toMatchObject({ state: 'applied' })
  expect((await live(ids)).map((row) => row.id)).toEqual([ids[0]])
})

test('a bulk action whose rows need approval waits as a single request', async () => {
  const { ids } = await make(2)
  const canary = `canary${randomUUID()}`
  const block = { ids, do: { transition: 'blocked', input: { reason: 'Fraud' } } }
  expect(await plan(block)).toMatchObject({ approvals: ['transition.blocked'], quorum: 2 })
  const id = await askFor(block)
  expect(await seen(id)).toMatchObject({ kind: 'transition', input: { reason: 'Fraud' } })
  await vote(bea, id)
  expect((await live(ids)).map((row) => row.state)).toEqual(['active', 'active'])
  await vote(cyn, id)
  expect((await live(ids)).map((row) => row.state)).toEqual(['blocked', 'blocked'])

  const note = await askFor({ ids, do: { patch: { internalNote: canary } } })
  expect(JSON.stringify(await seen(note))).toContain(canary)
  const blind = await personWith({ allow: ['*'], deny: ['author.field.internalNote.read'] })
  expect(await problemOf(seen(note, blind))).toMatchObject({ status: 404 })
  const lists = await Promise.all(
    (['review', 'open', 'history'] as const).map((view) =>
      approvalList(b.db, parts, blind, view, {}),
    ),
  )
  expect(JSON.stringify(lists)).not.toContain(canary)
})

test('only people who can see every row and every filter field can review a bulk request', async () => {
  const { tag, ids } = await make(4)
  const names = ids.map((_, i) => `${tag} ${i}`)
  const id = await askFor({ ids, do: { delete: true } })
  const reach = async (given: Grants) => {
    const access = await personWith(given)
    const open = (await approvalList(b.db, parts, access, 'review', {})) as {
      data: { id: string }[]
    }
    return open.data.some((one) => one.id === id)
  }
  expect(await reach({ ...all, rows: { author: { name: names } } })).toBe(true)
  expect(await reach({ ...all, rows: { author: { email: `${tag}-0@example.com` } } })).toBe(false)
  const filtered = await askFor({
    filter: { internalNote: { isNull: true }, tags: { has: tag } },
    expected: 4,
    do: { delete: true },
  })
  const blind = await personWith({ allow: ['*'], deny: ['author.field.internalNote.read'] })
  expect(await problemOf(seen(filtered, blind))).toMatchObject({ status: 404 })
  expect((await seen(filtered)).bulk).toHaveProperty('filter.internalNote')
  // Both are about the same rows: a record's page names the bulks that it is part of.
  const about = (await approvalList(b.db, parts, bea, 'open', { record: ids[0]! })) as {
    data: { id: string }[]
  }
  expect(about.data.map((one) => one.id).toSorted()).toEqual([id, filtered].toSorted())
})

test('an approved large bulk action runs as a job until all rows are changed', async () => {
  const { ids } = await make(80)
  const id = await askFor({ ids, do: { patch: { rank: 9 } } })
  await vote(bea, id)
  const { state, operation } = await stateOf(id)
  expect(state).toBe('applied')
  await vi.waitFor(
    async () =>
      expect(await oneOperation(b.db.query, b.model, ada, operation!)).toMatchObject({
        state: 'done',
        counts: { done: 79, unchanged: 1 },
      }),
    { timeout: 30_000, interval: 20 },
  )
  expect((await live(ids)).every((row) => row.rank === 9)).toBe(true)
})

test('an edit concurrent with the last vote: all rows apply as reviewed, or none and the request is stale', async () => {
  for (let round = 0; round < 5; round++) {
    const { ids } = await make(4)
    const id = await askFor({ ids, do: { delete: true } })
    const [, edited] = await Promise.allSettled([vote(bea, id), edit(ids[3]!)])
    const { state } = await stateOf(id)
    expect(await live(ids)).toHaveLength(state === 'applied' ? 0 : 4)
    expect(edited.status).toBe(state === 'applied' ? 'rejected' : 'fulfilled')
  }
})

test('a bulk request can be cancelled and its action requested again', async () => {
  const { ids } = await make(4)
  const body = { ids, do: { delete: true } }
  const id = await askFor(body)
  await b.db.transaction((tx) => cancel(parts, { ...context(ada), tx }, id))
  expect(await stateOf(id)).toMatchObject({ state: 'cancelled' })
  expect(await live(ids)).toHaveLength(4)
  expect(await askFor(body)).not.toBe(id)
})

const bind = async (row: RecordData): Promise<string> => {
  const target = { resource: authors(), id: row.id, version: row.version }
  const wanted: Wanted = { action: 'bind', input: { pages: ++n } }
  const done = await writeOrAsk(parts, target, wanted, context(ada))
  return (done as { request: string }).request
}

test('changing a record that the effect reads or writes makes the request stale', async () => {
  const { ids } = await make(1)
  const [row] = await live(ids)
  const [first, second, third] = [
    await bookOf(ids[0]!),
    await bookOf(ids[0]!),
    await bookOf(ids[0]!),
  ]
  books.splice(0, books.length, first, second)
  for (const [book, state] of [
    [third, 'pending'],
    [second, 'stale'],
    [first, 'stale'],
  ] as const) {
    const id = await bind(row as never)
    expect(await seen(id)).toMatchObject({
      changes: { rank: [0, 7] },
      others: [{ collection: 'books', id: first.id, created: false, title: first.title }],
    })
    await b.db.transaction(async (tx) => {
      const found = await tx.query<{ version: number }>('SELECT version FROM books WHERE id = $1', [
        book.id,
      ])
      const { version } = found.rows[0]!
      await b.writer.patch(
        b.of('book'),
        book.id,
        version,
        { notes: `n${++n}` },
        { ...context(cyn), tx },
      )
      const { rows } = await tx.query('SELECT state FROM approval_requests WHERE id = $1', [id])
      expect(rows).toEqual([{ state }])
    })
  }
  const blind = await personWith({ allow: ['*'], deny: ['book.read'] })
  const id = await bind(row as never)
  expect(await seen(id, blind)).toMatchObject({ others: [] })
  const partly = await personWith({ allow: ['*'], deny: ['book.field.pages.read'] })
  expect(await seen(id, partly)).toMatchObject({ others: [{ id: first.id, changes: {} }] })
  await vote(bea, id)
  expect(await stateOf(id)).toMatchObject({ state: 'applied' })
})

test('adding roles or grants needs approval, also when creating a record; removing them does not', async () => {
  const roles = b.of('memberRole')
  const ask = async (resource: typeof roles, wanted: Wanted, row?: RecordData, access = ada) =>
    writeOrAsk(
      parts,
      { resource, id: row?.id ?? '', version: row?.version ?? 0 },
      wanted,
      context(access),
    )
  const grants = (allow: string[], more: Record<string, Json> = {}) => ({
    allow,
    deny: [],
    ...more,
  })
  const create = { name: `New ${++n}`, grants: grants(['book.*']) }
  const { request: id } = (await ask(roles, { create })) as { request: string }
  expect(await seen(id)).toMatchObject({
    kind: 'create',
    recordId: null,
    title: create.name,
    changes: { grants: [null, create.grants] },
  })
  const none = await b.db.query('SELECT 1 FROM member_roles WHERE name = $1', [create.name])
  expect(none.rowCount).toBe(0)
  expect(await ask(roles, { create })).toEqual({ request: id })
  const some = await personWith({ ...all, rows: { memberRole: { name: 'x' } } })
  expect(await problemOf(seen(id, some))).toMatchObject({ status: 404 })
  await vote(bea, id)
  const { state, record } = await stateOf(id)
  expect(state).toBe('applied')
  const row = async (): Promise<RecordData> =>
    (
      await b.db.query<RecordData>(
        'SELECT id, version, grants, created_by AS "createdBy" FROM member_roles WHERE id = $1',
        [record],
      )
    ).rows[0]!
  expect(await row()).toMatchObject({ grants: create.grants, createdBy: ada.actor.personId })
  const patch = async (to: Json) =>
    'request' in (await ask(roles, { patch: { grants: to } }, await row()))
  expect(await patch(grants(['book.*', 'author.list']))).toBe(true)
  expect(await patch(grants(['book.*'], { deny: ['book.purge'] }))).toBe(false)
  expect(await patch(grants(['book.*']))).toBe(true)
  expect(await patch(grants(['book.list'], { rows: { book: { genre: 'novel' } } }))).toBe(false)
  expect(await patch(grants(['book.list'], { rows: { book: { genre: 'poetry' } } }))).toBe(true)
  expect(await patch(grants(['book.list']))).toBe(true)
  const plain = await ask(roles, { create: { name: `Plain ${++n}` } })
  expect(plain).toMatchObject({ record: { grants: { allow: [] } } })

  const people = b.of('member')
  const invite = { name: 'Invited', email: `i${++n}@example.com`, roles: [record!] }
  const asked = (await ask(people, { create: invite })) as { request: string }
  const { hash } = await stateOf(asked.request)
  // Somebody who works alone: applied without approval, with a reason.
  await b.db.transaction((tx) =>
    override(parts, { ...context(ada), tx }, asked.request, hash, 'Nobody else works here yet.'),
  )
  const made = await stateOf(asked.request)
  expect(made).toMatchObject({ state: 'applied', overridden: ada.actor.personId })
  const imported = await b.writer.importRows(
    people,
    [{ row: 1, data: { ...invite, email: `i${++n}@example.com` } }],
    { mode: 'partial' },
    { ...context(ada), channel: 'import' },
  )
  expect(JSON.stringify(imported)).toContain('approval_needed')
  const target = { resource: people, id: made.record!, version: 1 }
  expect(await writeOrAsk(parts, target, { patch: { roles: [] } }, context(ada))).toMatchObject({
    record: { roles: [] },
  })
})
