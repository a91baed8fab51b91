import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { organisationDefaults } from '../../organisation/organisation.ts'
import { officeHours } from '../../organisation/businessHours.ts'
import { addBusinessTime, businessTime, calendarOf } from './hours.ts'
import { nextReplyDue, nextReplyMet, promised, reprioritised, resumed } from './sla.ts'

const HOUR = 3_600_000
const ZONES = [
  'Europe/Lisbon',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Tokyo',
  'UTC',
  'Pacific/Apia',
]
const office = fc.constantFrom(...ZONES).map((zone) => calendarOf(zone))
// Nights, weekends and holidays, in any mixture with an open day.
const half = fc.integer({ min: 0, max: 47 })
const timeOf = (halves: number) =>
  `${String(Math.floor(halves / 2)).padStart(2, '0')}:${halves % 2 ? '30' : '00'}`
const opening = fc
  .tuple(half, half)
  .map(([a, b]) => ({ from: timeOf(Math.min(a, b)), to: timeOf(Math.max(a, b) + 1) }))
const closable = fc.option(opening)
const hours = fc.record({
  week: fc.record({
    mon: opening,
    tue: closable,
    wed: closable,
    thu: closable,
    fri: closable,
    sat: closable,
    sun: closable,
  }),
  holidays: fc.uniqueArray(fc.integer({ min: -5, max: 40 }), { maxLength: 6 }).map((days) =>
    days.map((n) => ({
      day: new Date(Date.parse('2026-03-25') + n * 86_400_000).toISOString().slice(0, 10),
      name: '',
    })),
  ),
})
const calendar = fc.tuple(fc.constantFrom(...ZONES), hours).map(([zone, h]) => calendarOf(zone, h))
// Around daylight saving changes, and anywhere else.
const instant = fc.oneof(
  fc
    .integer({ min: -5 * 24 * 60, max: 5 * 24 * 60 })
    .chain((minutes) =>
      fc
        .constantFrom(
          '2026-03-29T01:00:00Z',
          '2026-10-25T01:00:00Z',
          '2026-03-08T07:00:00Z',
          '2026-11-01T06:00:00Z',
          '2026-04-04T15:00:00Z',
        )
        .map((at) => new Date(Date.parse(at) + minutes * 60_000)),
    ),
  fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
)
const span = fc.integer({ min: 1, max: 150 * 60 }).map((minutes) => minutes * 60_000)
const localHour = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at)

describe('business time', () => {
  test('measures exactly the span that was added, across clock changes', () => {
    fc.assert(
      fc.property(instant, span, calendar, (from, ms, z) => {
        expect(businessTime(from, addBusinessTime(from, ms, z), z)).toBe(ms)
      }),
    )
  })
  test('always ends on a weekday between nine and six', () => {
    fc.assert(
      fc.property(instant, span, office, (from, ms, z) => {
        expect(localHour(addBusinessTime(from, ms, z), z.zone)).toMatch(
          /^(Mon|Tue|Wed|Thu|Fri),? (09:(?!00)|09:00|1[0-7]:|18:00)/,
        )
      }),
    )
  })
  test('is additive: two spans equal their sum, and the parts of an interval equal the whole', () => {
    fc.assert(
      fc.property(instant, span, span, calendar, (from, a, b, z) => {
        const there = addBusinessTime(from, a, z)
        expect(addBusinessTime(there, b, z).getTime()).toBe(
          addBusinessTime(from, a + b, z).getTime(),
        )
        const end = new Date(from.getTime() + a + b)
        const middle = new Date(from.getTime() + a)
        expect(businessTime(from, middle, z) + businessTime(middle, end, z)).toBe(
          businessTime(from, end, z),
        )
      }),
    )
  })
  test('can be subtracted again', () => {
    fc.assert(
      fc.property(instant, span, span, calendar, (from, a, b, z) => {
        const there = addBusinessTime(from, a + b, z)
        expect(businessTime(addBusinessTime(there, -a, z), there, z)).toBe(a)
      }),
    )
  })
  test('starts at nine in the local time zone, before and after a clock change', () => {
    // The Friday before and the Monday after daylight saving starts in Lisbon.
    expect(
      addBusinessTime(
        new Date('2026-03-27T17:30:00Z'),
        HOUR,
        calendarOf('Europe/Lisbon'),
      ).toISOString(),
    ).toBe('2026-03-30T08:30:00.000Z')
    expect(
      addBusinessTime(
        new Date('2026-10-23T16:30:00Z'),
        HOUR,
        calendarOf('Europe/Lisbon'),
      ).toISOString(),
    ).toBe('2026-10-26T09:30:00.000Z')
    expect(
      businessTime(
        new Date('2026-03-28T00:00:00Z'),
        new Date('2026-03-29T23:00:00Z'),
        calendarOf('Europe/Lisbon'),
      ),
    ).toBe(0)
  })
  test('skips holidays and follows the hours of each day', () => {
    const c = calendarOf('Europe/Lisbon', {
      week: {
        ...officeHours.week,
        thu: { from: '22:00', to: '24:00' },
        sat: { from: '10:00', to: '12:00' },
      },
      holidays: [{ day: '2026-06-10', name: 'Portugal Day' }],
    })
    // From Tuesday half past five over the holiday into Thursday's night, then Friday.
    const from = new Date('2026-06-09T16:30:00Z')
    expect([1, 2, 3, 13].map((n) => addBusinessTime(from, n * HOUR, c).toISOString())).toEqual([
      '2026-06-11T21:30:00.000Z',
      '2026-06-11T22:30:00.000Z',
      '2026-06-12T08:30:00.000Z',
      '2026-06-13T10:30:00.000Z',
    ])
  })
})

