/**
 * What the open page offers to the command palette and the keys: its list, what the selection
 * allows, its record. Pages provide it while they are mounted.
 */
import type { FieldModel } from '#model/types.ts'
import type { BulkMove } from './list/useBulkMoves.ts'
import type { List } from './list/useList.ts'

/** The selection of the open list. */
export interface SelectionScope {
  readonly count: number
  readonly moves: readonly BulkMove[]
  /** Fields that a bulk edit may change. */
  readonly fields: readonly FieldModel[]
  move(move: BulkMove): void
  /** Opens the edit of the selection, with a field chosen. */
  edit(field?: string): void
  remove?(): void
  export?(): void
  clear(): void
}
/** What its page lets the person do with the open record by keys. */
export interface RecordScope {
  /** Name of its kind, for sentences. */
  readonly one: string
  readonly edit?: () => void
  readonly create?: () => void
}
interface Scopes {
  readonly record?: RecordScope | undefined
  readonly list?: List | undefined
  readonly selection?: SelectionScope | undefined
}

let offered: Scopes = {}

/** Offers a part; the result withdraws it. */
export const offer = (part: Scopes): (() => void) => {
  offered = { ...offered, ...part }
  const none = Object.fromEntries(Object.keys(part).map((name) => [name, undefined]))
  return () => {
    offered = { ...offered, ...none }
  }
}

/** What the open page offers now. */
export const offeredScopes = (): Scopes => offered
