/** The ways a list can be looked at: its table, and what its schema declares besides. */
import type { ResourceModel } from '#model/types.ts'

export const layoutNames = ['table', 'tree', 'order', 'grid', 'calendar', 'group'] as const
export type LayoutName = (typeof layoutNames)[number]

/** Layouts of a resource in the order they are offered; the table is always the first. */
export const layoutsOf = (resource: ResourceModel): readonly LayoutName[] =>
  layoutNames.filter((name) => name === 'table' || resource.list.layouts?.[name] !== undefined)

/** A layout from an address or a stored preference; undefined where the resource has no such. */
export const readLayout = (resource: ResourceModel, raw: unknown): LayoutName | undefined =>
  layoutsOf(resource).find((name) => name === raw)

/** True where a layout asks for rows of its own instead of the list's pages. */
export const hasOwnRows = (layout: LayoutName): boolean => layout !== 'table' && layout !== 'grid'
