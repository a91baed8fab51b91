/** Values of each kind for the catalogue. Pure. */
import { samples } from '#engine/kinds/samples.ts'
import { kinds, type Kind } from '#schemas/define/kinds.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'

const LONG =
  'A text that is much longer than the place it is drawn in, so that it is cut or wrapped '

const groupOf = (fields: readonly FieldModel[]): Record<string, Json> =>
  Object.fromEntries(fields.map((field) => [field.name, sampleOf(field)]))

/** A value of the field. */
export const sampleOf = (field: FieldModel): Json => samples[field.kind](field, groupOf)

const LONG_KINDS: ReadonlySet<Kind> = new Set<Kind>(['text', 'longText', 'markdown'])

/** A value too long for its place; undefined for kinds whose values are all short. */
export const longSampleOf = ({ kind }: FieldModel): Json | undefined =>
  LONG_KINDS.has(kind) ? LONG.repeat(4).trim() : undefined

const bare = (kind: Kind): FieldModel => ({ name: kind, kind, label: kind, required: false })

/** One field of each kind, as the schemas declare it; a bare one where no schema has it. */
export const fieldsByKind = (resources: readonly ResourceModel[]): readonly FieldModel[] => {
  const nested = ({ fields = [] }: FieldModel): readonly FieldModel[] => fields
  const all = resources.flatMap((r) => r.fields)
  const known = [...all, ...all.flatMap(nested)].filter(
    (f) => !f.when && (!f.derived || f.kind === 'state') && !f.countdown,
  )
  return (Object.keys(kinds) as Kind[]).map((kind) => {
    const declared = known.find((f) => f.kind === kind && (kind === 'secret' || !f.sensitive))
    return { ...(declared ?? bare(kind)), name: kind }
  })
}
