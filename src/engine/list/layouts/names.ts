/** The layouts of a list: its table, and those its schema declares. */
import type { ResourceModel } from '#model/types.ts'

export const layoutNames = ['table', 'tree', 'order', 'grid', 'calendar', 'group'] as const
export type LayoutName = (typeof layoutNames)[number]

/** Layouts of a resource in the order they are offered; the table is always the first. */
export const layoutsOf = (resource: ResourceModel): readonly LayoutName[] =>
  layoutNames.filter((name) => name === 'table' || resource.list.layouts?.[name] !== undefined)

/** A layout from a URL or a stored preference; undefined if the resource does not have it. */
export const readLayout = (resource: ResourceModel, raw: unknown): LayoutName | undefined =>
  layoutsOf(resource).find((name) => name === raw)

/** True for layouts that request their own rows instead of the list's pages. */
export const hasOwnRows = (layout: LayoutName): boolean => layout !== 'table' && layout !== 'grid'
