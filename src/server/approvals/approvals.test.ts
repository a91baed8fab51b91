import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { defineResources, int, longText, secret, text, z } from '#schemas/define/index.ts'
import type { Json } from '#model/types.ts'
import { libraryResources } from '#tests/toy.ts'
import { patience, rounds, runs } from '#tests/support/runs.ts'
import { openBench, problemOf, type Bench } from '#tests/support/writes.ts'
import { compileAccess } from '../permissions/access.ts'
import type { Access } from '../permissions/types.ts'
import type { RecordData } from '../store/types.ts'
import type { RuleBook } from '../store/write/rules.ts'
import { createVault } from '../secrets/vault.ts'
import { bulkStep } from '../operations/step.ts'
import { tryRows } from '../operations/rows.ts'
import { writeOrAsk } from './ask.ts'
import { approve, askAgain, cancel, override, reject } from './decide.ts'
import { storedInput } from './input.ts'
import { execute, requestOf } from './execute.ts'
import { approvalList, oneApproval } from './read.ts'
import { timeline } from '../timeline/timeline.ts'
import { createTail } from '../events/tail.ts'
import { sweepApprovals, watchStale } from './sweep.ts'
import { approversOf } from './tell.ts'
import type { ApprovalParts, Wanted } from './types.ts'

vi.setConfig({ testTimeout: patience(120_000) })

const { author, book } = libraryResources
const resources = defineResources({
  ...libraryResources,
  author: {
    ...author,
    actions: {
      promote: {
        label: 'Promote',
        input: z.object({
          by: int(0, 100),
          internalNote: longText(500).optional(),
          proof: z.object({ token: secret(100), place: text(20) }).optional(),
        }),
      },
    },
    approvals: {
      promote: { when: { by: { over: 10 } }, by: 'approve', quorum: 1, expires: '72h' },
      'transition.blocked': { by: 'approve', quorum: 2, expires: '1h' },
      payoutAccount: { by: 'approve', quorum: 1, expires: '24h' },
      internalNote: { by: 'approve', quorum: 1, expires: '24h' },
      delete: { when: { rank: { over: 500 } }, by: 'approve', quorum: 1, expires: '24h' },
    },
  } as typeof author,
  book,
})

const rule = { bonus: 0 }
const rules: RuleBook = {
  author: {
    actions: {
      promote: (row, { by }) => ({ values: { rank: Number(row.rank) + Number(by) + rule.bonus } }),
    },
  },
}

let b: Bench
let parts: ApprovalParts
let ada: Access, bea: Access, cyn: Access
let n = 0
/** Jobs that were enqueued. */
const queued: { id: string; payload: unknown }[] = []

const member = async (allow: string[], deny: string[] = []): Promise<Access> => {
  const grants = { allow, deny }
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
  })
}

beforeAll(async () => {
  b = await openBench(resources, rules)
  parts = {
    db: b.db,
    model: b.model,
    writer: b.writer,
    vault: createVault('a secret of the tests, long enough to be one'),
    accessFor: (actor) => compileAccess(b.model, actor),
    operations: {
      db: b.db,
      model: b.model,
      resources,
      writer: b.writer,
      accessFor: (actor) => compileAccess(b.model, actor),
      enqueue: (job, tx) => {
        if (!tx) throw new Error('Bulks begin in a transaction.')
        const id = randomUUID()
        queued.push({ ...job, id })
        return Promise.resolve(id)
      },
    },
  }
  ada = await member(['*'])
  bea = await member(['*'])
  cyn = await member(['*'])
}, 120_000)
afterAll(() => b?.db.close())
beforeEach(() => void (rule.bonus = 0))

const context = (access: Access) => ({
  access,
  channel: 'api' as const,
  requestId: 'request',
  operationId: randomUUID(),
})
const newAuthor = (more: Record<string, Json> = {}): Promise<RecordData> =>
  b.writer.create(b.of('author'), { name: `A${++n}`, email: `a${n}@example.com`, ...more }, b.as())
