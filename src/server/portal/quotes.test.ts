import { expect, test } from 'vitest'
import { REPLY_ABOVE, textOfHtml, withoutQuotes } from './quotes.ts'

test.each([
  ['our own line', `Thanks, that helps.\n\n${REPLY_ABOVE}\nHello Ana`],
  ['a quoted mark', `Thanks, that helps.\n\n> ${REPLY_ABOVE}\n> Hello Ana`],
  [
    'Gmail',
    'Thanks, that helps.\n\nOn Mon, 1 Jun 2026 at 10:00, Support <support@example.com> wrote:\n> Hello\n> Ana',
  ],
  [
    'Gmail over two lines',
    'Thanks, that helps.\n\nOn Mon, 1 Jun 2026 at 10:00, Support\n<support@example.com> wrote:\n> Hello',
  ],
  [
    'Portuguese',
    'Thanks, that helps.\n\nEm seg., 1 de jun. de 2026 às 10:00, Apoio <a@example.com> escreveu:\n> Olá',
  ],
  ['Arabic', 'Thanks, that helps.\n\nفي الاثنين، 1 يونيو 2026 كتب الدعم:\n> مرحبا'],
  [
    'Outlook',
    'Thanks, that helps.\r\n\r\n________________________________\r\nFrom: Support\r\nSent: Monday',
  ],
  [
    'Outlook with headers only',
    'Thanks, that helps.\n\nFrom: Support <support@example.com>\nSent: Monday, 1 June 2026\nTo: Ana\n\nHello',
  ],
  ['the original message', 'Thanks, that helps.\n\n-----Original Message-----\nHello'],
  ['a signature', 'Thanks, that helps.\n-- \nAna Silva\n+351 21'],
  ['trailing quotes', 'Thanks, that helps.\n> Hello\n>\n'],
])('keeps the reply and removes what follows: %s', (_name, mail) => {
  expect(withoutQuotes(mail)).toBe('Thanks, that helps.')
})

test('keeps text that only looks like a quote', () => {
  for (const text of [
    'On Monday we leave. She wrote to me.',
    'From: here to there\nis the way',
    '> why not?\nBecause.',
    'On\nand on',
  ]) {
    expect(withoutQuotes(text)).toBe(text)
  }
})
test('extracts the text of an HTML mail without quotes and scripts', () => {
  expect(
    textOfHtml(
      '<html><head><title>x</title></head><body><p>Hello &amp; thanks&#33;</p><div>Ana<br>Silva</div><script>alert(1)</script><blockquote>old</blockquote></body></html>',
    ),
  ).toBe('Hello & thanks!\nAna\nSilva')
})
