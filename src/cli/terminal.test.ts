import { expect, test } from 'vitest'
import { progressLine } from './terminal.ts'

const printed = (isTTY: boolean, steps: readonly (readonly [number, string])[]): string => {
  let written = ''
  const tell = progressLine<string>((name) => name, {
    isTTY,
    write: (text: string | Uint8Array) => {
      written += String(text)
      return true
    },
  })
  for (const [fraction, name] of steps) tell(fraction, name)
  return written
}

test('a terminal shows one progress line that is rewritten and padded over longer text', () => {
  expect(
    printed(true, [
      [0, 'orders'],
      [0.001, 'orders'],
      [0.5, 'mrr'],
      [1, 'mrr'],
    ]),
  ).toBe('\r  0 %  orders\r 50 %  mrr   \r100 %  mrr   \n')
})
test('without a terminal, progress prints one line per 10 %', () => {
  expect(
    printed(false, [
      [0, 'a'],
      [0.05, 'a'],
      [0.1, 'a'],
      [0.19, 'b'],
      [0.2, 'b'],
      [1, 'b'],
    ]),
  ).toBe('  0 %  a\n 10 %  a\n 20 %  b\n100 %  b\n')
})
