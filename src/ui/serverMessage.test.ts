import { expect, test } from 'vitest'
import { startI18n } from './i18n.ts'
import { serverMessage } from './serverMessage.ts'

test('days inside a message are written as people write them', async () => {
  await startI18n('en')
  expect(serverMessage('On the night of 2026-12-02 no room is free.')).toBe(
    'On the night of Dec 2, 2026 no room is free.',
  )
  const late =
    'Check-in is possible from the day of arrival on, 2026-11-23; at the hotel it is 2026-11-20.'
  expect(serverMessage(late)).toBe(
    'Check-in is possible from the day of arrival on, Nov 23, 2026; at the hotel it is Nov 20, 2026.',
  )
  await startI18n('pt')
  expect(serverMessage(late)).toMatch(/23\/11\/2026|23 de nov/)
})

test('what only looks like a day stays', async () => {
  await startI18n('en')
  const texts = ['bookings-2026-12-02.csv', '2026-12-02T10:00:00Z', '2026-13-02', 'A-2026-12-02-X']
  for (const text of texts) expect(serverMessage(text)).toBe(text)
})
