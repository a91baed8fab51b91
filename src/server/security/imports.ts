import type { Query } from '../database/query.ts'
import type { StartedImport } from '../exchange/importPayload.ts'
import type { Actor } from '../permissions/types.ts'
import { COMMAND, securityEvent } from './events.ts'

/** Records the start of an import, by a person or by a command on the server's machine. */
export const noteImport = (
  query: Query,
  actor: Actor,
  { collection, mode, job, history }: StartedImport,
): Promise<void> =>
  securityEvent(query, 'import', actor.kind === 'system' ? COMMAND : actor, {
    collection,
    mode,
    job,
    ...(history ? { history } : {}),
  })
