import type { Json } from '#model/types.ts'

/** A record before its references are resolved: JSON that may contain `Pending`. */
export type Draft = Readonly<Record<string, Json | Pending>>

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
