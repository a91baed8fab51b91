/**
 * The only module that uses drizzle-kit: describes tables as data and diffs two descriptions into
 * SQL. Development only; never loaded by the server.
 */
import { createRequire } from 'node:module'
import type * as Kit from 'drizzle-kit/api'
import type { Model } from '#model/types.ts'
import { guards } from './guards.ts'
import { tablesOf } from './tables.ts'

export interface ColumnShape {
  name: string
  type: string
  primaryKey: boolean
  notNull: boolean
  default?: unknown
  identity?: unknown
}
export interface IndexShape {
  name: string
  columns: { expression: string; isExpression: boolean }[]
  isUnique: boolean
  where?: string
  method: string
}
export interface ForeignKeyShape {
  name: string
  tableFrom: string
  tableTo: string
  columnsFrom: string[]
  columnsTo: string[]
}
export interface CheckShape {
  name: string
  value: string
}
export interface TableShape {
  name: string
  columns: Record<string, ColumnShape>
  indexes: Record<string, IndexShape>
  foreignKeys: Record<string, ForeignKeyShape>
  checkConstraints: Record<string, CheckShape>
  /** SQL for the changes the database rejects on this table; unknown to drizzle-kit. */
  guard?: string
}
/** Every table by `public.<name>`: the content of the committed snapshot. */
export type Snapshot = Record<string, TableShape>

const kit = (): typeof Kit => createRequire(import.meta.url)('drizzle-kit/api') as typeof Kit

/**
 * Describes the tables of a model. Survives a round trip through JSON, like the committed snapshot.
 */
export const snapshotOf = (model: Model): Snapshot => {
  const tables = JSON.parse(
    JSON.stringify(kit().generateDrizzleJson(tablesOf(model)).tables),
  ) as Snapshot
  for (const [name, guard] of Object.entries(guards)) tables[`public.${name}`]!.guard = guard
  return tables
}

const withoutGuards = (tables: Snapshot): Snapshot =>
  Object.fromEntries(Object.entries(tables).map(([name, { guard: _, ...table }]) => [name, table]))

/**
 * SQL statements from one description to the other. The caller must make sure that no table or
 * column is dropped while another is added: drizzle-kit would ask whether that is a rename.
 */
export const statementsBetween = async (from: Snapshot, to: Snapshot): Promise<string[]> => {
  const full = (tables: Snapshot) =>
    ({ ...kit().generateDrizzleJson({}), tables: withoutGuards(tables) }) as Parameters<
      typeof Kit.generateMigration
    >[0]
  const statements = await kit().generateMigration(full(from), full(to))
  // Tables are in whatever schema the connection uses.
  return statements
    .flatMap((s) => s.split('--> statement-breakpoint'))
    .map((s) => s.replaceAll('"public".', '').trim())
    .filter((s) => s !== '')
}