const ask = async (row: RecordData, wanted: Wanted, access = ada): Promise<string> => {
  const target = { resource: b.of('author'), id: row.id, version: row.version }
  const done = await writeOrAsk(parts, target, wanted, context(access))
  if (!('request' in done)) throw new Error('It was done at once.')
  return done.request
}
const promote = (by: number): Wanted => ({ action: 'promote', input: { by } })
const now = async (id: string): Promise<RecordData> =>
  (
    await b.db.query<RecordData>(
      'SELECT id, version, rank, state, deleted_at AS "deletedAt", internal_note AS note FROM authors WHERE id = $1',
      [id],
    )
  ).rows[0]!
const stateOf = async (id: string) => (await requestOf(b.db, id))!
const hashFor = async (id: string) => (await stateOf(id)).hash
const decide = async (
  access: Access,
  run: (context: Parameters<typeof approve>[1]) => Promise<unknown>,
) => b.db.transaction((tx) => run({ ...context(access), tx }))
const vote = async (access: Access, id: string, hash?: string) => {
  const reviewed = hash ?? (await hashFor(id))
  return decide(access, (c) => approve(parts, c, id, reviewed))
}
const steps = async (id: string) =>
  (await b.audit('author')).filter((e) => e.record_id === id).map((e) => e.action)

test('a request applies exactly what was reviewed once a second person approves', async () => {
  const row = await newAuthor()
  const id = await ask(row, promote(20))
  expect(await now(row.id)).toMatchObject({ rank: 0, version: row.version })
  const seen = (await oneApproval(b.db, parts, bea, id)) as Record<string, Json>
  expect(seen).toMatchObject({
    kind: 'action',
    name: 'promote',
    input: { by: 20 },
    changes: { rank: [0, 20] },
    state: 'pending',
    mine: false,
  })
  await vote(bea, id)
  expect(await stateOf(id)).toMatchObject({ state: 'applied' })
  expect(await now(row.id)).toMatchObject({ rank: 20, version: row.version + 1 })
  const audit = (await b.audit('author')).filter((e) => e.record_id === row.id)
  expect(audit.find((e) => e.action === 'promote')?.actor_name).toBe(ada.actor.name)
  expect(await steps(row.id)).toEqual([
    'create',
    'approval.requested',
    'approval.voted',
    'approval.approved',
    'promote',
    'approval.applied',
  ])
  await vote(bea, id)
  await execute(parts, id)
  expect(await now(row.id)).toMatchObject({ rank: 20, version: row.version + 1 })
  const notified = await b.db.query<{ person: string; title: string }>(
    'SELECT recipient_id AS person, title FROM deliveries WHERE resource_id = $1',
    [row.id],
  )
  expect(notified.rows.filter((d) => d.person === ada.actor.personId)).toHaveLength(1)
  expect(notified.rows.some((d) => d.person === bea.actor.personId)).toBe(true)
})

test('changes outside the conditions apply directly; stale or invalid changes are refused, not requested', async () => {
  const row = await newAuthor()
  const target = { resource: b.of('author'), id: row.id, version: row.version }
  const done = await writeOrAsk(parts, target, promote(10), context(ada))
  expect(done).toMatchObject({ record: { rank: 10 } })
  expect(await problemOf(writeOrAsk(parts, target, promote(50), context(ada)))).toMatchObject({
    status: 412,
  })
  const next = { ...target, version: row.version + 1 }
  expect(
    await problemOf(
      writeOrAsk(parts, next, { action: 'promote', input: { by: 101 } }, context(ada)),
    ),
  ).toMatchObject({ status: 422 })
  const same = await newAuthor()
  expect(await ask(same, promote(50))).toBe(await ask(same, promote(50)))
})

