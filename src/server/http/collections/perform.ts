import type { ResourceModel } from '#model/types.ts'
import { writeOrAsk } from '../../approvals/ask.ts'
import type { Wanted } from '../../approvals/types.ts'
import type { TxWriteContext } from '../../store/write/writer.ts'
import { awaitingApproval } from '../approvals.ts'
import { etag } from '../conditional.ts'
import type { Written } from '../../web/writes.ts'
import type { CollectionParts } from './parts.ts'
import { readableOf } from './record.ts'

/** Changes one version of a record, or requests its approval. */
export type Perform = (
  id: string,
  version: number,
  wanted: Wanted,
  context: TxWriteContext,
) => Promise<Written>

/** Returns a function that writes one record, or asks those who must approve it: 202 with the request. */
export const performing =
  (resource: ResourceModel, parts: CollectionParts): Perform =>
  async (id, version, wanted, context) => {
    const done = await writeOrAsk(parts.approvals, { resource, id, version }, wanted, context)
    if ('request' in done) return awaitingApproval(done.request)
    const { record, result } = done
    if (!record) return { status: 204 }
    return {
      headers: { ETag: etag(record.version) },
      json: {
        data: readableOf(resource, record, context.access),
        ...(result === null ? {} : { result }),
      },
    }
  }
