import type { Database } from '../database/pool.ts'
import { changeOrganisation, readOrganisation } from '../organisation/organisation.ts'
import { isLetIn } from '../permissions/access.ts'
import { readJson } from '../web/body.ts'
import { etag, requiredVersion } from './conditional.ts'
import { accessOf } from '../web/context.ts'
import { forbidden } from '../base/problem.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { writing, type RunOnce } from '../web/writes.ts'

/**
 * `GET` and `PATCH /api/organisation`. Anyone with a role may read it; people waiting for approval
 * may not.
 */
export const organisationRoutes = (
  db: Pick<Database, 'query' | 'transaction'>,
  once: RunOnce,
): Routes => {
  const write = writing(once)
  return newRoutes()
    .get('/', async (c) => {
      if (!isLetIn(accessOf(c))) throw forbidden()
      const data = await readOrganisation(db.query, { logo: true })
      return c.json({ data }, 200, { ETag: etag(data.version) })
    })
    .patch('/', async (c) => {
      const version = requiredVersion(c)
      const { text, value } = await readJson(c)
      return write(c, text, async (context) => {
        const data = context.tx
          ? await changeOrganisation(context.tx, value, version, context)
          : await db.transaction((tx) => changeOrganisation(tx, value, version, context))
        return { headers: { ETag: etag(data.version) }, json: { data } }
      })
    })
}
