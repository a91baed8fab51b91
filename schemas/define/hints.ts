import { z } from './zod.ts'
import type { Kind } from './kinds.ts'

/** Colour role of a badge. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

/**
 * Child rows that are charged, by the names of their fields: unit × quantity less a discount, plus
 * tax.
 */
export interface Charge<Name extends string = string> {
  /** Price of one. */
  readonly unit: Name
  readonly quantity: Name
  /** Money off the whole line. */
  readonly discount?: Name
  /** Basis points. */
  readonly tax?: Name
  /** What the record is charged besides its lines. */
  readonly base?: ChargeBase
  /** Field of the record with what was taken back of its lines: rows of `takenRow`. */
  readonly taken?: string
}

/** Quantities of charged rows as the input of an action, by the names of fields. */
export interface Takes {
  /** Charged rows of the record. */
  readonly of: string
  /** Input with the amount, which the chosen quantities decide. */
  readonly sum: string
}

/** Days from one field of a record to another × quantity × unit; the names of its fields. */
export interface ChargeBase {
  readonly label: string
  readonly unit: string
  readonly quantity: string
  readonly from: string
  readonly to: string
}

/**
 * Metadata of a field beyond its Zod rules. Everything is optional. Attached with `.register(ui, {
 * … })`, where a misspelt hint does not compile.
 */
export interface FieldHints {
  /** Overrides the kind inferred from the Zod type. */
  kind?: Kind
  /** Label in sentence case; default: the name in words. */
  label?: string
  /** One line under the input. */
  hint?: string
  /** Unit shown after the value, e.g. `min`. */
  unit?: string
  /** API collection of a reference. */
  ref?: string
  /** API collections a reference of several types may refer to. */
  targets?: readonly string[]
  /**
   * When the referenced record is deleted: `restrict` (default) refuses, `clear` empties this
   * field.
   */
  onDelete?: 'restrict' | 'clear'
  /** Computed by the server, never written by a client. */
  derived?: boolean
  /** Written at creation only. */
  immutable?: boolean
  /**
   * Responses show a mask, and the value only to people with `<entity>.reveal`, on one record, with
   * a reason. See `isMasked`.
   */
  sensitive?: boolean
  /** Unique among live rows. */
  unique?: boolean
  /** Text field a slug is suggested from. */
  from?: string
  /** Prefix of the code suggested for a new record: `BK-` → `BK-7F3K2Q`. */
  codePrefix?: string
  /** Labels of enum values; default: the value in words. */
  labels?: Readonly<Record<string, string>>
  /** Tones of enum values. */
  tones?: Readonly<Record<string, Tone>>
  /** Fixed ISO 4217 currency of a money field. */
  currency?: string
  /** Shown, and submitted, only when the named field has one of these values. */
  when?: { readonly field: string; readonly is: readonly (string | number | boolean)[] }
  /**
   * Options of a reference depend on another field of this record: `{ field: 'category', through:
   * 'category' }`.
   */
  dependsOn?: { readonly field: string; readonly through: string }
  /**
   * This day begins a range that ends on another day: `{ until: 'checkOut', count: 'nights' }`. One
   * picker chooses both; `count` says how many nights or days lie between.
   */
  range?: { readonly until: string; readonly count?: 'nights' | 'days' }
  /** Previous name of this field: its column is renamed, not dropped. */
  renamedFrom?: string
  /** Child rows that are charged: a column with the amount of each line, and sums while typing. */
  charge?: Charge
  /** Input rows that take quantities of charged rows. */
  takes?: Takes
  /** A deadline: lists and pages show the time left, or how long it is overdue, instead of it. */
  countdown?: true
  /** API collection whose tags are suggested. Set by itself on the field named by `taggable`. */
  tagsOf?: string
  /** Hidden in generated forms (edited by its own screen). */
  hidden?: boolean
}

/** The typed registry of field hints. */
export const ui = z.registry<FieldHints>()
