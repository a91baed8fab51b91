import type { Model, ResourceModel } from '#model/types.ts'
import type { Access } from '../permissions/types.ts'
import type { Reader } from '../store/types.ts'
import { badQuery } from './collections.ts'
import { accessOf, type Ctx } from './context.ts'

const perCollection = 5
const maxLength = 200

/** `GET /api/search?q=`: up to five records of each collection the caller may list, `{ data: [{ collection, label, items: [{ id, title, subtitle? }] }] }`; collections without a hit are left out. */
export const searchRoute = ({ model, reader }: { model: Model; reader: Reader }) => async (c: Ctx): Promise<Response> => {
  const access = accessOf(c)
  const unknown = [...new URL(c.req.url).searchParams.keys()].filter((name) => name !== 'q')
  if (unknown.length) throw badQuery(unknown.map((path) => ({ path, code: 'unknown_name', message: `"${path}" is not a parameter here.` })))
  const search = (c.req.query('q') ?? '').trim()
  if (search.length > maxLength) throw badQuery([{ path: 'q', code: 'invalid_value', message: `A search has at most ${maxLength} characters.` }])
  if (!search) return c.json({ data: [] })
  const hits = await Promise.all(model.resources.filter((r) => access.can(`${r.entity}.list`)).map((r) => hitsOf(r, search, reader, access)))
  return c.json({ data: hits.filter((h) => h.items.length) })
}

const hitsOf = async (resource: ResourceModel, search: string, reader: Reader, access: Access) => ({
  collection: resource.collection, label: resource.label.many, items: await reader.options(resource, { search, limit: perCollection }, access),
})
