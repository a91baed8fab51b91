/** Saved views as a channel: shared ones whose filters hold values of every field. */
import { isMasked, usesOf } from '#schemas/define/kinds.ts'
import type { World } from './canaryWorld.ts'

/** A shared view and the values in its filter, by field. */
export interface CanaryView {
  readonly collection: string
  readonly entity: string
  readonly values: ReadonlyMap<string, string>
}

const MOST = 40

/**
 * Shares with every role, per entity, a view that filters by values of its text fields and has all
 * of them as columns.
 */
export const shareViews = async (world: World): Promise<readonly CanaryView[]> => {
  const roles = world.model.resources.find((r) => r.grants !== undefined)!
  const list = await world.call('GET', `/api/${roles.collection}?limit=50`)
  const ids = (list.body.data as { id: string }[]).map(({ id }) => id)
  const views: CanaryView[] = []
  for (const resource of world.model.resources) {
    const record = world.main(resource.entity, 'B')
    if (!record) continue
    const values = new Map(
      resource.fields
        .filter((f) => !isMasked(f) && usesOf(f).operators.includes('contains'))
        .flatMap(({ name }): [string, string][] => {
          const found = world.aviary.of(record.id, name).find((c) => !c.past)?.text
          return found ? [[name, found]] : []
        })
        .slice(0, MOST),
    )
    if (!values.size) continue
    const or = [...values].map(([name, value]) => ({ path: [name], op: 'contains', value }))
    const response = await world.call('POST', '/api/views', {
      body: {
        collection: resource.collection,
        name: 'Everything that can be known',
        state: {
          search: `?where=${encodeURIComponent(JSON.stringify({ or }))}`,
          columns: [...values.keys()],
        },
        shared: true,
        roles: ids,
      },
    })
    if (response.status !== 201) throw new Error(`${resource.entity}: ${response.text}`)
    views.push({ collection: resource.collection, entity: resource.entity, values })
  }
  return views
}
