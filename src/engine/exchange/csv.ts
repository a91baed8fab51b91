/**
 * Reads the columns and first rows of a CSV file in the browser. The parser loads with the first
 * file.
 */
import { unescapeCell } from '#model/csvCells.ts'

export interface CsvHead {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The bytes are not UTF-8, which the server rejects. */
  readonly foreign: boolean
}

const SAMPLE_ROWS = 20
const MAX_VALUES = 200

const parser = async () => (await import('papaparse')).default

/** Reads the header and the first rows; undefined for an empty file. */
export const readHead = async (file: File): Promise<CsvHead | undefined> => {
  const papa = await parser()
  const lines = await new Promise<string[][]>((resolve, reject) => {
    papa.parse<string[]>(file, {
      preview: SAMPLE_ROWS + 1,
      skipEmptyLines: true,
      complete: ({ data }) => resolve(data),
      error: reject,
    })
  })
  const [head, ...rows] = lines
  const columns = (head ?? []).map((c) => unescapeCell(c.replace('\ufeff', '')).trim())
  while (columns.at(-1) === '') columns.pop()
  if (columns.length === 0) return undefined
  return {
    columns,
    rows: rows.map((r) => columns.map((_, i) => unescapeCell(r[i] ?? ''))),
    foreign: lines.some((r) => r.some((c) => c.includes('\ufffd'))),
  }
}

/** Distinct cells of a column in the whole file, in file order, at most 200. */
export const cellsOf = async (file: File, head: CsvHead, column: string): Promise<string[]> => {
  const papa = await parser()
  const at = head.columns.indexOf(column)
  const found = new Set<string>()
  let isHead = true
  await new Promise<void>((resolve, reject) => {
    papa.parse<string[]>(file, {
      skipEmptyLines: true,
      error: reject,
      complete: () => resolve(),
      chunk: ({ data }, handle) => {
        for (const line of isHead ? data.slice(1) : data) {
          if (found.size < MAX_VALUES) found.add(unescapeCell(line[at] ?? '').trim())
        }
        isHead = false
        if (found.size >= MAX_VALUES) handle.abort()
      },
    })
  })
  return [...found].filter((c) => c !== '')
}
