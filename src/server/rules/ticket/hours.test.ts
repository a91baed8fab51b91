import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addBusinessTime, businessTime } from './hours.ts'
import { promised, reprioritised, resumed, SLA_HOURS } from './sla.ts'

const HOUR = 3_600_000
const zone = fc.constantFrom(
  'Europe/Lisbon',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Tokyo',
  'UTC',
  'Pacific/Apia',
)
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
  test('of a span added is that span, whatever the clocks do meanwhile', () => {
    fc.assert(
      fc.property(instant, span, zone, (from, ms, z) => {
        expect(businessTime(from, addBusinessTime(from, ms, z), z)).toBe(ms)
      }),
    )
  })
  test('ends on a weekday between nine and six', () => {
    fc.assert(
      fc.property(instant, span, zone, (from, ms, z) => {
        expect(localHour(addBusinessTime(from, ms, z), z)).toMatch(
          /^(Mon|Tue|Wed|Thu|Fri),? (09:(?!00)|09:00|1[0-7]:|18:00)/,
        )
      }),
    )
  })
  test('adds up: in two steps as in one, and of parts as of the whole', () => {
    fc.assert(
      fc.property(instant, span, span, zone, (from, a, b, z) => {
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
  test('can be taken back', () => {
    fc.assert(
      fc.property(instant, span, span, zone, (from, a, b, z) => {
        const there = addBusinessTime(from, a + b, z)
        expect(businessTime(addBusinessTime(there, -a, z), there, z)).toBe(a)
      }),
    )
  })
  test('runs from nine on the clocks of the zone, before and after they change', () => {
    // The Friday before and the Monday after daylight saving starts in Lisbon.
    expect(
      addBusinessTime(new Date('2026-03-27T17:30:00Z'), HOUR, 'Europe/Lisbon').toISOString(),
    ).toBe('2026-03-30T08:30:00.000Z')
    expect(
      addBusinessTime(new Date('2026-10-23T16:30:00Z'), HOUR, 'Europe/Lisbon').toISOString(),
    ).toBe('2026-10-26T09:30:00.000Z')
    expect(
      businessTime(
        new Date('2026-03-28T00:00:00Z'),
        new Date('2026-03-29T23:00:00Z'),
        'Europe/Lisbon',
      ),
    ).toBe(0)
  })
})

describe('promises of a ticket', () => {
  const Z = 'Europe/Lisbon'
  const priorities = fc.constantFrom('low', 'normal', 'high', 'urgent')
  const ticketOf = (priority: 'low' | 'normal' | 'high' | 'urgent', from: Date) => ({
    priority,
    ...promised(priority, from, Z),
    firstRepliedAt: null,
    pendingSince: null,
  })

  test('are those of the new priority from the same start', () => {
    fc.assert(
      fc.property(instant, priorities, priorities, (from, a, b) => {
        expect(reprioritised({ ...ticketOf(a, from), priority: b }, a, Z)).toEqual(
          promised(b, from, Z),
        )
      }),
    )
  })
  test('move by the business time of a wait, and keep the pause under another priority', () => {
    fc.assert(
      fc.property(instant, priorities, priorities, span, (from, a, b, wait) => {
        const pendingSince = addBusinessTime(from, HOUR / 2, Z)
        const now = new Date(pendingSince.getTime() + wait)
        const later = resumed(
          { ...ticketOf(a, from), pendingSince: pendingSince.toISOString() },
          now,
          Z,
        )
        const waited = businessTime(pendingSince, now, Z)
        expect(businessTime(from, new Date(later.resolveDueAt!), Z)).toBe(
          SLA_HOURS[a].resolve * HOUR + waited,
        )
        const other = reprioritised({ ...ticketOf(a, from), ...later, priority: b }, a, Z)
        expect(businessTime(from, new Date(other.resolveDueAt!), Z)).toBe(
          SLA_HOURS[b].resolve * HOUR + waited,
        )
      }),
    )
  })
  test('of a first reply stay once it was given', () => {
    const t = {
      ...ticketOf('normal', new Date('2026-06-10T11:00:00Z')),
      firstRepliedAt: '2026-06-10T12:00:00.000Z',
    }
    expect(reprioritised({ ...t, priority: 'urgent' }, 'normal', Z).firstReplyDueAt).toBe(
      t.firstReplyDueAt,
    )
  })
})
