import type { Model } from '#model/types.ts'
import type { Query } from '../../database/query.ts'
import { isLetIn } from '../../permissions/access.ts'
import { navigationOverrides } from './navigation.ts'
import { accessOf, type Ctx } from '../../web/context.ts'

/**
 * `GET /api/navigation`: the caller's changes to the generated navigation by stored menus. People
 * awaiting approval have no navigation.
 */
export const navigationRoute =
  (query: Query, model: Model) =>
  async (c: Ctx): Promise<Response> =>
    c.json({
      data: isLetIn(accessOf(c)) ? await navigationOverrides(query, model, accessOf(c)) : [],
    })
