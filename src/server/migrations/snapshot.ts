/** The one door to drizzle-kit: describes tables as data and turns two descriptions into SQL. Development only; never loaded by the server. */
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
  /** SQL of what the database refuses for this table; drizzle-kit knows nothing of it. */
  guard?: string
}
/** Every table by `public.<name>`: what the committed snapshot holds. */
export type Snapshot = Record<string, TableShape>

const kit = (): typeof Kit => createRequire(import.meta.url)('drizzle-kit/api') as typeof Kit

/** Describes the tables of a model. Equal to itself after a round through JSON, as the committed snapshot goes. */
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
 * SQL statements that lead from one description to the other. The caller makes sure that no table or column goes
 * while another comes: drizzle-kit would ask whether that is a rename.
 */
export const statementsBetween = async (from: Snapshot, to: Snapshot): Promise<string[]> => {
  const full = (tables: Snapshot) =>
    ({ ...kit().generateDrizzleJson({}), tables: withoutGuards(tables) }) as unknown as Parameters<
      typeof Kit.generateMigration
    >[0]
  const statements = await kit().generateMigration(full(from), full(to))
  // Tables live in whatever schema the connection uses.
  return statements
    .flatMap((s) => s.split('--> statement-breakpoint'))
    .map((s) => s.replaceAll('"public".', '').trim())
    .filter((s) => s !== '')
}
