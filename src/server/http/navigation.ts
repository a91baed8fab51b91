import type { Query } from '../database/query.ts'
import { navigationOverrides } from '../rules/menu.navigation.ts'
import { accessOf, type Ctx } from './context.ts'

/** `GET /api/navigation`: what the stored menus change about the navigation generated from the schemas, for the caller. Who waits to be let in has no navigation. */
export const navigationRoute = (query: Query) => async (c: Ctx): Promise<Response> => {
  const access = accessOf(c)
  return c.json({ data: access.actor.grants.length ? await navigationOverrides(query, access) : [] })
}
