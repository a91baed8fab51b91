/** Mappings saved on the server, compared with the draft of an import. */
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { mappingsQuery } from '#data/views.ts'
import type { MappingState, SavedMapping } from '#model/views.ts'
import type { ImportDraft } from './store.ts'

type Held = Pick<ImportDraft, 'mapping' | 'upsertBy' | 'history'>

/** The parts of a draft that a saved mapping sets. */
export const draftFrom = ({ state }: Pick<SavedMapping, 'state'>): Held => ({
  mapping: state.mapping,
  upsertBy: state.upsertBy ?? '',
  history: state.history === true,
})

/** The parts of a draft with a file that are saved. */
export const stateOf = ({ mapping, upsertBy, history, head }: ImportDraft): MappingState => ({
  columns: head?.columns ?? [],
  mapping,
  ...(upsertBy ? { upsertBy } : {}),
  ...(history ? { history } : {}),
})

const partsOf = ({ mapping, upsertBy, history }: Held) => hashKey([mapping, upsertBy, history])

/** True when a draft differs from the saved mapping. */
export const isEdited = (draft: ImportDraft, saved: SavedMapping): boolean =>
  partsOf(draft) !== partsOf(draftFrom(saved))

const columnsKey = (columns: readonly string[]): string => hashKey(columns.toSorted())

/**
 * The mapping that was saved for a file with these columns, in any order: the person's own before
 * shared ones, the latest first.
 */
export const savedFor = (
  columns: readonly string[],
  saved: readonly SavedMapping[],
): SavedMapping | undefined => {
  const key = columnsKey(columns)
  return saved
    .filter(({ state }) => columnsKey(state.columns) === key)
    .toSorted((a, b) => Number(b.mine) - Number(a.mine) || (a.id < b.id ? 1 : -1))[0]
}

/** The mappings a person may use; none if they cannot be loaded. */
export const savedMappings = async (
  client: QueryClient,
  collection: string,
): Promise<readonly SavedMapping[]> => {
  try {
    return (await client.fetchQuery(mappingsQuery(collection))).data
  } catch {
    return []
  }
}
