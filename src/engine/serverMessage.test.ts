import { expect, test } from 'vitest'
import { inside, say } from '#model/message.ts'
import { startI18n } from '#ui/i18n.ts'
import { serverMessage } from './serverMessage.ts'

const late = say(
  '{{what}} is possible from the day of arrival on, {{day}}; at the hotel it is {{today}}.',
  { what: { label: 'Check-in' }, day: { day: '2026-11-23' }, today: { day: '2026-11-20' } },
)

test('formats dates and numbers in a message for the language', async () => {
  await startI18n('en')
  expect(serverMessage(late)).toBe(
    'Check-in is possible from the day of arrival on, Nov 23, 2026; at the hotel it is Nov 20, 2026.',
  )
  expect(serverMessage(say('At most {{n}} characters', { n: 5000 }))).toBe(
    'At most 5,000 characters',
  )
  await startI18n('pt')
  expect(serverMessage(late)).toMatch(/23\/11\/2026|23 de nov/)
})

test('translates record, state and entity names in a message', async () => {
  const said = say('This {{one}} is {{from}}; it cannot become {{to}} from there.', {
    one: inside('Hotel'),
    from: inside('Draft'),
    to: inside('Archived'),
  })
  await startI18n('pt')
  expect(serverMessage(said)).toBe('Hotel está em “Rascunho”; daí não pode passar a “Arquivado”.')
  await startI18n('en')
  expect(serverMessage(said)).toBe('This hotel is draft; it cannot become archived from there.')
})

test('leaves text entered by people unchanged, even if it contains dates or placeholders', async () => {
  await startI18n('en')
  const said = say('This {{one}} already exists with other values; a history is only added', {
    one: 'bookings 2026-12-02 {{one}}',
  })
  expect(serverMessage(said)).toContain('bookings 2026-12-02 {{one}}')
})

test('joins several values as the language does', async () => {
  const said = (and?: true) =>
    say('Missing: {{fields}}', { fields: { list: ['A', 'B', 'C'], ...(and && { and }) } })
  await startI18n('pt')
  expect(serverMessage(said(true))).toContain('A, B e C')
  expect(serverMessage(said())).toContain('A, B, C')
  await startI18n('ar')
  expect(serverMessage(said())).toContain('A، B، C')
  await startI18n('en')
})
