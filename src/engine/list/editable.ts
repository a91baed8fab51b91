/** Which fields can be changed in place, in a list or on a record's page. Pure; the server decides again. */
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { isMasked } from '#schemas/define/kinds.ts'
import { lists } from '../kinds/lists.ts'
import type { ResourceRights } from '../resource.ts'
import type { ListColumn } from './columns.ts'

/** Whether a field is edited in a drawer rather than in place. */
export const isLarge = (field: FieldModel): boolean => lists[field.kind].edit === 'drawer'

/**
 * Whether the person may edit a field in place or, where there is one, in a drawer: a writable form
 * field, neither computed nor fixed at creation.
 */
export const isEditable = (
  resource: ResourceModel,
  { name, field }: { readonly name: string; readonly field: FieldModel },
  rights: Pick<ResourceRights, 'update' | 'writeField'>,
  hasDrawer = false,
): boolean =>
  rights.update &&
  resource.form.sections.some((s) => s.fields.includes(name)) &&
  !field.derived &&
  !field.immutable &&
  !field.hidden &&
  lists[field.kind].edit !== 'elsewhere' &&
  (hasDrawer || !isLarge(field)) &&
  !isMasked(field) &&
  rights.writeField(name)

/** Names of the columns the person may edit. */
export const editableColumns = (
  resource: ResourceModel,
  columns: readonly ListColumn[],
  rights: Pick<ResourceRights, 'update' | 'writeField'>,
  trashed: boolean,
): ReadonlySet<string> =>
  new Set(trashed ? [] : columns.filter((c) => isEditable(resource, c, rights)).map((c) => c.name))
