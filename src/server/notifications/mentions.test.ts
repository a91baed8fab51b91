import { expect, test } from 'vitest'
import { mentionedIn } from './mentions.ts'

const people = [
  { id: 'ana', name: 'Ana', email: 'ana@example.com' }, { id: 'silva', name: 'Ana Silva', email: 'a.silva@example.com' },
  { id: 'joao', name: 'João Sá', email: 'joao@example.com' }, { id: 'twin', name: 'João Sá', email: 'joao.two@example.com' },
]

test.each([
  ['Please look, @Ana Silva!', ['silva']],
  ['@ana can you?', ['ana']],
  ['@A.SILVA and @ana.', ['silva', 'ana']],
  ['@Anabela is somebody else', []],
  ['write to office@ana or x@ana.example', []],
  ['@João Sá, please', ['joao', 'twin']],
  ['@joao.two only', ['twin']],
  ['nobody @ all, @', []],
  ['(@Ana)', ['ana']],
])('%s', (text, expected) => {
  expect(mentionedIn(text, people).sort()).toEqual([...expected].sort())
})