test('a role’s limit replaces the declared one, and the highest of several applies', async () => {
  const withLimits = (...limits: (number | undefined)[]): Access =>
    compileAccess(b.model, {
      ...ada.actor,
      grants: limits.map((limit) => ({
        allow: ['*'],
        deny: [],
        ...(limit === undefined ? {} : { limits: { 'author.promote': limit } }),
      })),
    })
  const asks = async (by: number, access: Access): Promise<boolean> => {
    const { id, version } = await newAuthor()
    const target = { resource: b.of('author'), id, version }
    return 'request' in (await writeOrAsk(parts, target, promote(by), context(access)))
  }
  expect(await asks(11, withLimits(undefined))).toBe(true)
  expect(await asks(40, withLimits(40))).toBe(false)
  expect(await asks(41, withLimits(40))).toBe(true)
  expect(await asks(5, withLimits(4))).toBe(true)
  expect(await asks(40, withLimits(4, undefined, 40))).toBe(false)
})

test('every other channel refuses a change that needs approval, with an error code', async () => {
  const row = await newAuthor({ rank: 900 })
  const c = context(ada)
  const of = b.of('author')
  for (const refused of [
    () => b.writer.act(of, row, 'promote', { by: 20 }, c),
    () => b.writer.transition(of, row, 'blocked', { reason: 'x' }, c),
    () => b.writer.patch(of, row.id, row.version, { internalNote: 'x' }, c),
    () => b.writer.remove(of, row.id, row.version, { purge: false }, c),
    () => b.writer.remove(of, row.id, row.version, { purge: true }, c),
  ]) {
    expect(await problemOf(refused())).toMatchObject({ status: 409, code: 'approval_needed' })
  }
  const step = bulkStep(
    parts.operations,
    of,
    { patch: { internalNote: 'x' } },
    { ...c, channel: 'bulk' },
  )
  const planned = { n: 1, entity: 'author', id: row.id, version: row.version }
  const [tried] = await b.db.transaction((tx) => tryRows(tx, [planned], step, async () => true))
  expect(tried).toMatchObject({ outcome: 'refused', code: 'approval_needed' })
  const imported = await b.writer.importRows(
    of,
    [{ row: 1, data: { email: row.email, internalNote: 'x' } }],
    { mode: 'partial', upsertBy: 'email' },
    { ...c, channel: 'import' },
  )
  expect(JSON.stringify(imported)).toContain('approval_needed')
  expect(await now(row.id)).toMatchObject({ version: row.version, note: null })
})

test('people cannot approve their own request, even with another account', async () => {
  const row = await newAuthor()
  const id = await ask(row, promote(20))
  expect(await problemOf(vote(ada, id))).toMatchObject({ status: 403, code: 'own_request' })
  const other = compileAccess(b.model, { ...ada.actor, accountId: 'a program' })
  expect(await problemOf(vote(other, id))).toMatchObject({ code: 'own_request' })
  expect(await problemOf(vote(bea, id, '0'.repeat(64)))).toMatchObject({ code: 'approval_changed' })
  expect(await stateOf(id)).toMatchObject({ state: 'pending' })
  const unable = await member(['author.*'], ['author.approve'])
  expect(await problemOf(vote(unable, id))).toMatchObject({ status: 404 })
})

test('a request becomes stale in the same transaction as an edit of its record', async () => {
  const row = await newAuthor()
  const id = await ask(row, promote(20))
  await b.db.transaction(async (tx) => {
    await b.writer.patch(
      b.of('author'),
      row.id,
      row.version,
      { name: 'Other' },
      { ...context(cyn), tx },
    )
    const { rows } = await tx.query('SELECT state FROM approval_requests WHERE id = $1', [id])
    expect(rows).toEqual([{ state: 'stale' }])
  })
  expect(await problemOf(vote(bea, id))).toMatchObject({ code: 'approval_closed', state: 'stale' })
  await sweepApprovals(parts)
  await sweepApprovals(parts)
  const notified = await b.db.query<{ times: number }>(
    "SELECT times FROM deliveries WHERE resource_id = $1 AND recipient_id = $2 AND channel = 'in_app'",
    [row.id, ada.actor.personId],
  )
  expect(notified.rows).toEqual([{ times: 1 }])
  expect(await stateOf(id)).toMatchObject({ code: 'record_changed' })
  const again = await decide(ada, (c) => askAgain(parts, c, id))
  const next = (again as { request: string }).request
  await vote(bea, next)
  expect(await now(row.id)).toMatchObject({ rank: 20, version: row.version + 2 })
})

