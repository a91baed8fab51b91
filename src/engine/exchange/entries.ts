/**
 * Mapping entries as the editor offers them: the grammar of `#model/importMapping.ts`, whose values
 * are also the editor's state.
 */
import { traits, usesOf } from '#schemas/define/kinds.ts'
import {
  columnsOf,
  isReference,
  type Mapping,
  type Reference,
  type Source,
} from '#model/importMapping.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'

export const entryKinds = [
  'none',
  'column',
  'constant',
  'values',
  'date',
  'addDays',
  'sum',
  'money',
  'template',
  'reference',
] as const
/** Forms of an entry; `none` = the field is not imported. */
export type EntryKind = (typeof entryKinds)[number]

/** The entry of one form; `undefined` if the entry has another form. */
export type EntryOf<K extends 'constant' | 'date' | 'addDays' | 'sum' | 'money' | 'template'> =
  Extract<Exclude<Source, string | Reference>, { [P in K]: unknown }>
/** An entry that maps cells to values. */
export type ValuesEntry = Extract<Exclude<Source, string | Reference>, { column: string }>

export const kindOf = (entry: Source | undefined): EntryKind => {
  if (entry === undefined) return 'none'
  if (typeof entry === 'string') return 'column'
  if (isReference(entry)) return 'reference'
  for (const kind of ['constant', 'date', 'addDays', 'sum', 'money', 'template'] as const) {
    if (kind in entry) return kind
  }
  return 'values'
}

const isNumber = (field: FieldModel) => ['integer', 'double'].includes(traits(field.kind).storage)

/** Forms that apply to a field, including the current one. */
export const formsFor = (field: FieldModel, current: EntryKind = 'none'): EntryKind[] =>
  entryKinds.filter((kind) => {
    if (kind === current || kind === 'none' || kind === 'column' || kind === 'constant') return true
    if (kind === 'values') return field.kind !== 'ref'
    if (kind === 'date' || kind === 'addDays') return field.kind === 'day'
    if (kind === 'sum') return isNumber(field)
    if (kind === 'money') return field.kind === 'money'
    if (kind === 'template') return traits(field.kind).storage === 'text' && !field.options
    return field.kind === 'ref'
  })

/** Fields that can identify a record: unique ones first, then its title. */
export const keysOf = (target: ResourceModel): FieldModel[] => {
  const rank = (f: FieldModel) => {
    if (f.unique) return 0
    return f.name === target.title ? 1 : 2
  }
  return target.fields.filter((f) => usesOf(f).searchable).toSorted((a, b) => rank(a) - rank(b))
}

/** What a new entry can refer to. */
export interface EntryPlace {
  readonly mapping: Mapping
  /** Columns of the file. */
  readonly columns: readonly string[]
  /** Fields of the imported records. */
  readonly fields: readonly FieldModel[]
  /** ISO 4217. */
  readonly currency: string
  /** IANA zone of the person; times in a file without an offset are in it. */
  readonly zone?: string
  readonly targetOf: (collection: string) => ResourceModel | undefined
}

const firstValue = (field: FieldModel) => {
  const declared = field.default ?? field.options?.[0]?.value
  if (declared !== undefined && declared !== null) return declared
  if (field.kind === 'boolean') return true
  return isNumber(field) ? (field.min ?? 0) : ''
}

/**
 * Converts an entry to another form for a field, keeping its columns. Unknown parts are empty
 * texts, which `problemsOf` reports.
 */
export const entryAs = (
  kind: EntryKind,
  field: FieldModel,
  before: Source | undefined,
  place: EntryPlace,
): Source | undefined => {
  const columns = columnsOf(place.mapping, before)
  const first = columns[0] ?? ''
  const like = (word: RegExp, i: number) =>
    columns[i] ?? place.columns.find((c) => word.test(c)) ?? ''
  switch (kind) {
    case 'none':
      return undefined
    case 'column':
      return first
    case 'constant':
      return { constant: structuredClone(firstValue(field)) as never }
    case 'values':
      return { column: first, values: {} }
    case 'date':
      return { date: [like(/year/i, 0), like(/month(?!.*day)/i, 1), like(/day/i, 2)] }
    case 'addDays':
      return {
        addDays: [
          place.fields.find(
            (f) =>
              f.kind === 'day' &&
              f.name !== field.name &&
              place.mapping.fields[f.name] !== undefined,
          )?.name ?? '',
          first,
        ],
      }
    case 'sum':
      return { sum: columns.length > 0 ? columns : [''] }
    case 'money':
      return { money: first, currency: field.currency ?? place.currency }
    case 'template':
      return { template: first && `{${first}}` }
    case 'reference': {
      const target = field.ref ? place.targetOf(field.ref) : undefined
      return { by: (target && keysOf(target)[0]?.name) ?? '', column: first }
    }
  }
}

/** Sets an entry of the mapping, or removes it if undefined; others keep their order. */
export const withEntry = <T extends Readonly<Record<string, Source>>>(
  fields: T,
  name: string,
  entry: Source | undefined,
): Record<string, Source> => {
  if (entry !== undefined) return { ...fields, [name]: entry }
  const { [name]: _gone, ...rest } = fields
  return rest
}
