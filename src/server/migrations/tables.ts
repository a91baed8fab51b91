import { getTableColumns, sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import type { FieldModel, Model, ResourceModel } from '#model/types.ts'
import { columnsOf, standardColumns } from './columns.ts'
import { indexesOf, type IndexPlan } from './indexes.ts'
import { columnName, constraintName, quoted } from './names.ts'
import { authTables } from './authTables.ts'
import { systemTables } from './system.ts'
import { files } from './system/files.ts'

type Columns = Record<string, pg.AnyPgColumn>

const column = (columns: Columns, name: string): pg.AnyPgColumn => {
  const found = columns[name]
  if (!found) throw new Error(`There is no column "${name}".`)
  return found
}

const build = (plan: IndexPlan, columns: Columns): pg.IndexBuilder => {
  const on = plan.columns.map((name) =>
    name.includes('(') ? sql.raw(name) : column(columns, name),
  )
  const [first, ...rest] = on as [pg.AnyPgColumn, ...pg.AnyPgColumn[]]
  if (plan.using === 'trigram') {
    return pg.index(plan.name).using('gin', (first as pg.ExtraConfigColumn).op('gin_trgm_ops'))
  }
  if (plan.using === 'gin') return pg.index(plan.name).using('gin', first)
  const made = (plan.unique ? pg.uniqueIndex(plan.name) : pg.index(plan.name)).on(first, ...rest)
  return plan.where ? made.where(sql.raw(plan.where)) : made
}

const choiceCheck = (resource: ResourceModel, field: FieldModel): pg.CheckBuilder | undefined => {
  if ((field.kind !== 'enum' && field.kind !== 'state') || !field.options?.length) return undefined
  const name = columnName(field.name)
  return pg.check(
    constraintName(resource.table, [name], 'check'),
    sql.raw(`"${name}" in (${field.options.map((o) => quoted(o.value)).join(', ')})`),
  )
}

const foreignKey = (
  resource: ResourceModel,
  field: FieldModel,
  columns: Columns,
  target: () => pg.AnyPgColumn,
): pg.ForeignKeyBuilder =>
  pg
    .foreignKey({
      name: constraintName(resource.table, [columnName(field.name)], 'fk'),
      columns: [column(columns, columnName(field.name))],
      foreignColumns: [target()],
    })
    .onDelete(field.onDelete === 'clear' ? 'set null' : 'restrict')

const tableOf = (
  resource: ResourceModel,
  tables: Readonly<Record<string, pg.PgTable>>,
): pg.PgTable =>
  pg.pgTable(
    resource.table,
    Object.assign(
      standardColumns() as Record<string, pg.PgColumnBuilderBase>,
      ...resource.fields.map((f) => columnsOf(f, resource.initial)),
    ),
    (own) => {
      const columns = own as Columns
      return [
        ...indexesOf(resource).map((plan) => build(plan, columns)),
        ...resource.fields.flatMap((f) => choiceCheck(resource, f) ?? []),
        ...resource.fields.flatMap((f) => {
          if (f.kind === 'image' || f.kind === 'file') {
            return [foreignKey(resource, f, columns, () => files.id)]
          }
          return f.kind === 'ref' && f.ref
            ? [
                foreignKey(resource, f, columns, () =>
                  column(getTableColumns(tables[f.ref!]!), 'id'),
                ),
              ]
            : []
        }),
      ]
    },
  )

/**
 * Every table of the application as drizzle describes it: one per resource by collection, plus the
 * system's and the accounts'.
 */
export const tablesOf = (model: Model): Record<string, pg.PgTable> => {
  const tables: Record<string, pg.PgTable> = {}
  for (const resource of model.resources) tables[resource.collection] = tableOf(resource, tables)
  return { ...systemTables, ...authTables, ...tables }
}
