import { expect, test } from 'vitest'
import { missingSince } from './backupDue.ts'

const now = Date.parse('2026-11-28T12:00:00Z')
const state = (kind: 'embedded' | 'postgres', at: readonly string[] | null) => ({
  database: { kind },
  startedAt: '2026-11-20T12:00:00Z',
  backups: at && at.map((one) => ({ at: one })),
})

test('a daily backup is missing after a day and a half', () => {
  expect(
    missingSince(state('embedded', ['2026-11-25T01:00:00Z', '2026-11-27T02:00:00Z']), now),
  ).toBe(undefined)
  expect(
    missingSince(state('embedded', ['2026-11-26T23:00:00Z', '2026-11-25T01:00:00Z']), now),
  ).toBe('2026-11-26T23:00:00Z')
})
test('without any backup it is missing since the start', () => {
  expect(missingSince(state('embedded', []), now)).toBe('2026-11-20T12:00:00Z')
  expect(missingSince(state('embedded', []), Date.parse('2026-11-21T12:00:00Z'))).toBe(undefined)
})
test('none is missing where the database server makes them, or while they are not known', () => {
  expect(missingSince(state('postgres', []), now)).toBe(undefined)
  expect(missingSince(state('embedded', null), now)).toBe(undefined)
})
