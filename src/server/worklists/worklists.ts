/** Worklists: records that wait for somebody, as their entities declare them. */
import { namesIn, type SummaryPart } from '#schemas/define/detail.ts'
import { spanMs, type WorklistDef } from '#schemas/define/worklists.ts'
import { ME } from '#schemas/define/rowWords.ts'
import { resolvePath } from '#model/filterUrl.ts'
import type { Filter, ListQuery } from '#model/query.ts'
import { fieldOf } from '#model/standard.ts'
import type { Json, Model, ResourceModel } from '#model/types.ts'
import { dayIn, dayStart, nextDay } from '#model/zone.ts'
import type { Access } from '../permissions/types.ts'
import { allowedBy, type FullReader } from '../store/read/reader.ts'

/** Rows shown of a worklist. */
const SHOWN = 3

/** When a worklist is read: `now` in ISO 8601, days in the IANA zone. */
export interface WorklistTime {
  readonly now: string
  readonly timeZone: string
}

/** A worklist as the home page shows it. `filter` selects its records in the list of `collection`. */
export interface Worklist {
  /** `bookings.arrivals`. */
  readonly name: string
  readonly label: string
  readonly collection: string
  readonly filter: Filter
  /** List sort, earliest due first. */
  readonly sort: string
  /** The field that says when a row is due. */
  readonly due: string | null
  /** The field that names a row, if not the record's title. */
  readonly title: string | null
  readonly total: number
  readonly totalIsExact: boolean
  /** The first rows, with the fields the person may read. */
  readonly rows: readonly Json[]
  /** Titles of referenced records, by collection and id. */
  readonly included: Json
  /** What a row says below its title. */
  readonly show: readonly SummaryPart[]
}

interface Declared {
  readonly name: string
  readonly resource: ResourceModel
  readonly worklist: WorklistDef
}

const dayLater = (day: string, ms: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + ms).toISOString().slice(0, 10)

/** Conditions on when a record is due. Days are whole; instants by the end of today, or a span. */
const dueFilters = (
  { resource, worklist }: Declared,
  { now, timeZone }: WorklistTime,
): readonly Filter[] => {
  if (!worklist.due) return []
  const { at, within, since } = worklist.due
  const today = dayIn(timeZone, now)
  const path = [at]
  if (fieldOf(resource, at)?.kind === 'day') {
    return [
      { path, op: 'lte', value: dayLater(today, within ? spanMs(within) : 0) },
      ...(since ? [{ path, op: 'gte', value: dayLater(today, -spanMs(since)) } as const] : []),
    ]
  }
  const later = (ms: number) => new Date(Date.parse(now) + ms).toISOString()
  return [
    { path, op: 'lt', value: within ? later(spanMs(within)) : dayStart(nextDay(today), timeZone) },
    ...(since ? [{ path, op: 'gte', value: later(-spanMs(since)) } as const] : []),
  ]
}

/** The filter of a worklist's records at an instant. */
export const worklistFilter = (declared: Declared, time: WorklistTime): Filter => {
  const { resource, worklist } = declared
  const where = Object.entries(worklist.where ?? {}).map(([path, wanted]): Filter =>
    typeof wanted === 'string'
      ? { path: path.split('.'), op: 'eq', value: wanted }
      : { path: path.split('.'), op: 'in', value: [...(wanted ?? [])] },
  )
  const mine: Filter[] =
    worklist.mine && resource.assignable
      ? [
          {
            or: [
              { path: [resource.assignable], op: 'eq', value: ME },
              { path: [resource.assignable], op: 'isNull', value: true },
            ],
          },
        ]
      : []
  return { and: [...where, ...dueFilters(declared, time), ...mine] }
}

/** Field paths that decide which records are in a worklist, and their order. */
const pathsOf = ({ resource, worklist }: Declared): string[] => [
  ...Object.keys(worklist.where ?? {}),
  ...(worklist.due ? [worklist.due.at] : []),
  ...(worklist.mine && resource.assignable ? [resource.assignable] : []),
]

/**
 * The worklists of a person, in the order of the entities: those whose records they may list, whose
 * permission they hold, and whose conditions they may read completely.
 */
export const openWorklists = (model: Model, access: Access): Declared[] => {
  const allowed = allowedBy(access)
  return model.resources.flatMap((resource) =>
    resource.path !== '' && access.can(`${resource.entity}.list`)
      ? Object.entries(resource.worklists ?? {})
          .map(([name, worklist]): Declared => ({ name, resource, worklist }))
          .filter(
            (d) =>
              access.can(`${resource.entity}.${d.worklist.can}`) &&
              pathsOf(d).every((path) => resolvePath(resource, model, path.split('.'), allowed)),
          )
      : [],
  )
}

const queryOf = (
  { resource, worklist }: Declared,
  filter: Filter,
  show: readonly SummaryPart[],
  access: Access,
): ListQuery => {
  const readable = access.readable(resource)
  const names = [
    resource.title,
    ...(worklist.title ? [worklist.title] : []),
    ...(worklist.due ? [worklist.due.at] : []),
    ...show.flatMap(namesIn),
  ]
  return {
    filter,
    sort: [{ field: worklist.due?.at ?? 'createdAt', descending: false }],
    limit: SHOWN,
    fields: ['id', ...new Set(names.filter((name) => readable.has(name)))],
    totalExact: false,
    trashed: false,
  }
}

interface Reading {
  readonly reader: Pick<FullReader, 'list'>
  readonly access: Access
  readonly time: WorklistTime
}

/** Reads one worklist with its first rows. */
const readWorklist = async (
  { reader, access, time }: Reading,
  declared: Declared,
): Promise<Worklist> => {
  const { name, resource, worklist } = declared
  const filter = worklistFilter(declared, time)
  const show = worklist.show ?? resource.detail.summary ?? []
  const query = queryOf(declared, filter, show, access)
  const { data, included, page } = JSON.parse(await reader.list(resource, query, access)) as {
    data: Json[]
    included: Json
    page: { total: number; totalIsExact: boolean }
  }
  return {
    name: `${resource.collection}.${name}`,
    label: worklist.label,
    collection: resource.collection,
    filter,
    sort: query.sort[0]!.field,
    due: worklist.due?.at ?? null,
    title: worklist.title ?? null,
    total: page.total,
    totalIsExact: page.totalIsExact,
    rows: data,
    included,
    show,
  }
}

/** Reads the worklists of a person with their first rows, through the one reader of lists. */
export const readWorklists = (
  reader: Pick<FullReader, 'list'>,
  model: Model,
  access: Access,
  time: WorklistTime,
): Promise<Worklist[]> =>
  Promise.all(
    openWorklists(model, access).map((one) => readWorklist({ reader, access, time }, one)),
  )
