import { standardFields } from './standard.ts'
import type { FieldModel, ResourceModel } from './types.ts'

const [ID, CREATED_AT] = ['id', 'createdAt'].map((name) =>
  standardFields.find((f) => f.name === name)!,
) as [FieldModel, FieldModel]

/** The column of a file that finds records, besides unique fields: it is never written. */
export const isId = (field: FieldModel): boolean => field === ID

const COMPOSITES: ReadonlySet<string> = new Set(['rows', 'group', 'address', 'location'])

/** True for fields of which a mapping may name the parts. */
export const isComposite = (field: FieldModel): boolean => COMPOSITES.has(field.kind)

/** The field of the record that a name in a mapping belongs to: of `address.city` it is `address`. */
export const rootOf = (name: string): string => name.split('.', 1)[0]!

/**
 * The fields from a field of the record to the one that a mapping names: `address.city` is a part
 * of a group, `lines.quantity` one of child rows. Undefined for an unknown name, and for child rows
 * within child rows. Records of another system may also set their creation date, and the id finds
 * records.
 */
export const importPath = (
  { fields }: Pick<ResourceModel, 'fields'>,
  name: string,
): readonly FieldModel[] | undefined => {
  const [first, ...parts] = name.split('.')
  const root =
    fields.find((f) => f.name === first) ?? [ID, CREATED_AT].find((f) => f.name === first)
  if (!root) return undefined
  const path = [root]
  for (const part of parts) {
    const last = path.at(-1)!
    const next = isComposite(last) ? last.fields?.find((f) => f.name === part) : undefined
    if (!next) return undefined
    path.push(next)
  }
  return path.slice(0, -1).filter((f) => f.kind === 'rows').length > 1 ? undefined : path
}

/** The field a mapping names. */
export const importField = (
  resource: Pick<ResourceModel, 'fields'>,
  name: string,
): FieldModel | undefined => importPath(resource, name)?.at(-1)

/**
 * True for fields only the server writes, but a history import may set: derived fields, and the
 * creation date.
 */
export const isFact = (field: FieldModel): boolean =>
  field.derived === true && !isId(field) && field.kind !== 'secret' && field.kind !== 'state'

/**
 * Fields an import may fill: the id, form fields and `state`; with `history` facts too. `may` decides by
 * name what the person may write and read.
 */
export const importFields = (
  resource: Pick<ResourceModel, 'fields' | 'states'>,
  may: { readonly write: (name: string) => boolean; readonly read: (name: string) => boolean },
  history: boolean,
): readonly FieldModel[] =>
  [ID, ...resource.fields, ...(history ? [CREATED_AT] : [])].filter((f) => {
    if (isId(f)) return true
    if (f.name === 'state') return resource.states.length > 0
    if (isFact(f)) return history && (f === CREATED_AT || may.read(f.name))
    return !f.derived && may.write(f.name)
  })
