import { isDeepStrictEqual } from 'node:util'
import type { Model } from '#model/types.ts'
import { columnNames } from './names.ts'
import type { Snapshot, TableShape } from './snapshot.ts'

const swap = (text: string, from: string, to: string) => text.replaceAll(`"${from}"`, `"${to}"`)

const renameColumn = (table: TableShape, from: string, to: string): void => {
  table.columns = Object.fromEntries(
    Object.entries(table.columns).map(([key, column]) =>
      key === from ? [to, { ...column, name: to }] : [key, column],
    ),
  )
  for (const index of Object.values(table.indexes)) {
    for (const column of index.columns) {
      if (column.isExpression) column.expression = swap(column.expression, from, to)
      else if (column.expression === from) column.expression = to
    }
    if (index.where) index.where = swap(index.where, from, to)
  }
  for (const key of Object.values(table.foreignKeys)) {
    key.columnsFrom = key.columnsFrom.map((c) => (c === from ? to : c))
  }
  for (const check of Object.values(table.checkConstraints)) {
    check.value = swap(check.value, from, to)
  }
}

/** Renames things that differ from the target only by name, instead of recreating them. */
const renameAlike = <T extends { name: string }>(
  old: Record<string, T>,
  target: Record<string, T>,
  sql: (from: string, to: string) => string,
): string[] => {
  const statements: string[] = []
  for (const [from, item] of Object.entries(old)) {
    if (target[from]) continue
    const to = Object.keys(target).find(
      (name) =>
        !old[name] && isDeepStrictEqual({ ...target[name], name: '' }, { ...item, name: '' }),
    )
    if (to === undefined) continue
    delete old[from]
    old[to] = { ...item, name: to }
    statements.push(sql(from, to))
  }
  return statements
}

/**
 * Applies the model's `renamedFrom` hints: changes `old` in place to its state after the returned
 * statements. Ignores hints already applied and hints whose old column never existed.
 */
export const applyRenames = (model: Model, old: Snapshot, target: Snapshot): string[] =>
  model.resources.flatMap((resource) => {
    const table = old[`public.${resource.table}`]
    const wanted = target[`public.${resource.table}`]
    if (!table || !wanted) return []
    const columns = resource.fields.flatMap((field) => {
      if (!field.renamedFrom) return []
      const from = columnNames({ name: field.renamedFrom, kind: field.kind })
      const to = columnNames(field)
      if (
        !from.every((name) => table.columns[name] && !wanted.columns[name]) ||
        to.some((name) => table.columns[name])
      ) {
        return []
      }
      return from.map((name, i) => {
        renameColumn(table, name, to[i]!)
        return `ALTER TABLE "${table.name}" RENAME COLUMN "${name}" TO "${to[i]}";`
      })
    })
    if (columns.length === 0) return []
    const constraint = (from: string, to: string) =>
      `ALTER TABLE "${table.name}" RENAME CONSTRAINT "${from}" TO "${to}";`
    return [
      ...columns,
      ...renameAlike(
        table.indexes,
        wanted.indexes,
        (from, to) => `ALTER INDEX "${from}" RENAME TO "${to}";`,
      ),
      ...renameAlike(table.foreignKeys, wanted.foreignKeys, constraint),
      ...renameAlike(table.checkConstraints, wanted.checkConstraints, constraint),
    ]
  })
