/** Columns of referenced records, such as `customer.email`. */
import { resolvePath, type Allowed } from '#model/filterUrl.ts'
import type { ResourceModel } from '#model/types.ts'
import { label } from '#ui/i18n.ts'
import { lists } from '../kinds/lists.ts'
import { allResources } from '../resource.ts'
import { sizeOf, type ListColumn } from './columns.ts'
import { pinnedFirst } from './pins.ts'
import type { ListSetup } from './useList.ts'

/** The column of a field of the record that a reference leads to; undefined if there is none. */
export const relatedColumn = (
  resource: ResourceModel,
  name: string,
  allowed: Allowed,
  model = { resources: allResources() },
): ListColumn | undefined => {
  const [ref, inner] = resolvePath(resource, model, name.split('.'), allowed) ?? []
  const column = inner && lists[inner.field.kind].column
  if (!column || ref?.field.kind !== 'ref') return undefined
  const text = `${label(ref.field.label)} → ${label(inner.field.label)}`
  return {
    name,
    field: { ...inner.field, label: text },
    sortable: false,
    title: false,
    end: column.end ?? false,
    ...sizeOf(inner.field, column, false),
    of: inner.resource,
  }
}

/** The columns of a table in their order: pinned ones first, and those of referenced records. */
export const tableColumns = ({
  resource,
  columns,
  preference,
  allowed,
}: Pick<ListSetup, 'resource' | 'columns' | 'preference' | 'allowed'>): readonly ListColumn[] => {
  const chosen = [...new Set(preference.columns)]
  if (!chosen.some((name) => name.includes('.'))) return pinnedFirst(columns, preference)
  const own = new Map(columns.map((c) => [c.name, c]))
  const all = [
    // The title is shown even where it was not chosen.
    ...columns.filter((c) => !chosen.includes(c.name)),
    ...chosen.flatMap((name) => own.get(name) ?? relatedColumn(resource, name, allowed) ?? []),
  ]
  return pinnedFirst(all, preference)
}