test('a request is not applied when a rule would now change something other than was reviewed', async () => {
  const row = await newAuthor()
  const id = await ask(row, promote(20))
  rule.bonus = 1
  await vote(bea, id)
  expect(await stateOf(id)).toMatchObject({ state: 'stale', code: 'outcome_differs' })
  expect(await now(row.id)).toMatchObject({ rank: 0, version: row.version })
})

const fifty = async (): Promise<Access[]> => {
  const people: Access[] = []
  for (let i = 0; i < 50; i++) people.push(await member(['author.*']))
  return people
}

test('50 concurrent votes reach the quorum exactly once', async () => {
  const voters = await fifty()
  const row = await newAuthor()
  const id = await ask(row, { transition: 'blocked', input: { reason: 'Fraud' } })
  const hash = await hashFor(id)
  const votes = await Promise.allSettled(voters.map((voter) => vote(voter, id, hash)))
  expect(votes.filter((v) => v.status === 'fulfilled')).toHaveLength(2)
  expect(await stateOf(id)).toMatchObject({ state: 'applied' })
  expect(await now(row.id)).toMatchObject({ state: 'blocked', version: row.version + 1 })
  const counted = await b.db.query('SELECT 1 FROM approval_votes WHERE request_id = $1', [id])
  expect(counted.rowCount).toBe(2)
})

test('50 concurrent votes and edits: the request applies as reviewed, or one edit wins and it is stale', async () => {
  const [voters, editors] = [await fifty(), await fifty()]
  for (let round = 0; round < rounds(1); round++) {
    const row = await newAuthor()
    const id = await ask(row, promote(20))
    const hash = await hashFor(id)
    const name = `Edited ${++n}`
    const edit = (editor: Access) =>
      b.writer.patch(b.of('author'), row.id, row.version, { name }, context(editor))
    const done = await Promise.allSettled(
      voters.flatMap((voter, i) => [vote(voter, id, hash), edit(editors[i]!)]),
    )
    const edits = done.filter((one, i) => i % 2 === 1 && one.status === 'fulfilled').length
    const { state, version } = await stateOf(id)
    const after = await now(row.id)
    expect([state, edits]).toEqual(state === 'applied' ? ['applied', 0] : ['stale', 1])
    expect(after).toMatchObject({ rank: state === 'applied' ? 20 : 0, version: version! + 1 })
  }
})

test('two votes by one person count once', async () => {
  const row = await newAuthor()
  const id = await ask(row, { transition: 'blocked', input: { reason: 'Fraud' } })
  await vote(bea, id)
  await vote(bea, id)
  expect(await stateOf(id)).toMatchObject({ state: 'pending' })
  await vote(cyn, id)
  expect(await stateOf(id)).toMatchObject({ state: 'applied' })
})

test('an expired request accepts no votes and is never applied', async () => {
  const row = await newAuthor()
  const id = await ask(row, promote(20))
  await b.db.query(
    "UPDATE approval_requests SET expires_at = now() - interval '1 second' WHERE id = $1",
    [id],
  )
  expect(await problemOf(vote(bea, id))).toMatchObject({ code: 'approval_expired' })
  await sweepApprovals(parts)
  const { rows } = await b.db.query('SELECT state FROM approval_requests WHERE id = $1', [id])
  expect(rows).toEqual([{ state: 'expired' }])
  expect(await steps(row.id)).toContain('approval.expired')
  expect(await now(row.id)).toMatchObject({ rank: 0 })
})

const take = async (access: Access) => {
  await b.db.query(
    `UPDATE member_roles SET grants = '{"allow":["author.list"],"deny":[]}'::jsonb WHERE id = $1`,
    [access.actor.roleIds[0]],
  )
}

