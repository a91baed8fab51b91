import { english } from '#model/message.ts'
import { expect, test } from 'vitest'
import { brokenKeys, grouped } from './grouped.ts'
import type { TableRow } from './readTable.ts'

const BAD = 'This line has 1 cells'

/** Rows of lines with a key each; `!` marks a line that could not be read. */
const rowsOf = async (keys: readonly string[], batch: number, column = 'k') => {
  async function* batches() {
    for (let at = 0; at < keys.length; at += batch) {
      yield keys.slice(at, at + batch).map((k, i): TableRow => ({
        row: at + i + 1,
        line: at + i + 2,
        cells: { k: k.replace('!', ''), n: String(at + i) },
        ...(k.endsWith('!') ? { problem: BAD } : {}),
      }))
    }
  }
  const rows: TableRow[] = []
  for await (const some of grouped(batches(), column, await brokenKeys(batches(), column))) {
    expect(some.length).toBeGreaterThan(0)
    rows.push(...some)
  }
  return rows.map(({ row, lines, problem }) => [row, lines?.length, problem && english(problem)])
}

test.each([1, 2, 100])(
  'consecutive lines with the same key become one row, in batches of %i',
  async (batch) => {
    expect(await rowsOf(['a', 'a', 'b', '', '', 'c', 'c', 'c'], batch)).toEqual([
      [1, 2, undefined],
      [3, 1, undefined],
      [4, undefined, undefined],
      [5, undefined, undefined],
      [6, 3, undefined],
    ])
  },
)

test('every line of a record is refused when its lines are not consecutive', async () => {
  const apart = 'Lines with the same "k" must follow one another'
  expect(await rowsOf(['a', 'a', 'b', 'a'], 2)).toEqual([
    [1, undefined, apart],
    [2, undefined, apart],
    [3, 1, undefined],
    [4, undefined, apart],
  ])
})

test('an unreadable line causes only its own record to be refused', async () => {
  const same = 'Row 3 of the same record has the wrong number of cells'
  expect(await rowsOf(['a', 'a!', 'a', 'b', '!'], 2)).toEqual([
    [1, undefined, same],
    [2, undefined, BAD],
    [3, undefined, same],
    [4, 1, undefined],
    [5, undefined, BAD],
  ])
})

test('a missing key column and a record with too many lines are reported as errors', async () => {
  expect(await rowsOf(['a'], 10, '__proto__')).toEqual([
    [1, undefined, 'The file has no column "__proto__"'],
  ])
  const many = await rowsOf(
    Array.from({ length: 1001 }, () => 'a'),
    10,
  )
  expect(many).toHaveLength(1001)
  expect(new Set(many.map(([, , problem]) => problem))).toEqual(
    new Set(['A record may have 1000 lines at most']),
  )
})
