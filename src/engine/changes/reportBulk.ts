import type { QueryClient } from '@tanstack/react-query'
import type { Operation } from '#data/changes.ts'
import { follow, openOperation } from './followed.ts'
import { refreshRecords, remember, report } from './undo.ts'

/**
 * Reports an executed bulk: its progress while it runs, its result where records were left out,
 * otherwise the message, with an undo. Fetches again what it may have changed.
 */
export const reportBulk = async (
  client: QueryClient,
  { id, state, counts, canUndo }: Operation,
  message: string,
): Promise<void> => {
  if (state === 'running') return follow(id)
  const undoable = canUndo && counts?.done ? id : undefined
  if (counts?.refused || counts?.changed || counts?.gone) {
    if (undoable) remember(client, [undoable])
    openOperation({ id })
  } else report(client, message, undoable)
  await refreshRecords(client)
}
