/** Metrics as declared by entities, and which of them a person may read. */
import type { MetricWhere, FlowMetric, LevelMetric, ShareMetric } from '#schemas/define/metrics.ts'
import { resolvePath } from '#model/filterUrl.ts'
import type { Filter } from '#model/query.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel, MetricDef, Model, ResourceModel } from '#model/types.ts'
import type { Access } from '../permissions/types.ts'
import { allowedBy } from '../store/read/statement.ts'

export interface Declared<F extends MetricDef = MetricDef> {
  readonly name: string
  readonly resource: ResourceModel
  readonly metric: F
}

export const isFlow = (d: Declared): d is Declared<FlowMetric> => 'at' in d.metric
export const isLevel = (d: Declared): d is Declared<LevelMetric> => 'since' in d.metric
export const isShare = (d: Declared): d is Declared<ShareMetric> => 'share' in d.metric

/** Returns a field named by the declaration; `checkResources` has verified that it exists. */
export const field = (resource: ResourceModel, name: string): FieldModel => {
  const found = fieldOf(resource, name)
  if (!found) throw new Error(`${resource.collection} has no field "${name}".`)
  return found
}

/** Converts the conditions of a declaration to filters. */
export const whereOf = (where: MetricWhere = {}): Filter[] =>
  Object.entries(where).map(
    ([path, wanted]) =>
      ({
        path: path.split('.'),
        ...(typeof wanted === 'string'
          ? { op: 'eq', value: wanted }
          : { op: 'in', value: [...wanted] }),
      }) as Filter,
  )

/** Returns the calendar of a share metric. */
export const calendarOf = (resource: ResourceModel) => {
  const calendar = resource.list.layouts?.calendar
  if (!calendar?.capacity) {
    throw new Error(`${resource.collection} has no calendar that knows how much room there is.`)
  }
  return { ...calendar, capacity: calendar.capacity }
}

/** Returns every field and path a metric uses. */
export const namesOf = (declared: Declared): string[] => {
  const { metric, resource } = declared
  const own = [...Object.keys(metric.where ?? {}), ...(metric.sum ? [metric.sum] : [])]
  if (isFlow(declared)) {
    return [...own, declared.metric.at, ...Object.keys(declared.metric.less ?? {})]
  }
  if (isLevel(declared)) {
    return [
      ...own,
      declared.metric.since,
      declared.metric.until,
      ...(declared.metric.monthly ?? []),
    ]
  }
  const { from, to, ended, by, capacity } = calendarOf(resource)
  return [
    ...own,
    from,
    to,
    by[0],
    'state',
    capacity.of,
    ...(ended ? [ended] : []),
    ...(capacity.taken ? [capacity.taken] : []),
  ]
}

/**
 * Returns the metrics whose data the person may list and read completely, in the order of the
 * entities.
 */
export const readableMetrics = (model: Model, access: Access): Declared[] => {
  const allowed = allowedBy(access)
  return model.resources.flatMap((resource) =>
    access.can(`${resource.entity}.list`)
      ? Object.entries(resource.metrics ?? {})
          .map(([name, metric]): Declared => ({ name, resource, metric }))
          .filter((d) =>
            namesOf(d).every((path) => resolvePath(resource, model, path.split('.'), allowed)),
          )
      : [],
  )
}
