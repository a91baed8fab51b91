import { standardFields } from './standard.ts'
import type { FieldModel, ResourceModel } from './types.ts'

const CREATED_AT = standardFields.find((f) => f.name === 'createdAt')!

/** The field a mapping names; records of another system may also set their creation date. */
export const importField = (
  { fields }: Pick<ResourceModel, 'fields'>,
  name: string,
): FieldModel | undefined =>
  fields.find((f) => f.name === name) ?? (name === CREATED_AT.name ? CREATED_AT : undefined)

/**
 * True for fields only the server writes, but a history import may set: derived fields, and the
 * creation date.
 */
export const isFact = (field: FieldModel): boolean =>
  field.derived === true && field.kind !== 'secret' && field.kind !== 'state'

/**
 * Fields an import may fill: form fields and `state`; with `history` facts too. `may` decides by
 * name what the person may write and read.
 */
export const importFields = (
  resource: Pick<ResourceModel, 'fields' | 'states'>,
  may: { readonly write: (name: string) => boolean; readonly read: (name: string) => boolean },
  history: boolean,
): readonly FieldModel[] =>
  (history ? [...resource.fields, CREATED_AT] : resource.fields).filter((f) => {
    if (f.name === 'state') return resource.states.length > 0
    if (isFact(f)) return history && (f === CREATED_AT || may.read(f.name))
    return !f.derived && may.write(f.name)
  })
