import type { Model } from '#model/types.ts'
import type { Reads } from '../database/reads/reads.ts'
import { readOrganisation } from '../organisation/organisation.ts'
import { readWorklists } from '../worklists/worklists.ts'
import type { FullReader } from '../store/read/reader.ts'
import { accessOf, type Ctx } from '../web/context.ts'
import { only } from '../web/queryChecks.ts'

/**
 * `GET /api/worklists`: the records that wait for the caller, by worklist, each with its first rows. Days
 * are those of the organisation's zone.
 */
export const worklistsRoute =
  (
    reader: Pick<FullReader, 'list'>,
    db: Reads,
    model: Model,
    clock: () => Date = () => new Date(),
  ) =>
  async (c: Ctx): Promise<Response> => {
    only(c)
    const { timeZone } = await readOrganisation(db.query)
    const time = { now: clock().toISOString(), timeZone }
    return c.json({ data: await readWorklists(reader, model, accessOf(c), time) } as object)
  }
