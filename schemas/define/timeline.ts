/** What a timeline shows besides a record's own entries, and the types that check its names. */
import type { ReferredOf, FieldOf } from './rows.ts'

/**
 * Records of other collections in the timeline of a record: those that refer to it, as `collection`
 * or `collection.field`, or through one more record: `chat-messages.conversation.ticket`.
 */
export interface TimelineDef<Reference extends string = string> {
  /** Shown when they are created. */
  readonly related?: readonly Reference[]
  /** Payments, with their first amount of money: shown when created, and on each change of state. */
  readonly payments?: readonly Reference[]
  /** Messages: shown with the beginning of their title, and with their sender if they name one. */
  readonly messages?: readonly Reference[]
}

/** The lists of a timeline. */
export const timelineLists = ['related', 'payments', 'messages'] as const

type NameOf<R> = R extends { name: infer N extends string } ? N : never
type Called<M, N> = {
  [K in keyof M]: NameOf<M[K]> extends N ? (N extends NameOf<M[K]> ? M[K] : never) : never
}[keyof M]
/** Fields of a resource that refer to a collection. */
type FieldsTo<R, C> = {
  [F in FieldOf<R>]: C extends ReferredOf<R, F & keyof ShapeIn<R>> ? F : never
}[FieldOf<R>]
type ShapeIn<R> = R extends { shape: { shape: infer S } } ? S : never

type Refers<M, Path, C> = Path extends `${infer N}.${infer F}.${infer G}`
  ? G extends FieldsTo<Called<M, ReferredOf<Called<M, N>, F & keyof ShapeIn<Called<M, N>>>>, C>
    ? true
    : false
  : Path extends `${infer N}.${infer F}`
    ? F extends FieldsTo<Called<M, N>, C>
      ? true
      : false
    : [FieldsTo<Called<M, Path>, C>] extends [never]
      ? false
      : true

type Wrong<M, Path, C> = Path extends string
  ? Refers<M, Path, C> extends true
    ? never
    : Path
  : never
type PathsOf<R> = R extends { timeline?: TimelineDef<infer P> }
  ? string extends P
    ? never
    : P
  : never

/** Names in timelines that lead to no reference to their entity. */
export type WrongTimeline<M> = {
  [K in keyof M]: Wrong<M, PathsOf<M[K]>, NameOf<M[K]>>
}[keyof M]
