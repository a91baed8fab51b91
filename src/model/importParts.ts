import { isComposite } from './importFields.ts'
import type { FieldModel } from './types.ts'

/** How deep parts are offered: `addresses.address.city`. */
const MAX_DEPTH = 3

/**
 * The parts of a group or of child rows as fields with a path for their name and with the labels
 * along it; none of any other field. A required part is required where another part
 * of its group or row has a value.
 */
export const partsOf = (field: FieldModel, depth = 1): FieldModel[] =>
  depth >= MAX_DEPTH || !isComposite(field)
    ? []
    : (field.fields ?? []).flatMap((part): FieldModel[] => {
        const own: FieldModel = {
          ...part,
          name: `${field.name}.${part.name}`,
          label: `${field.label}: ${part.label}`,
        }
        const inner = partsOf(own, depth + 1)
        return inner.length > 0 ? inner : [own]
      })

/** The name of what a part belongs to; undefined for a field of the record. */
export const ownerOf = (name: string): string | undefined =>
  name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : undefined

/** True when parts of a field are mapped. */
export const hasParts = (fields: Readonly<Record<string, unknown>>, name: string): boolean =>
  Object.keys(fields).some((other) => other.startsWith(`${name}.`))
