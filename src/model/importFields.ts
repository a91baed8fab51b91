import { standardFields } from './standard.ts'
import type { FieldModel, ResourceModel } from './types.ts'

const CREATED_AT = standardFields.find((f) => f.name === 'createdAt')!

/**
 * The field a mapping names; besides those of the resource, records of another system say when they
 * were made.
 */
export const importField = (
  { fields }: Pick<ResourceModel, 'fields'>,
  name: string,
): FieldModel | undefined =>
  fields.find((f) => f.name === name) ?? (name === CREATED_AT.name ? CREATED_AT : undefined)

/**
 * What only the server writes, and a history may bring along: derived fields, and when the record
 * was made.
 */
export const isFact = (field: FieldModel): boolean =>
  field.derived === true && field.kind !== 'secret' && field.kind !== 'state'

/**
 * Fields that an import may fill: those a form may, and `state`; with `history` facts too.
 * `may` says by name what the person writes and reads.
 */
export const importFields = (
  resource: Pick<ResourceModel, 'fields' | 'states'>,
  may: { readonly write: (name: string) => boolean; readonly read: (name: string) => boolean },
  history: boolean,
): readonly FieldModel[] =>
  (history ? [...resource.fields, CREATED_AT] : resource.fields).filter((f) =>
    f.name === 'state'
      ? resource.states.length > 0
      : isFact(f)
        ? history && (f === CREATED_AT || may.read(f.name))
        : !f.derived && may.write(f.name),
  )
