import type { ExportRow } from '../csv.ts'
import { childrenIn, type PeopleColumn } from './columns.ts'

/**
 * The lines of an export: one for each record, or as many as it has child rows. Values of the
 * record are only on its first line, so that their sums are right; `keys` (the first columns) are
 * on each. With `only`, a record without child rows has no line.
 */
export async function* linesOf(
  rows: AsyncIterable<ExportRow>,
  columns: readonly PeopleColumn[],
  { keys, only = false }: { readonly keys: number; readonly only?: boolean },
): AsyncGenerator<string[]> {
  const fields = [...new Set(columns.flatMap(({ rowsOf }) => rowsOf ?? []))]
  for await (const row of rows) {
    const lengths = fields.map((name) => childrenIn(row.row, name).length)
    const count = Math.max(only ? 0 : 1, ...lengths)
    for (let child = 0; child < count; child++) {
      yield columns.map((column, at) =>
        child > 0 && at >= keys && column.rowsOf === undefined
          ? ''
          : column.value({ ...row, child }),
      )
    }
  }
}
