/** Nested rows as the lines of a tree. Pure. */
import type { RecordData } from '#data/types.ts'

/**
 * One line: a row, its depth (from 1), its place among its siblings, and whether it has children.
 */
export interface Line {
  readonly row: RecordData
  readonly level: number
  readonly place: number
  readonly siblings: number
  readonly parent: string | undefined
  readonly open: boolean | undefined
}

/**
 * Children by parent id; `''` holds the roots. A row whose parent is missing is a root, and so is
 * one in a cycle.
 */
export const childrenOf = (
  rows: readonly RecordData[],
  parentField: string,
): ReadonlyMap<string, readonly RecordData[]> => {
  const byId = new Map(rows.map((r) => [r.id, r]))
  const above = (row: RecordData): RecordData | undefined =>
    byId.get(String(row[parentField] ?? ''))
  const inCircle = (row: RecordData): boolean => {
    const seen = new Set<string>()
    for (let at: RecordData | undefined = above(row); at && !seen.has(at.id); at = above(at)) {
      if (at.id === row.id) return true
      seen.add(at.id)
    }
    return false
  }
  const out = new Map<string, RecordData[]>([['', []]])
  for (const row of rows) {
    const parent = inCircle(row) ? undefined : above(row)
    const key = parent?.id ?? ''
    out.set(key, [...(out.get(key) ?? []), row])
  }
  return out
}

/** The visible lines from the top; `isOpen` says which rows are expanded. */
export const linesOf = (
  children: ReadonlyMap<string, readonly RecordData[]>,
  isOpen: (id: string) => boolean,
  parent = '',
  level = 1,
): Line[] => {
  const siblings = children.get(parent) ?? []
  return siblings.flatMap((row, i) => {
    const open = children.has(row.id) ? isOpen(row.id) : undefined
    const line: Line = {
      row,
      level,
      place: i + 1,
      siblings: siblings.length,
      parent: parent || undefined,
      open,
    }
    return open ? [line, ...linesOf(children, isOpen, row.id, level + 1)] : [line]
  })
}
