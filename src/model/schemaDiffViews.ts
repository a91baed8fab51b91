/** What saved views lose by a change of the model. Pure. */
import type { ModelChange } from './schemaDiff.ts'
import type { Model } from './types.ts'
import { cutView } from './viewParts.ts'
import type { ViewState } from './views.ts'

/** A view as it is stored. */
export interface StoredView {
  readonly collection: string
  readonly state: ViewState
}

/** Parts of a view that a model does not have; undefined without its list. */
const missingIn = (model: Model, { collection, state }: StoredView): Set<string> | undefined => {
  const resource = model.resources.find((r) => r.collection === collection)
  return resource && new Set(cutView(resource, model, state).missing)
}

const views = (count: number): string =>
  count === 1 ? '1 saved view opens' : `${count} saved views open`

/**
 * One breaking change per part that views use and the new model no longer has, with the number of
 * views that open without it. What was missing before is not reported.
 */
export const diffViews = (
  stored: readonly StoredView[],
  before: Model,
  after: Model,
): ModelChange[] => {
  const lost = new Map<string, { at: string; part: string; count: number }>()
  for (const view of stored) {
    const was = missingIn(before, view)
    if (!was) continue
    const parts = [...(missingIn(after, view) ?? ['list'])].filter((part) => !was.has(part))
    for (const part of parts) {
      const key = `${view.collection} ${part}`
      const known = lost.get(key)
      lost.set(key, { at: view.collection, part, count: (known?.count ?? 0) + 1 })
    }
  }
  return [...lost.values()].map(({ at, part, count }) => ({
    severity: 'breaking',
    area: 'view',
    at,
    message:
      part === 'list'
        ? `${count} saved ${count === 1 ? 'view has' : 'views have'} no list any more`
        : `${views(count)} without the ${part}`,
  }))
}