describe('SLA targets of a ticket', () => {
  const calendar = calendarOf('Europe/Lisbon')
  const Z = { targets: organisationDefaults.sla, calendar }
  const priorities = fc.constantFrom('low', 'normal', 'high', 'urgent')
  const ticketOf = (priority: 'low' | 'normal' | 'high' | 'urgent', from: Date) => ({
    priority,
    ...promised(priority, from, Z),
    firstRepliedAt: null,
    pendingSince: null,
  })

  test('are recalculated from the same start when the priority changes', () => {
    fc.assert(
      fc.property(instant, priorities, priorities, (from, a, b) => {
        expect(reprioritised({ ...ticketOf(a, from), priority: b }, a, Z)).toEqual(
          promised(b, from, Z),
        )
      }),
    )
  })
  test('are extended by the business time spent waiting, also after a change of priority', () => {
    fc.assert(
      fc.property(instant, priorities, priorities, span, (from, a, b, wait) => {
        const pendingSince = addBusinessTime(from, HOUR / 2, calendar)
        const now = new Date(pendingSince.getTime() + wait)
        const later = resumed(
          { ...ticketOf(a, from), pendingSince: pendingSince.toISOString() },
          now,
          calendar,
        )
        const waited = businessTime(pendingSince, now, calendar)
        expect(businessTime(from, new Date(later.resolveDueAt!), calendar)).toBe(
          Z.targets[a].resolve * HOUR + waited,
        )
        const other = reprioritised({ ...ticketOf(a, from), ...later, priority: b }, a, Z)
        expect(businessTime(from, new Date(other.resolveDueAt!), calendar)).toBe(
          Z.targets[b].resolve * HOUR + waited,
        )
      }),
    )
  })
  test('for the first reply stay unchanged once it was given', () => {
    const t = {
      ...ticketOf('normal', new Date('2026-06-10T11:00:00Z')),
      firstRepliedAt: '2026-06-10T12:00:00.000Z',
    }
    expect(reprioritised({ ...t, priority: 'urgent' }, 'normal', Z).firstReplyDueAt).toBe(
      t.firstReplyDueAt,
    )
  })
  test('for the next reply follow priority and waiting time, and the first miss is recorded', () => {
    const asked = new Date('2026-06-10T11:00:00Z')
    const t = {
      ...ticketOf('normal', new Date('2026-06-09T11:00:00Z')),
      firstRepliedAt: '2026-06-09T12:00:00.000Z',
      nextReplyDueAt: nextReplyDue('normal', asked, Z),
      nextReplyMissedAt: null,
    }
    // Eight business hours from noon in Lisbon.
    expect(t.nextReplyDueAt).toBe('2026-06-11T10:00:00.000Z')
    expect(reprioritised({ ...t, priority: 'urgent' }, 'normal', Z).nextReplyDueAt).toBe(
      nextReplyDue('urgent', asked, Z),
    )
    const pendingSince = '2026-06-10T12:00:00.000Z'
    expect(
      resumed({ ...t, pendingSince }, new Date('2026-06-10T14:00:00Z'), calendar).nextReplyDueAt,
    ).toBe('2026-06-11T12:00:00.000Z')
    const kept = { nextReplyDueAt: null, nextReplyMissedAt: null }
    const missed = { nextReplyDueAt: null, nextReplyMissedAt: t.nextReplyDueAt }
    expect([
      nextReplyMet(t, '2026-06-11T10:00:00.000Z'),
      nextReplyMet(t, '2026-06-11T10:00:00.001Z'),
      // While waiting for the customer no time counted.
      nextReplyMet({ ...t, pendingSince }, '2026-06-20T00:00:00.000Z'),
      // The first one missed is kept.
      nextReplyMet({ ...t, nextReplyMissedAt: pendingSince }, '2026-07-01T00:00:00.000Z'),
    ]).toEqual([kept, missed, kept, { nextReplyDueAt: null, nextReplyMissedAt: pendingSince }])
  })
})
