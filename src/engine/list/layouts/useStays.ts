import type { RecordData } from '#data/types.ts'
import type { Filter } from '#model/query.ts'
import type { ResourceModel } from '#model/types.ts'
import type { List } from '../useList.ts'
import { useAllRows } from './useAllRows.ts'

/** The calendar as it is declared for a resource. */
export const calendarOf = (resource: ResourceModel) => resource.list.layouts!.calendar!

/** The fields of a stay that the person may see. */
const fieldsOf = ({ resource, allowed }: List): string[] => {
  const { from, to, by, ended, title, capacity } = calendarOf(resource)
  const [ownerField, kindField] = by
  const fields = [
    resource.title,
    from,
    to,
    kindField,
    ownerField,
    ...(ended ? [ended] : []),
    ...(title ? [title] : []),
    ...(capacity?.taken ? [capacity.taken] : []),
    ...(resource.states.length ? ['state'] : []),
  ]
  return [...new Set(fields)].filter((f) => allowed(resource, f))
}

/**
 * The stays that meet the days: `seen` are those of the list, `counted` all of the owner that take
 * capacity, since occupancy must not depend on the person's filters.
 */
export const useStays = (list: List, ownerId: string, days: readonly string[]) => {
  const { resource } = list
  const { from, to, by, capacity } = calendarOf(resource)
  const { page: _, cursor: __, ...asked } = list.query
  const meeting: Filter[] = [
    { path: [from], op: 'lte', value: days.at(-1)! },
    { path: [to], op: 'gte', value: days[0]! },
  ]
  const fields = fieldsOf(list)
  const sort = [{ field: from, descending: false }]
  const seen = useAllRows(resource, {
    ...asked,
    fields,
    sort,
    filter: { and: [...(asked.filter ? [asked.filter] : []), ...meeting] },
  })
  const taking: Filter[] = [
    { path: [by[0]], op: 'eq', value: ownerId },
    ...meeting,
    ...(capacity?.states ? [{ path: ['state'], op: 'in' as const, value: capacity.states }] : []),
  ]
  const counted = useAllRows(
    resource,
    { fields, sort, filter: { and: taking } },
    capacity !== undefined,
  )
  return { seen, counted }
}

/** Returns a record as a stay, with what it takes of the capacity. */
export const stayOf = (resource: ResourceModel, row: RecordData) => {
  const { from, to, ended, capacity } = calendarOf(resource)
  return {
    id: row.id,
    from: String(row[from]),
    until: String((ended ? row[ended] : null) ?? row[to]),
    taken: capacity?.taken ? Number(row[capacity.taken] ?? 1) : 1,
  }
}
