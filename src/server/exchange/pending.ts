import type { Json } from '#model/types.ts'

/** A value before its references are resolved: JSON that may contain `Pending`. */
export type DraftValue = Json | Pending | readonly DraftValue[] | Draft

/** A record, or a part of one, before its references are resolved. */
export interface Draft {
  readonly [name: string]: DraftValue
}

/** A reference still given by its lookup value. */
export class Pending {
  readonly collection: string
  readonly by: string
  readonly value: string
  /** Fields of the record to create when none is found; undefined = it must exist. */
  readonly create: (() => Draft) | undefined
  /** Columns of the file that the value comes from. */
  readonly columns: readonly string[]
  constructor(parts: Pick<Pending, 'collection' | 'by' | 'value' | 'create' | 'columns'>) {
    this.collection = parts.collection
    this.by = parts.by
    this.value = parts.value
    this.create = parts.create
    this.columns = parts.columns
  }

  /** The same key for all that refer to the same record. */
  get key(): string {
    return `${this.collection}\n${this.by}\n${this.value}`
  }
}

/** True for a group of values, not a list or a reference. */
export const isDraft = (value: DraftValue): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Pending)

/** Returns the references in a value, without those of records they would create. */
export const pendingIn = (value: DraftValue): Pending[] => {
  if (value instanceof Pending) return [value]
  if (Array.isArray(value)) return value.flatMap(pendingIn)
  return isDraft(value) ? Object.values(value).flatMap(pendingIn) : []
}

/** The value with `replace` in place of each reference; `path` leads to it from the record. */
export const filled = (
  value: DraftValue,
  path: string,
  replace: (pending: Pending, path: string) => Json | undefined,
): Json | undefined => {
  if (value instanceof Pending) return replace(value, path)
  if (Array.isArray(value)) {
    return value.map((one, at) => filled(one, `${path}.${at}`, replace) ?? null)
  }
  if (!isDraft(value)) return value as Json
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const found = filled(part, `${path}.${name}`, replace)
      return found === undefined ? [] : [[name, found]]
    }),
  )
}
