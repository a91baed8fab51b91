import { expect, test } from 'vitest'
import { firstReply, solution } from './sla.ts'

const now = Date.parse('2026-03-10T12:00:00Z')
const hour = 3_600_000
const due = '2026-03-10T13:00:00.000Z'
const past = '2026-03-10T10:00:00.000Z'

test('an SLA target runs until its due time and is overdue afterwards', () => {
  expect(firstReply({ state: 'new', firstReplyDueAt: due }, now)).toMatchObject({
    kind: 'running',
    ms: hour,
  })
  expect(solution({ state: 'open', resolveDueAt: past }, now)).toMatchObject({
    kind: 'overdue',
    ms: 2 * hour,
  })
})
test('the first reply meets its SLA target, or misses it when late', () => {
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
test('a solved ticket has no resolution target, and a merged ticket no first-reply target', () => {
  expect(solution({ state: 'solved', resolveDueAt: past }, now)).toBeUndefined()
  expect(firstReply({ state: 'merged', firstReplyDueAt: past }, now)).toBeUndefined()
})
