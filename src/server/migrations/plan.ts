import type { Model } from '#model/types.ts'
import { backfillOf } from './backfill.ts'
import { applyRenames } from './renames.ts'
import {
  statementsBetween,
  type CheckShape,
  type ColumnShape,
  type Snapshot,
  type TableShape,
} from './snapshot.ts'
import { contractStatements } from './contract.ts'
import type { Statement } from './sqlFile.ts'

export interface MigrationPlan {
  /** Steps compatible with the code before and after. */
  readonly expand: readonly Statement[]
  /** Steps that may break the old code: drops and tightened constraints. */
  readonly contract: readonly Statement[]
  /** Sentences about each step of `contract` that loses data or that may fail on existing rows. */
  readonly destructive: readonly string[]
  /** Names of the changed tables, for the file name. */
  readonly tables: readonly string[]
}

const needsValue = (column: ColumnShape) =>
  column.notNull && !column.primaryKey && column.default === undefined && !column.identity

const between = (old: ColumnShape | undefined, target: ColumnShape | undefined): ColumnShape => {
  if (!target) return { ...old!, notNull: old!.primaryKey }
  if (!old) return needsValue(target) ? { ...target, notNull: false } : target
  const notNull = old.notNull && target.notNull
  return old.type === target.type ? { ...target, notNull } : { ...old, notNull }
}

const values = (check: CheckShape): readonly string[] => check.value.match(/'(?:[^']|'')*'/g) ?? []

/** A check that both the old and the new values pass. */
const looser = (old: CheckShape, target: CheckShape): CheckShape => {
  const missing = values(old).filter((v) => !values(target).includes(v))
  return missing.length === 0
    ? target
    : { ...target, value: target.value.replace(/\)\s*$/, `, ${missing.join(', ')})`) }
}

/** A table with everything of both: the state between expand and contract. */
const unionTable = (old: TableShape, target: TableShape): TableShape => {
  const names = [...new Set([...Object.keys(old.columns), ...Object.keys(target.columns)])]
  const checks = Object.entries({ ...old.checkConstraints, ...target.checkConstraints }).flatMap(
    ([name, check]) => {
      const before = old.checkConstraints[name]
      const after = target.checkConstraints[name]
      if (before && after) return [[name, looser(before, after)] as const]
      // A new constraint on existing columns is a tightening; on a new column it is not.
      const column = /^"([^"]+)"/.exec(check.value)?.[1]
      return before || !column || !old.columns[column] ? [[name, check] as const] : []
    },
  )
  return {
    ...target,
    columns: Object.fromEntries(
      names.map((name) => [name, between(old.columns[name], target.columns[name])]),
    ),
    indexes: { ...old.indexes, ...target.indexes },
    foreignKeys: { ...old.foreignKeys, ...target.foreignKeys },
    checkConstraints: Object.fromEntries(checks),
  }
}

const unionOf = (old: Snapshot, target: Snapshot): Snapshot => ({
  ...old,
  ...Object.fromEntries(
    Object.entries(target).map(([name, table]) => [
      name,
      old[name] ? unionTable(old[name], table) : table,
    ]),
  ),
})

const toStatement = (sql: string): Statement => ({
  kind: sql.includes('gin_trgm_ops') ? 'trigram' : 'statement',
  sql,
})

/**
 * Plans the steps from the committed snapshot to the model's tables. Does not modify `old`. Both
 * parts are empty when nothing differs.
 */
export const planMigration = async (
  model: Model,
  old: Snapshot,
  target: Snapshot,
): Promise<MigrationPlan> => {
  const from = structuredClone(old)
  const renames = applyRenames(model, from, target)
  const union = unionOf(from, target)
  const added = await statementsBetween(from, union)
  const { statements, destructive } = contractStatements(
    union,
    target,
    await statementsBetween(union, target),
    (table, column) => backfillOf(model, table, column),
  )
  const first: Statement[] =
    Object.keys(old).length === 0 && added.length > 0
      ? [{ kind: 'trigram', sql: 'CREATE EXTENSION IF NOT EXISTS pg_trgm;' }]
      : []
  const guarded = Object.entries(target).flatMap(([name, { guard }]) =>
    guard !== undefined && guard !== old[name]?.guard ? [guard] : [],
  )
  const all = [...renames, ...added, ...statements]
  return {
    expand: [...first, ...[...renames, ...added, ...guarded].map(toStatement)],
    contract: statements.map(toStatement),
    destructive,
    tables: [
      ...new Set(all.flatMap((sql) => /(?:TABLE|ON|UPDATE) "([^"]+)"/.exec(sql)?.[1] ?? [])),
    ],
  }
}
