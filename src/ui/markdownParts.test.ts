import { expect, test } from 'vitest'
import { inlineOf, linesOf } from './markdownParts.ts'

const ID = '01900000-0000-7000-8000-000000000001'

test('parses paragraphs, lists and quotes', () => {
  expect(linesOf('one\ntwo\n\nthree\n- a\n- b\n> said\n1. c')).toEqual([
    { kind: 'paragraph', lines: ['one', 'two'] },
    { kind: 'paragraph', lines: ['three'] },
    { kind: 'list', lines: ['a', 'b'] },
    { kind: 'quote', lines: ['said'] },
    { kind: 'numbers', lines: ['c'] },
  ])
})

test('parses bold, italic, code, links and mentions; the rest stays text', () => {
  expect(inlineOf(`**so _very_** \`x*\` @[${ID}] [us](https://example.com/a) 2*3*4`)).toEqual([
    {
      kind: 'strong',
      parts: [
        { kind: 'text', text: 'so ' },
        { kind: 'em', parts: [{ kind: 'text', text: 'very' }] },
      ],
    },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'x*' },
    { kind: 'text', text: ' ' },
    { kind: 'mention', id: ID },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'us', href: 'https://example.com/a' },
    { kind: 'text', text: ' 2*3*4' },
  ])
})

test('only web addresses become links, and HTML stays text', () => {
  const parts = inlineOf(
    '[x](javascript:alert(1)) <img src=x onerror=alert(1)> [y](data:text/html,z)',
  )
  expect(parts.every((p) => p.kind === 'text')).toBe(true)
})

test('parses headings, rules and code blocks', () => {
  expect(linesOf('# Rooms\n### Beds\ntext\n---\n```ts\n- no list\n```\nafter')).toEqual([
    { kind: 'heading', lines: ['Rooms'], level: 1 },
    { kind: 'heading', lines: ['Beds'], level: 3 },
    { kind: 'paragraph', lines: ['text'] },
    { kind: 'rule', lines: [''] },
    { kind: 'code', lines: ['- no list'] },
    { kind: 'paragraph', lines: ['after'] },
  ])
})
