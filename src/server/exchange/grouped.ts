import { say, type Said } from '#model/message.ts'
import { own } from '#schemas/define/own.ts'
import type { TableRow } from './readTable.ts'

/** Most lines of one record. */
export const MAX_LINES = 1000

type Batches = AsyncIterable<readonly TableRow[]>

const keyOf = (row: TableRow, column: string): string | undefined => own(row.cells, column)?.trim()

/**
 * Finds the cells of a column whose lines cannot become one record, with the reason: a part of a
 * record would otherwise be written without the rest.
 */
export const brokenKeys = async (
  batches: Batches,
  column: string,
): Promise<ReadonlyMap<string, Said>> => {
  const broken = new Map<string, Said>()
  const seen = new Set<string>()
  let last: string | undefined
  let count = 0
  for await (const batch of batches) {
    for (const row of batch) {
      const key = keyOf(row, column)
      if (key && key !== last && seen.has(key)) {
        broken.set(
          key,
          say('Lines with the same "{{name}}" must follow one another', { name: column }),
        )
      }
      count = key === last ? count + 1 : 1
      if (key && count > MAX_LINES) {
        broken.set(key, say('A record may have {{n}} lines at most', { n: MAX_LINES }))
      }
      if (key && row.problem) {
        broken.set(
          key,
          say('Row {{n}} of the same record has the wrong number of cells', { n: row.line }),
        )
      }
      if (key) seen.add(key)
      last = key
    }
  }
  return broken
}

/**
 * Joins lines that follow one another with the same cell in a column into one row, which has the
 * cells of the first. A line without the cell stays alone; lines of a broken key do too, each with
 * the `problem`.
 */
export async function* grouped(
  batches: Batches,
  column: string,
  broken: ReadonlyMap<string, Said>,
): AsyncGenerator<TableRow[]> {
  let open: { readonly key: string; readonly row: TableRow } | undefined
  let lines: Readonly<Record<string, string>>[] = []
  const closed = (): TableRow[] => {
    const row = open && { ...open.row, lines }
    open = undefined
    return row ? [row] : []
  }
  for await (const batch of batches) {
    const rows: TableRow[] = []
    for (const row of batch) {
      const key = keyOf(row, column)
      const problem =
        row.problem ??
        (key === undefined
          ? say('The file has no column "{{name}}"', { name: column })
          : broken.get(key))
      if (open && key === open.key && problem === undefined) {
        lines.push(row.cells)
        continue
      }
      rows.push(...closed())
      if (problem !== undefined) rows.push({ ...row, problem })
      else if (key) {
        open = { key, row }
        lines = [row.cells]
      } else rows.push(row)
    }
    if (rows.length > 0) yield rows
  }
  const last = closed()
  if (last.length > 0) yield last
}
