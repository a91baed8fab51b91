/** The parts of a kind of field on the server: one file each. */
import type { PgColumnBuilderBase } from 'drizzle-orm/pg-core'
import type { Mapping } from '#model/importMapping.ts'
import type { FieldModel, Json } from '#model/types.ts'
import type { WrittenLanguage } from '../texts/language.ts'

/** The inputs of a generated value. */
export interface Draw {
  /** 0 ≤ x < 1. */
  random(): number
  /** Number of the row, never reused: unique texts end in it. */
  readonly number: number
  /** Ids a reference may take. */
  targets(collection: string): readonly string[]
  /** Days increase in field order, so that an end is after its start. */
  day: number
}

/** How a mapping reads dates. */
export type DateRules = Pick<Mapping, 'zone' | 'dates'>

/** How an export writes values for people. */
export interface Written {
  readonly language: WrittenLanguage
  /** IANA zone of instants. */
  readonly zone: string
  /** Codes of choices instead of labels. */
  readonly keys: boolean
  /** The file may be imported again: what people write loses nothing. */
  readonly exact: boolean
  /** Titles of the records that are referred to, by id. */
  readonly titles: Readonly<Record<string, string>>
}

/** A column that may become required. */
export type Column = PgColumnBuilderBase & { notNull(): PgColumnBuilderBase }

/** Everything the server knows of a kind of field beyond its traits. */
export interface ServerKind {
  /** The column of a table by its name; null for money, which has two. */
  readonly column: ((name: string) => Column) | null
  /** A valid value for demo data and tests; `of` returns one of another field, such as a part. */
  readonly fill: (
    field: FieldModel,
    draw: Draw,
    of: (field: FieldModel, draw: Draw) => Json | undefined,
  ) => Json | undefined
  /** Reads a cell of an import; text that does not parse stays text, which validation reports. */
  readonly read: (field: FieldModel, text: string, rules: DateRules) => Json
  /** Writes a value for people; `of` writes one of another field, such as a part. */
  readonly write: (
    field: FieldModel,
    value: Json,
    written: Written,
    of: (field: FieldModel, value: Json | undefined) => string,
  ) => string
}
