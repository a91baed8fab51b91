import { createHash } from 'node:crypto'

/**
 * One step of a migration. `trigram` steps need the extension `pg_trgm` and are skipped without it.
 */
export interface Statement {
  readonly kind: 'statement' | 'trigram'
  readonly sql: string
}

/** A committed migration: `0001_initial.expand` and its text. */
export interface MigrationFile {
  readonly id: string
  readonly sql: string
}

const MARK = /^--> (statement|trigram)$/m

/** Text of a file: a comment, then each step after a line `--> statement` or `--> trigram`. */
export const formatSql = (comment: string, statements: readonly Statement[]): string =>
  `-- ${comment}\n${statements.map(({ kind, sql }) => `--> ${kind}\n${sql.trim()}\n`).join('')}`

/** Steps of a file, in order. */
export const parseSql = (text: string): Statement[] => {
  const [, ...parts] = text.split(MARK)
  return parts.flatMap((part, i) =>
    i % 2 === 0 ? [{ kind: part as Statement['kind'], sql: (parts[i + 1] ?? '').trim() }] : [],
  )
}

/** Checksum that the database stores for an applied file. */
export const checksumOf = (sql: string): string => createHash('sha256').update(sql).digest('hex')

const order = (id: string): string =>
  id.replace(
    /^(\d+)_.*\.(expand|contract)$/,
    (_, number: string, phase: string) => `${number.padStart(8, '0')}${phase === 'expand' ? 0 : 1}`,
  )

/** Files in the order they are applied: by number, expand before contract. */
export const inOrder = <T extends { readonly id: string }>(files: readonly T[]): T[] =>
  [...files].sort((a, b) => (order(a.id) < order(b.id) ? -1 : 1))
