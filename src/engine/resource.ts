/**
 * Access to the compiled model: all of it, a resource by collection, entity or path, and the
 * signed-in person's permissions on it.
 */
import built from 'virtual:model'
import { useMemo } from 'react'
import { historyKey } from '#schemas/define/historyKey.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import { appConfig } from '#data/config.ts'
import { useHolds, useMe } from '#data/me.ts'

let model: Model
let byCollection: ReadonlyMap<string, ResourceModel>
const hold = (given: Model): void => {
  model = {
    resources: given.resources.map((r) => ({ ...r, ...appConfig().documents?.[r.collection] })),
  }
  byCollection = new Map(model.resources.map((r) => [r.collection, r]))
}
hold(built)

// In the dev server a saved schema replaces the previous one; `src/app/savedSchemas.ts` renders the
// pages again.
import.meta.hot?.accept('virtual:model', (saved) => {
  if (!saved) return
  const before = model
  hold(saved.default as Model)
  window.dispatchEvent(new CustomEvent('model', { detail: { before, model } }))
})

/** The model of every entity, in navigation order. In a built page it never changes. */
export const useModel = (): Model => model

/** All resources, in navigation order. */
export const allResources = (): readonly ResourceModel[] => model.resources

/** Resource by API collection (`service-jobs`), undefined when there is none. */
export const modelOf = (collection: string): ResourceModel | undefined =>
  byCollection.get(collection)

/** What the person may do with a resource as a whole; the server decides about fields and rows. */
export interface ResourceRights {
  readonly list: boolean
  readonly read: boolean
  readonly create: boolean
  readonly update: boolean
  readonly delete: boolean
  readonly purge: boolean
  readonly export: boolean
  readonly import: boolean
  /** May import records of another system, with their dates, numbers and states. */
  readonly importHistory: boolean
  /** Works for a tenant. */
  readonly tenant: boolean
  /** May take the named action, as far as the state of a record allows. */
  action(name: string): boolean
  /** May take the transition named by its target state. */
  transition(state: string): boolean
  readField(field: string): boolean
  writeField(field: string): boolean
}

/**
 * Permissions of the signed-in person on one resource. Append-only resources are never updated,
 * deleted or purged.
 */
export const useRights = (resource: ResourceModel): ResourceRights => {
  const can = useHolds()
  const tenant = Boolean(useMe().person?.tenant)
  return useMemo(() => rightsOf(resource, can, tenant), [resource, can, tenant])
}

const rightsOf = (
  resource: ResourceModel,
  can: (key: string) => boolean,
  tenant: boolean,
): ResourceRights => {
  const may = (action: string) => can(`${resource.entity}.${action}`)
  const change = (action: string) => !resource.appendOnly && may(action)
  return {
    list: may('list'),
    read: may('read'),
    create: !resource.readOnly && may('create'),
    update: change('update'),
    delete: change('delete'),
    purge: change('purge'),
    export: may('export'),
    import: !resource.readOnly && may('import'),
    importHistory: !resource.readOnly && can(historyKey(resource.entity)),
    tenant,
    action: may,
    transition: (state) => may(`transition.${state}`),
    readField: (field) => may(`field.${field}.read`),
    writeField: (field) => may(`field.${field}.write`),
  }
}
