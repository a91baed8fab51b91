/** Types that follow from an entity's declaration: its rows, and the names in it. */
import type * as z from 'zod'

/**
 * Fields of every record, written only by the server. A type instead of an interface, so that rows
 * are plain JSON records.
 */
export type StandardFields = {
  /** UUIDv7. */
  id: string
  /** Starts at 1; used for optimistic locking. */
  version: number
  /** Instants, ISO 8601 UTC. */
  createdAt: string
  updatedAt: string
  /** Ids of people; null for writes by the system. */
  createdBy: string | null
  updatedBy: string | null
}

type ShapeOf<R> = R extends { shape: z.ZodObject<infer S> } ? S : never
/** Names of the fields of a resource. */
export type FieldOf<R> = keyof ShapeOf<R> & string
type NamesIn<T> = keyof NonNullable<T> & string
/** States of a resource, without the `'*'` entry. */
export type StateOf<R> = R extends { states?: infer S } ? Exclude<NamesIn<S>, '*'> : never
/** Names of the actions that a resource declares besides its transitions. */
export type ActionOf<R> = R extends { actions?: infer A } ? NamesIn<A> : never
/** Names of the PDF documents that a resource declares. */
export type DocumentOf<R> = R extends { documents?: infer D } ? NamesIn<D> : never
/** Validated input of an action; fields left empty are absent. */
export type InputOf<R, A> = R extends { actions?: infer Actions }
  ? A extends keyof NonNullable<Actions>
    ? NonNullable<Actions>[A] extends { input?: infer I }
      ? NonNullable<I> extends z.ZodObject
        ? Readonly<z.output<NonNullable<I>>>
        : {}
      : {}
    : never
  : never

type Nullable<T> = undefined extends T ? Exclude<T, undefined> | null : T

/**
 * A record of `R` as the API returns it: every field present, `null` when empty, references as
 * branded ids.
 */
export type Row<R> = StandardFields & {
  [K in keyof ShapeOf<R>]: Nullable<z.output<ShapeOf<R>[K]>>
} & ([StateOf<R>] extends [never] ? unknown : { state: StateOf<R> })

/** Values to write to a record of `R`: ids are plain text, `null` empties a field. */
export type ValuesOf<R> = {
  readonly [K in keyof ShapeOf<R>]?: z.input<ShapeOf<R>[K]> | null
} & ([StateOf<R>] extends [never] ? unknown : { readonly state?: StateOf<R> })

type Target<V> = V extends readonly (infer E)[]
  ? Target<E>
  : V extends { [K in typeof z.core.$brand]: infer B }
    ? keyof B extends `${infer C}#`
      ? C
      : never
    : never
/** The collection a field refers to; never for other fields. */
export type ReferredOf<R, F extends keyof ShapeOf<R>> = Target<NonNullable<z.output<ShapeOf<R>[F]>>>
/** The collections that the fields of a resource refer to. */
export type Targets<R> = {
  [K in keyof ShapeOf<R>]: Target<NonNullable<z.output<ShapeOf<R>[K]>>>
}[keyof ShapeOf<R>]