test('applying a request re-checks the permissions of its requester and approvers', async () => {
  const asker = await member(['author.*'])
  const row = await newAuthor()
  const id = await ask(row, promote(20), asker)
  await take(asker)
  await vote(bea, id)
  expect(await stateOf(id)).toMatchObject({ state: 'failed', code: 'forbidden' })
  // The sentence of a refusal is for who asked: it may speak of records that others cannot see.
  expect(await oneApproval(b.db, parts, bea, id)).toMatchObject({ state: 'failed', reason: null })
  expect(await oneApproval(b.db, parts, asker, id)).toMatchObject({ reason: expect.any(String) })
  expect(await now(row.id)).toMatchObject({ rank: 0 })

  const first = await member(['author.*'])
  const two = await newAuthor()
  const blocked = await ask(two, { transition: 'blocked', input: { reason: 'Fraud' } })
  await vote(first, blocked)
  await take(first)
  await vote(bea, blocked)
  expect(await stateOf(blocked)).toMatchObject({ state: 'pending' })

  const third = await member(['author.*'])
  const three = await newAuthor()
  const left = await ask(three, promote(30))
  await b.db.query(
    'INSERT INTO approval_votes (request_id, person_id, hash) SELECT id, $2, hash FROM approval_requests WHERE id = $1',
    [left, third.actor.personId],
  )
  await b.db.query("UPDATE approval_requests SET state = 'approved' WHERE id = $1", [left])
  await take(third)
  await sweepApprovals(parts)
  expect(await stateOf(left)).toMatchObject({ state: 'pending' })
  expect(await now(three.id)).toMatchObject({ rank: 0 })
})

test('an approved request is applied later if the process stops after the last vote', async () => {
  const row = await newAuthor()
  const id = await ask(row, promote(20))
  await b.db.query(
    'INSERT INTO approval_votes (request_id, person_id, hash) SELECT id, $2, hash FROM approval_requests WHERE id = $1',
    [id, bea.actor.personId],
  )
  await b.db.query("UPDATE approval_requests SET state = 'approved' WHERE id = $1", [id])
  await Promise.all([sweepApprovals(parts), execute(parts, id), execute(parts, id)])
  expect(await stateOf(id)).toMatchObject({ state: 'applied' })
  expect(await now(row.id)).toMatchObject({ rank: 20, version: row.version + 1 })
})

test('a request is hidden from people who cannot read a field it shows', async () => {
  const canary = `canary${randomUUID()}`
  const row = await newAuthor()
  const id = await ask(row, { patch: { internalNote: canary } })
  const blind = await member(['*'], ['author.field.internalNote.read'])
  expect(await problemOf(oneApproval(b.db, parts, blind, id))).toMatchObject({ status: 404 })
  expect(await problemOf(vote(blind, id))).toMatchObject({ status: 404 })
  for (const view of ['review', 'mine', 'history'] as const) {
    expect(JSON.stringify(await approvalList(b.db, parts, blind, view, {}))).not.toContain(canary)
  }
  expect(JSON.stringify(await approvalList(b.db, parts, bea, 'review', {}))).toContain(canary)
  const notified = await b.db.query(
    'SELECT 1 FROM deliveries WHERE recipient_id = $1 AND resource_id = $2',
    [blind.actor.personId, row.id],
  )
  expect(notified.rowCount).toBe(0)
  const secret = await ask(row, { patch: { payoutAccount: `DE${canary}` } }, cyn)
  const stored = await b.db.query('SELECT payload, shown FROM approval_requests WHERE id = $1', [
    secret,
  ])
  expect(JSON.stringify(stored.rows)).not.toContain(canary)
})

test('a request shows its input with secrets masked, and only to people who can read its fields', async () => {
  const canary = `canary${randomUUID()}`
  const row = await newAuthor()
  const input = { by: 20, internalNote: canary, proof: { token: `token${canary}`, place: 'here' } }
  const id = await ask(row, { action: 'promote', input })
  const seen = (await oneApproval(b.db, parts, bea, id)) as Record<string, Json>
  expect(seen.input).toEqual({ ...input, proof: { token: '•••', place: 'here' } })
  const blind = await member(['*'], ['author.field.internalNote.read'])
  expect(await problemOf(oneApproval(b.db, parts, blind, id))).toMatchObject({ status: 404 })
  expect(await problemOf(vote(blind, id))).toMatchObject({ status: 404 })
  const own = await ask(row, { action: 'promote', input: { ...input, by: 21 } }, blind)
  expect(JSON.stringify(await oneApproval(b.db, parts, blind, own))).not.toContain(canary)
  const moved = await ask(row, { transition: 'blocked', input: { reason: 'Late' } })
  expect(await oneApproval(b.db, parts, bea, moved)).toMatchObject({ input: { reason: 'Late' } })
  expect(storedInput(b.of('author'), 'transition', 'blocked', { reason: 'r', pin: '1' })).toEqual({
    reason: 'r',
  })
})

