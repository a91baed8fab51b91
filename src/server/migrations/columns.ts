import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { traits } from '#schemas/define/kinds.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { serverKinds } from '../kinds/index.ts'
import { keyText } from '../kinds/parts/columns.ts'
import { columnName, quoted } from './names.ts'

/** SQL literal of a default; undefined if a list of a scalar type cannot be written as one. */
const literal = (field: FieldModel, value: Json) => {
  const { storage } = traits(field.kind)
  if (storage === 'jsonb') return sql.raw(`${quoted(JSON.stringify(value))}::jsonb`)
  if (storage === 'uuid[]' || storage === 'text[]') {
    const items = (value as readonly string[]).map(
      (item) => `"${item.replaceAll(/["\\]/g, '\\$&')}"`,
    )
    return sql.raw(quoted(`{${items.join(',')}}`))
  }
  return sql.raw(typeof value === 'string' ? quoted(value) : String(value))
}

/**
 * True when the column is not null: a required field, or one with a default. A field shown only in
 * some cases (`when`) may be empty in the others.
 */
export const isFilled = (field: FieldModel): boolean =>
  (field.required || field.default !== undefined) && !field.when

type Builder = pg.PgColumnBuilderBase

const filled = (field: FieldModel, builder: { notNull(): Builder } & Builder): Builder =>
  isFilled(field) ? builder.notNull() : builder

/** Columns of one field by column name. Types and names follow the kind's storage. */
export const columnsOf = (field: FieldModel, initial?: string): Record<string, Builder> => {
  const name = columnName(field.name)
  if (field.kind === 'state') {
    return {
      [name]:
        initial === undefined
          ? keyText(name).notNull()
          : keyText(name)
              .notNull()
              .default(sql.raw(quoted(initial))),
    }
  }
  if (field.kind === 'money') {
    const value = field.default as { amount: number; currency: string } | undefined
    const amount = pg.bigint(`${name}_amount`, { mode: 'number' })
    const currency = keyText(`${name}_currency`)
    return {
      [`${name}_amount`]: filled(field, value ? amount.default(value.amount) : amount),
      [`${name}_currency`]: filled(
        field,
        value ? currency.default(sql.raw(quoted(value.currency))) : currency,
      ),
    }
  }
  const { column: make } = serverKinds[field.kind]
  if (!make) throw new Error(`The field ${field.name} has two columns.`)
  const column = make(name) as ReturnType<typeof pg.text>
  return {
    [name]: filled(
      field,
      field.default === undefined || field.default === null
        ? column
        : column.default(literal(field, field.default)),
    ),
  }
}

/**
 * Columns of every record, and `search`: folded values of the fields in `list.search`, joined by
 * U+001F.
 */
export const standardColumns = () => {
  const at = (name: string) => pg.timestamp(name, { withTimezone: true, mode: 'string' })
  return {
    id: pg.uuid('id').primaryKey(),
    version: pg.integer('version').notNull().default(1),
    created_at: at('created_at').notNull(),
    created_by: pg.uuid('created_by'),
    updated_at: at('updated_at').notNull(),
    updated_by: pg.uuid('updated_by'),
    deleted_at: at('deleted_at'),
    search: pg.text('search').notNull().default(''),
  }
}
