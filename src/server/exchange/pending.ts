import type { Json } from '#model/types.ts'

/** A value before references are known: JSON that may hold `Pending`. */
export type Draft = Readonly<Record<string, Json | Pending>>

/** A reference that is still the value it is found by. */
export class Pending {
  readonly collection: string
  readonly by: string
  readonly value: string
  /** Fields of the record to make when there is none; undefined = it must exist. */
  readonly create: (() => Draft) | undefined
  /** Columns of the file the value comes from. */
  readonly columns: readonly string[]
  constructor(parts: Pick<Pending, 'collection' | 'by' | 'value' | 'create' | 'columns'>) {
    this.collection = parts.collection
    this.by = parts.by
    this.value = parts.value
    this.create = parts.create
    this.columns = parts.columns
  }

  /** The same for all that mean the same record. */
  get key(): string {
    return `${this.collection}\n${this.by}\n${this.value}`
  }
}
