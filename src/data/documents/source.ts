/** Port for records kept outside the server, per collection. */
import type { ListQuery } from '#model/query.ts'
import type { Json } from '#model/types.ts'
import type { ListResponse, PickerOption, RecordResponse, RecordData } from '../types.ts'

type Body = Readonly<Record<string, Json>>
/** A picker's query: titles that start with `search`, or exactly `ids`. */
export interface OptionsAsk {
  readonly search?: string
  readonly ids?: readonly string[]
}

/** The records of one collection. Everything throws `ApiProblem`, like the server's own calls. */
export interface DataSource {
  list(query: ListQuery): Promise<ListResponse>
  /** 404 for a trashed record unless requested. */
  get(id: string, trashed?: boolean): Promise<RecordResponse>
  options(ask: OptionsAsk): Promise<readonly PickerOption[]>
  /** A repeated `key` has one effect. */
  create(body: Body, key?: string): Promise<RecordData>
  /** Changed fields only; 412 carries `current`. */
  update(id: string, version: number, body: Body): Promise<RecordData>
  /** Moves to the trash, or permanently deletes from it. */
  remove(id: string, version: number, purge?: boolean): Promise<void>
  restore(id: string, version: number): Promise<RecordData>
  /**
   * Calls `changed` whenever the record's version differs from `known`, or the record is gone.
   * Returns an unsubscribe function.
   */
  watch(id: string, known: () => number | undefined, changed: () => void): () => void
}
