import { expect, test } from 'vitest'
import { mentionsIn } from './mentionsIn.ts'

test('splits mentions from the surrounding text, longest name first', () => {
  const names = ['Ana', 'Ana Silva', 'C. (+)']
  expect(mentionsIn('Hi @Ana Silva, @Ana and @C. (+)!', names)).toEqual([
    'Hi ',
    '@Ana Silva',
    ', ',
    '@Ana',
    ' and ',
    '@C. (+)',
    '!',
  ])
  expect(mentionsIn('a@b.example @ @Bo', names)).toEqual(['a@b.example @ @Bo'])
  expect(mentionsIn('@Ana', [])).toEqual(['@Ana'])
  expect(mentionsIn('', names)).toEqual([''])
})