test('a request can be rejected with a reason, and cancelled only by its requester', async () => {
  const row = await newAuthor()
  const id = await ask(row, promote(20))
  expect(await problemOf(decide(bea, (c) => cancel(parts, c, id)))).toMatchObject({ status: 404 })
  const hash = await hashFor(id)
  await decide(bea, (c) => reject(parts, c, id, hash, 'Too much'))
  expect(await stateOf(id)).toMatchObject({ state: 'rejected', reason: 'Too much' })
  expect(await problemOf(vote(cyn, id))).toMatchObject({ code: 'approval_closed' })
  const again = (await decide(ada, (c) => askAgain(parts, c, id))) as { request: string }
  await decide(ada, (c) => cancel(parts, c, again.request))
  await decide(ada, (c) => cancel(parts, c, again.request))
  expect(await stateOf(again.request)).toMatchObject({ state: 'cancelled' })
  expect(await now(row.id)).toMatchObject({ rank: 0 })
})

test('an override needs re-authentication and a reason, and notifies everybody who could approve', async () => {
  const row = await newAuthor()
  const id = await ask(row, promote(20))
  const hash = await hashFor(id)
  const { provedAt: _, ...unproved } = ada.actor
  const stale = compileAccess(b.model, unproved)
  expect(await problemOf(decide(stale, (c) => override(parts, c, id, hash, 'Fire')))).toMatchObject(
    { code: 'step_up_required' },
  )
  await decide(ada, (c) => override(parts, c, id, hash, 'Fire'))
  expect(await stateOf(id)).toMatchObject({
    state: 'applied',
    reason: 'Fire',
    overridden: ada.actor.personId,
  })
  const { rows } = await b.db.query<{ person: string }>(
    "SELECT recipient_id AS person FROM deliveries WHERE resource_id = $1 AND channel = 'in_app' AND body = 'Fire' AND urgent",
    [row.id],
  )
  const people = rows.map((r) => r.person)
  expect(people).toContain(bea.actor.personId)
  expect(people).toContain(cyn.actor.personId)
  const onDuty = await member(['author.*'], ['author.approve'])
  const waiting = await ask(await newAuthor(), promote(20))
  expect(await oneApproval(b.db, parts, onDuty, waiting)).toMatchObject({
    canApprove: false,
    canOverride: true,
  })
  expect(await oneApproval(b.db, parts, bea, id)).toMatchObject({
    canApprove: false,
    canOverride: false,
  })
  const ids = async (view: 'open' | 'review') =>
    ((await approvalList(b.db, parts, onDuty, view, {})) as { data: { id: string }[] }).data.map(
      (one) => one.id,
    )
  expect(await ids('open')).toContain(waiting)
  expect(await ids('review')).not.toContain(waiting)
  const unable = await member(['author.*'], ['author.override', 'author.approve'])
  const other = await ask(await newAuthor(), promote(20))
  const reviewed = await hashFor(other)
  expect(
    await problemOf(decide(unable, (c) => override(parts, c, other, reviewed, 'Fire'))),
  ).toMatchObject({ status: 404 })
})

