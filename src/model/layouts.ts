/** The layouts of a list besides its table: those its schema declares, and those its fields allow. */
import { fieldOf } from './standard.ts'
import type { FieldModel, ResourceModel } from './types.ts'

export const layoutNames = [
  'table',
  'board',
  'tree',
  'order',
  'grid',
  'calendar',
  'map',
  'group',
] as const
export type LayoutName = (typeof layoutNames)[number]

type Listed = Pick<ResourceModel, 'fields' | 'list'>

/** Kinds with few values, so that records with one of them are a group. */
const FEW: ReadonlySet<string> = new Set(['state', 'enum', 'ref', 'boolean', 'country', 'currency'])

const namesOf = (
  { fields }: Listed,
  names: readonly string[],
  fits: (field: FieldModel) => boolean,
): readonly string[] =>
  names.filter((name) => {
    const field = fieldOf({ fields }, name)
    return field !== undefined && fits(field)
  })

/** Fields a list is grouped by: the declared ones, otherwise its filters that have few values. */
export const groupsOf = (resource: Listed): readonly string[] =>
  resource.list.layouts?.group?.by ??
  namesOf(resource, resource.list.filters, (f) => FEW.has(f.kind) || f.tagsOf !== undefined)

/** Fields whose values are the columns of a board: the state and choices. */
export const boardsOf = (resource: Listed): readonly string[] =>
  namesOf(resource, groupsOf(resource), (f) => f.kind === 'state' || f.kind === 'enum')

/** Fields that place a record on a day; none where a calendar of stays is declared. */
export const daysOf = (resource: Listed): readonly string[] =>
  resource.list.layouts?.calendar
    ? []
    : namesOf(resource, resource.list.columns, (f) => f.kind === 'day' || f.kind === 'instant')

/** Fields that place a record on a map. */
export const mapsOf = ({ fields }: Pick<ResourceModel, 'fields'>): readonly string[] =>
  fields.flatMap(({ kind, hidden, name }) => (kind === 'location' && !hidden ? [name] : []))

/** Layouts that need no declaration, only fields to be drawn by. */
const undeclared = new Map<string, (resource: Listed) => readonly string[]>([
  ['board', boardsOf],
  ['calendar', daysOf],
  ['map', mapsOf],
  ['group', groupsOf],
])

/** Layouts of a resource in the order they are offered; the table is always the first. */
export const layoutsOf = (resource: Listed): readonly LayoutName[] => {
  const { layouts = {}, onlyTable } = resource.list
  return layoutNames.filter(
    (name) =>
      name === 'table' ||
      (!onlyTable &&
        (Object.hasOwn(layouts, name) || Boolean(undeclared.get(name)?.(resource).length))),
  )
}
