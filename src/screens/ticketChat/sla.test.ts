import { expect, test } from 'vitest'
import { firstReply, solution } from './sla.ts'

const now = Date.parse('2026-03-10T12:00:00Z')
const hour = 3_600_000
const due = '2026-03-10T13:00:00.000Z'
const past = '2026-03-10T10:00:00.000Z'

test('a promise runs until its time, then it is overdue', () => {
  expect(firstReply({ state: 'new', firstReplyDueAt: due }, now)).toMatchObject({
    kind: 'running',
    ms: hour,
  })
  expect(solution({ state: 'open', resolveDueAt: past }, now)).toMatchObject({
    kind: 'overdue',
    ms: 2 * hour,
  })
})
test('a reply settles the first promise, in time or late', () => {
  expect(
    firstReply({ state: 'open', firstReplyDueAt: due, firstRepliedAt: past }, now),
  ).toMatchObject({ kind: 'met' })
  expect(
    firstReply(
      { state: 'open', firstReplyDueAt: past, firstRepliedAt: '2026-03-10T11:00:00Z' },
      now,
    ),
  ).toMatchObject({ kind: 'missed', ms: hour })
})
test('the SLA pauses while waiting for the customer, unless it was breached before', () => {
  expect(solution({ state: 'pending', resolveDueAt: due, pendingSince: past }, now)).toMatchObject({
    kind: 'stopped',
    ms: 3 * hour,
  })
  expect(
    solution({ state: 'pending', resolveDueAt: past, pendingSince: '2026-03-10T11:00:00Z' }, now),
  ).toMatchObject({ kind: 'overdue' })
})
test('what is over promises nothing more', () => {
  expect(solution({ state: 'solved', resolveDueAt: past }, now)).toBeUndefined()
  expect(firstReply({ state: 'merged', firstReplyDueAt: past }, now)).toBeUndefined()
})
