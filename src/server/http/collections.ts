import type { ResourceModel } from '#model/types.ts'
import { addChanges, addRestoring } from './collections/changes.ts'
import { addExports } from './collections/exports.ts'
import { addChoices, addLists } from './collections/lists.ts'
import type { CollectionParts } from './collections/parts.ts'
import { addPreviews, addRecords } from './collections/records.ts'
import { addReveal } from './collections/reveal.ts'
import { addActions, addCreation } from './collections/writes.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { addReminders } from './reminders.ts'
import { addTags } from './tags.ts'
import { addTimeline } from './timeline.ts'
import { writing } from '../web/writes.ts'

/** Routes of one collection, in the order of the API contract. */
export const collectionRoutes = (resource: ResourceModel, parts: CollectionParts): Routes => {
  const routes = newRoutes()
  addLists(routes, resource, parts)
  addExports(routes, resource, parts)
  addChoices(routes, resource, parts)
  addTags(routes, resource, parts.timeline, writing(parts.once))
  addRecords(routes, resource, parts)
  addTimeline(routes, resource, parts.timeline, writing(parts.once))
  addReminders(routes, resource, parts.timeline, writing(parts.once))
  addPreviews(routes, resource, parts)
  addReveal(routes, resource, parts)
  if (!resource.readOnly) addCreation(routes, resource, parts)
  addActions(routes, resource, parts)
  if (resource.appendOnly) return routes
  addChanges(routes, resource, parts)
  addRestoring(routes, resource, parts)
  return routes
}
