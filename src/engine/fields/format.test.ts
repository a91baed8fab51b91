import { expect, test } from 'vitest'
import { describeShape } from '#schemas/define/describe.ts'
import { address, bps, choice, day, instant, int, money, rating } from '#schemas/define/index.ts'
import { formatOf } from './format.ts'

const [amount, share, on, at, kind, home, stars, nights, span] = describeShape({
  amount: money(),
  share: bps(),
  on: day(),
  at: instant(),
  kind: choice(['walk_in']),
  home: address(),
  stars: rating(),
  nights: int(0, 9, { unit: 'nights' }),
  span: int(0, 9, { unit: 'days' }),
})
const show = (field: typeof amount, value: never, zone = 'UTC') =>
  formatOf(field!, 'en-GB', zone)(value)

test('shows money in major units with the digits of its currency', () => {
  expect(show(amount, { amount: 123_456, currency: 'EUR' } as never)).toBe('€1,234.56')
  expect(show(amount, { amount: 1234, currency: 'JPY' } as never)).toBe('JP¥1,234')
})
test('shows basis points as a percentage', () => expect(show(share, 1250 as never)).toBe('12.5%'))
test('shows a date the same in every time zone, and an instant in the given zone', () => {
  expect(show(on, '2026-03-29' as never, 'Pacific/Kiritimati')).toBe('29 Mar 2026')
  expect(show(on, '2026-03-29' as never, 'Pacific/Pago_Pago')).toBe('29 Mar 2026')
  expect(show(at, '2026-03-29T23:30:00.000Z' as never, 'Asia/Tokyo')).toContain('30 Mar 2026')
})
test('shows choices by label, addresses on one line, numbers with units and null as empty', () => {
  expect(show(kind, 'walk_in' as never)).toBe('Walk in')
  expect(
    show(home, {
      line: 'Rua A 1',
      postalCode: '8000',
      city: 'Faro',
      region: null,
      country: 'PT',
    } as never),
  ).toBe('Rua A 1, 8000 Faro, Portugal')
  expect(show(nights, 3 as never)).toBe('3 nights')
  expect([1, 2].map((days) => show(span, days as never))).toEqual(['1 day', '2 days'])
  expect(show(stars, null as never)).toBe('')
})
