/** A list request, independent of its URL form. */
import type { Operator } from '#schemas/define/kinds.ts'
import type { Json } from './types.ts'

/** One comparison. `path` has one part, or two through a reference: `['customer', 'state']`. */
export interface Condition {
  readonly path: readonly string[]
  readonly op: Operator
  readonly value: Json
  /** Money only: ISO 4217. */
  readonly currency?: string
}
export type Filter =
  | Condition
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] }
  | { readonly not: Filter }

export interface SortKey {
  readonly field: string
  readonly descending: boolean
}

export interface ListQuery {
  readonly filter?: Filter
  /** Without the final `id`, which every sort gets. */
  readonly sort: readonly SortKey[]
  readonly search?: string
  /** 1–200. */
  readonly limit: number
  /** Opaque and signed; excludes `page`. */
  readonly cursor?: string
  /** 1-based. */
  readonly page?: number
  readonly fields?: readonly string[]
  readonly include?: readonly string[]
  readonly totalExact: boolean
  readonly trashed: boolean
  /** Only rows that the caller may also export. */
  readonly exported?: boolean
  /** The rows as they were at this instant, ISO 8601; excludes `trashed`. */
  readonly asOf?: string
}
