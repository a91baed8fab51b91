/** The layouts of a list, as the browser reads them. */
import { layoutsOf, type LayoutName } from '#model/layouts.ts'
import type { ResourceModel } from '#model/types.ts'

/** A layout from a URL or a stored preference; undefined if the resource does not have it. */
export const readLayout = (resource: ResourceModel, raw: unknown): LayoutName | undefined =>
  layoutsOf(resource).find((name) => name === raw)

/** True for layouts that request their own rows instead of the list's pages. */
export const hasOwnRows = (layout: LayoutName): boolean => layout !== 'table' && layout !== 'grid'
