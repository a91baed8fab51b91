/** Which columns of a list can be changed in place. Pure; the server decides again. */
import type { ResourceModel } from '#model/types.ts'
import type { Kind } from '#schemas/define/kinds.ts'
import type { ResourceRights } from '../resource.ts'
import type { ListColumn } from './columns.ts'

/**
 * Kinds that need more room than a cell editor, or that have their own interaction: states change
 * by transitions.
 */
const ELSEWHERE: ReadonlySet<Kind> = new Set<Kind>([
  'state',
  'id',
  'json',
  'object',
  'variant',
  'rows',
  'address',
  'location',
  'image',
  'images',
  'file',
  'files',
  'secret',
  'markdown',
])

/**
 * Names of the columns the person may edit: writable form fields, neither computed nor fixed at
 * creation.
 */
export const editableColumns = (
  resource: ResourceModel,
  columns: readonly ListColumn[],
  rights: Pick<ResourceRights, 'update' | 'writeField'>,
  trashed: boolean,
): ReadonlySet<string> => {
  if (!rights.update || trashed) return new Set()
  const onForm = new Set(resource.form.sections.flatMap((s) => s.fields))
  return new Set(
    columns
      .filter(
        ({ name, field }) =>
          onForm.has(name) &&
          !field.derived &&
          !field.immutable &&
          !field.hidden &&
          !ELSEWHERE.has(field.kind) &&
          rights.writeField(name),
      )
      .map((c) => c.name),
  )
}
