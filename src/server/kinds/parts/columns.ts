/** Columns of PostgreSQL that kinds have. */
import * as pg from 'drizzle-orm/pg-core'
import type { Column } from '../types.ts'

/**
 * Text compared and sorted by bytes: sorting and ranges are the same on every machine, and one
 * index serves both.
 */
export const keyText = pg.customType<{ data: string }>({
  dataType: () => 'text COLLATE "C"',
})
export const longText = (name: string): Column => pg.text(name)
export const integer = (name: string): Column => pg.integer(name)
export const double = (name: string): Column => pg.doublePrecision(name)
export const boolean = (name: string): Column => pg.boolean(name)
export const date = (name: string): Column => pg.date(name)
export const instant = (name: string): Column =>
  pg.timestamp(name, { withTimezone: true, mode: 'string' })
export const uuid = (name: string): Column => pg.uuid(name)
export const uuids = (name: string): Column => pg.uuid(name).array()
export const texts = (name: string): Column => pg.text(name).array()
export const json = (name: string): Column => pg.jsonb(name)
