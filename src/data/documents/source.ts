/** The port for records that are kept elsewhere than on the server, collection by collection. */
import type { ListQuery } from '#model/query.ts'
import type { Json } from '#model/types.ts'
import type { ListAnswer, PickerOption, RecordAnswer, RecordData } from '../types.ts'

type Body = Readonly<Record<string, Json>>
/** What a picker asks: those that begin with `search`, or exactly `ids`. */
export interface OptionsAsk {
  readonly search?: string
  readonly ids?: readonly string[]
}

/** The records of one collection. Everything throws `ApiProblem`, as the server's own calls do. */
export interface DataSource {
  list(query: ListQuery): Promise<ListAnswer>
  /** 404 for one in the trash unless asked for. */
  get(id: string, trashed?: boolean): Promise<RecordAnswer>
  options(ask: OptionsAsk): Promise<readonly PickerOption[]>
  /** A repeated `key` has one effect. */
  create(body: Body, key?: string): Promise<RecordData>
  /** Changed fields only; 412 carries `current`. */
  update(id: string, version: number, body: Body): Promise<RecordData>
  /** To the trash, or permanently out of it. */
  remove(id: string, version: number, purge?: boolean): Promise<void>
  restore(id: string, version: number): Promise<RecordData>
  /**
   * Calls `changed` whenever the record is another version than `known`, or gone. Returns the
   * function to stop.
   */
  watch(id: string, known: () => number | undefined, changed: () => void): () => void
}
