/** Problems of a mapping before it is sent. The server checks everything again. */
import { importField } from '#model/importFields.ts'
import { own } from '#schemas/define/own.ts'
import {
  columnsOf,
  isReference,
  mappingSchema,
  type Mapping,
  type Source,
} from '#model/importMapping.ts'
import { hasParts, ownerOf } from '#model/importParts.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import type { EntryPlace } from './entries.ts'

export type MappingProblem =
  /** A column, field or text is not chosen yet. */
  | { readonly code: 'incomplete' }
  /** The file has no such column. */
  | { readonly code: 'column'; readonly name: string }
  /** No such field is mapped. */
  | { readonly code: 'field'; readonly name: string }
  /** No cell is mapped to a value. */
  | { readonly code: 'noValues' }
  /** The entity has no such field, or the person may not write it. */
  | { readonly code: 'unknown' }

const tokens = (template: string): string[] =>
  [...template.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => (name === 'row' ? [] : [name!]))

/** Columns and fields an entry refers to directly. */
const namesIn = (
  entry: Source,
  place: EntryPlace,
): { columns: readonly string[]; fields: readonly string[] } => {
  if (typeof entry !== 'string' && 'addDays' in entry) {
    return { columns: entry.addDays.slice(1), fields: [entry.addDays[0]] }
  }
  if (typeof entry !== 'string' && 'template' in entry && entry.template !== undefined) {
    // The name of a mapped field is a field; any other name is a column.
    return {
      columns: tokens(entry.template).filter(
        (n) => place.columns.includes(n) || own(place.mapping.fields, n) === undefined,
      ),
      fields: [],
    }
  }
  return { columns: columnsOf(place.mapping, entry), fields: [] }
}

/** The first problem of an entry, including the records it creates. */
export const problemOf = (entry: Source, place: EntryPlace): MappingProblem | undefined => {
  const { columns, fields } = namesIn(entry, place)
  if (
    [...columns, ...fields].includes('') ||
    !mappingSchema.shape.fields.safeParse({ x: entry }).success
  ) {
    const inner =
      typeof entry === 'object' && isReference(entry)
        ? Object.values(entry.create ?? {})
            .map((e) => problemOf(e, place))
            .find(Boolean)
        : undefined
    return inner ?? { code: 'incomplete' }
  }
  const field = fields.find((f) => own(place.mapping.fields, f) === undefined)
  if (field !== undefined) return { code: 'field', name: field }
  const column =
    place.columns.length > 0 ? columns.find((c) => !place.columns.includes(c)) : undefined
  if (column !== undefined) return { code: 'column', name: column }
  if (
    typeof entry === 'object' &&
    'values' in entry &&
    'column' in entry &&
    entry.values &&
    Object.keys(entry.values).length === 0 &&
    !('otherwise' in entry && entry.otherwise !== undefined)
  ) {
    return { code: 'noValues' }
  }
  if (typeof entry === 'object' && isReference(entry)) {
    return Object.values(entry.create ?? {})
      .map((e) => problemOf(e, place))
      .find(Boolean)
  }
  return undefined
}

/** Problems by field. */
export const problemsOf = (
  mapping: Mapping,
  place: EntryPlace,
): Readonly<Record<string, MappingProblem>> => {
  const known = new Set(place.fields.map((f) => f.name))
  return Object.fromEntries(
    Object.entries(mapping.fields).flatMap(([name, entry]) => {
      const problem = known.has(name) ? problemOf(entry, place) : { code: 'unknown' as const }
      return problem ? [[name, problem]] : []
    }),
  )
}

/** True when a new record needs a field: a part is needed where another of its group is mapped. */
export const isNeeded = (
  { name, required, derived }: FieldModel,
  entries: Readonly<Record<string, Source>>,
): boolean => {
  const owner = ownerOf(name)
  return required && !derived && (owner === undefined || hasParts(entries, owner))
}

/** Needed fields that are not mapped: new rows without them are rejected. */
export const missingFields = (
  fields: readonly FieldModel[],
  entries: Readonly<Record<string, Source>>,
): FieldModel[] =>
  fields.filter(
    (f) => isNeeded(f, entries) && entries[f.name] === undefined && !hasParts(entries, f.name),
  )

/** The fields without those that the entries exclude: of a field and its parts one is mapped. */
export const offeredFields = (
  fields: readonly FieldModel[],
  entries: Readonly<Record<string, Source>>,
): FieldModel[] =>
  fields.filter(({ name }) => {
    const above = name.split('.').slice(0, -1)
    const owners = above.map((_, at) => above.slice(0, at + 1).join('.'))
    return !hasParts(entries, name) && owners.every((owner) => own(entries, owner) === undefined)
  })

/** Columns of the file that no entry reads. */
export const unusedColumns = (columns: readonly string[], mapping: Mapping): string[] => {
  const all = (entry: Source): string[] => [
    ...columnsOf(mapping, entry),
    ...(typeof entry === 'object' && isReference(entry)
      ? Object.values(entry.create ?? {}).flatMap(all)
      : []),
  ]
  const used = new Set(Object.values(mapping.fields).flatMap(all))
  return columns.filter((c) => !used.has(c))
}

/** The id and the unique fields that are mapped, usable to match existing rows. */
export const upsertFields = (resource: ResourceModel, mapping: Mapping): FieldModel[] =>
  ['id', ...resource.unique.flatMap((set) => (set.length === 1 ? set : []))].flatMap((name) => {
    const field = own(mapping.fields, name) === undefined ? undefined : importField(resource, name)
    return field ? [field] : []
  })
