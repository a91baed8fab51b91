import { expect, test } from 'vitest'
import { bookingBody, draftOf, formValuesOf, guestBody, missingIn } from './draft.ts'

const given = {
  customer: 'c',
  hotel: 'h',
  roomTypeCode: 'DBL',
  checkIn: '2026-06-01',
  checkOut: '2026-06-03',
}

test('lists everything that is missing', () => {
  expect(missingIn(draftOf({}), undefined)).toEqual(['customer', 'hotel', 'nights'])
  expect(missingIn(draftOf(given), undefined)).toEqual(['type'])
  const created = { name: ' ', email: '', phone: '' }
  const draft = { ...draftOf(given), customer: undefined, created }
  expect(missingIn(draft, 'DBL')).toEqual(['name', 'email'])
  expect(missingIn(draftOf(given), 'DBL')).toEqual([])
})
test('sends the entered values without empty notes', () => {
  const filled = { code: 'BK-1', customer: 'c', type: 'DBL' }
  expect(bookingBody(draftOf(given), filled)).toEqual({
    ...given,
    code: 'BK-1',
    rooms: 1,
    adults: 1,
    children: 0,
  })
  expect(guestBody({ name: ' Ana ', email: 'a@example.com ', phone: '' })).toEqual({
    name: 'Ana',
    email: 'a@example.com',
  })
})
test('fills the booking form with the values entered so far', () => {
  expect(formValuesOf(draftOf(given), 'STE')).toEqual({ ...given, roomTypeCode: 'STE' })
  expect(formValuesOf(draftOf({}), undefined)).toEqual({})
})