test('finds every approver, even among many people with the permission', async () => {
  const role = await b.writer.create(
    b.of('memberRole'),
    { name: `r${++n}`, grants: { allow: ['author.approve'], deny: [] } },
    b.as(),
  )
  const people = Array.from({ length: 101 }, (_, i) => ({
    row: i,
    data: { name: `P${++n}`, email: `p${n}@example.com`, roles: [role.id] },
  }))
  await b.writer.importRows(
    b.of('member'),
    people,
    { mode: 'partial' },
    {
      ...b.as(),
      set: { state: 'active' },
    },
  )
  const last = await member(['author.*'])
  const id = await ask(await newAuthor(), promote(20))
  const request = await stateOf(id)
  const found = await b.db.transaction((tx) => approversOf(tx, parts, request))
  expect(found).toContain(last.actor.personId)
  expect(await b.db.transaction((tx) => approversOf(tx, parts, request, 2))).toHaveLength(2)
})

test('a stale request gets its reason as soon as the edit is in the audit', async () => {
  const tail = await createTail(b.db, () => undefined)
  const stop = watchStale(parts, tail, () => undefined)
  const row = await newAuthor()
  const id = await ask(row, promote(20))
  await b.writer.patch(b.of('author'), row.id, row.version, { name: 'Other' }, context(cyn))
  await vi.waitFor(
    async () => expect(await stateOf(id)).toMatchObject({ code: 'record_changed' }),
    {
      timeout: 20_000,
      interval: 20,
    },
  )
  await stop()
  await tail.close()
})

test('a purge that needs approval removes the record once approved', async () => {
  const row = await newAuthor({ rank: 900 })
  const id = await ask(row, { remove: 'purge' })
  await vote(bea, id)
  expect(await stateOf(id)).toMatchObject({ state: 'applied', payload: null })
  expect(await now(row.id)).toBeUndefined()
})

test('any mix of edits, votes and rule changes applies exactly what was reviewed, or nothing', async () => {
  const action = fc.constantFrom('edit', 'vote', 'raise', 'again' as const)
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 6 }), async (acts) => {
      rule.bonus = 0
      const row = await newAuthor()
      let id = await ask(row, promote(20))
      let rank = 0
      let version = row.version
      for (const act of acts) {
        const before = await stateOf(id)
        if (act === 'edit') {
          const race = before.state === 'pending' ? vote(bea, id) : Promise.resolve()
          const edit = b.writer.patch(
            b.of('author'),
            row.id,
            version,
            { name: `N${++n}` },
            context(cyn),
          )
          await Promise.allSettled([race, edit])
        } else if (act === 'vote') await vote(bea, id).catch(() => undefined)
        else if (act === 'raise') rule.bonus += 1
        else {
          id = await decide(ada, (c) => askAgain(parts, c, id)).then(
            (asked) => (asked as { request: string }).request,
            () => id,
          )
        }
        const after = await stateOf(id)
        const found = await now(row.id)
        if (after.state === 'applied' && (before.state !== 'applied' || before.id !== id)) {
          const [, reviewed] = after.shown.changes.rank!
          expect(found.rank).toBe(reviewed)
          rank = Number(reviewed)
        }
        expect(found.rank).toBe(rank)
        if (after.state === 'pending') expect(after.version).toBe(found.version)
        version = found.version
      }
    }),
    runs(25),
  )
})

test('the timeline shows all approval steps to approvers, and to requesters those since their first request', async () => {
  const row = await newAuthor()
  const seen = async (access: Access): Promise<Json[]> => {
    const page = (await timeline(
      { db: b.db, model: b.model, resource: b.of('author'), id: row.id, access },
      'secret',
      { kinds: ['approval'] },
    )) as { readonly data: readonly { readonly step: string }[] }
    return page.data.map((entry) => entry.step)
  }
  await vote(bea, await ask(row, promote(50)))
  expect(await seen(bea)).toEqual(['applied', 'voted', 'requested'])
  const requester = await member(['author.*'], ['author.approve'])
  expect(await seen(requester)).toEqual([])
  expect(await seen(await member(['author.*'], ['author.field.internalNote.read']))).toEqual([])
  await ask(await now(row.id), promote(60), requester)
  expect(await seen(requester)).toEqual(['requested'])
  expect(await seen(bea)).toEqual(['requested', 'applied', 'voted', 'requested'])
})
