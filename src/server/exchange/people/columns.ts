/** Columns of an export for people: labels, decimal amounts, titles and local times. */
import { OF_IDS, OF_PERCENT, REFERENCES } from '#model/exportColumns.ts'
import { isMasked, traits } from '#schemas/define/kinds.ts'
import { own } from '#schemas/define/own.ts'
import { maskIn } from '#model/masked.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { serverTexts } from '../../texts/index.ts'
import { labelIn } from '../../texts/labels.ts'
import type { Column, ExportRow } from '../csv.ts'
import type { CellType } from '../xlsx/sheetXml.ts'
import type { Readers } from './readers.ts'
import { isObject, major } from '../../kinds/parts/write.ts'
import { cellOf } from './values.ts'

/** A column of an export for people. */
export interface PeopleColumn extends Column {
  readonly type: CellType
  /** It is of the child rows of this field, so each line has its own cell. */
  readonly rowsOf?: string
}

/** Where the value of a column is. */
interface Place {
  readonly header: string
  readonly name: string
  readonly rowsOf?: string
  read(row: ExportRow): Json | undefined
}

const typeOf = ({ kind, options }: FieldModel): CellType => {
  if (kind === 'day' || kind === 'instant') return kind
  const { storage } = traits(kind)
  return !options && (storage === 'integer' || storage === 'double') ? 'number' : 'text'
}

const partOf = (
  { header, name, rowsOf, read }: Place,
  part: FieldModel,
  { language }: Readers,
): Place => ({
  header: `${header}: ${labelIn(language, part.label)}`,
  name: `${name}.${part.name}`,
  ...(rowsOf === undefined ? {} : { rowsOf }),
  read: (row) => {
    const value = read(row)
    return isObject(value) ? own(value, part.name) : null
  },
})

const idsOf = (field: FieldModel, value: Json | undefined): string => {
  if (field.kind === 'anyRef') return isObject(value) ? `${value.type}/${value.id}` : ''
  return Array.isArray(value) ? value.map(String).join('; ') : String(value ?? '')
}

const GROUPS: readonly string[] = ['address', 'location', 'object']

const columnsAt = (field: FieldModel, place: Place, readers: Readers): PeopleColumn[] => {
  const { read, rowsOf } = place
  const column = (
    type: CellType,
    value: (row: ExportRow) => string,
    { key = '', words = '' } = {},
  ): PeopleColumn => ({
    header: readers.keys ? `${place.name}${key}` : `${place.header}${words && ` (${words})`}`,
    type,
    ...(rowsOf === undefined ? {} : { rowsOf }),
    value,
  })
  if (isMasked(field)) return [column('text', (row) => maskIn(field, read(row)) ?? '')]
  if (field.kind === 'money') {
    const currency = (row: ExportRow) => {
      const value = read(row)
      return isObject(value) ? String(value.currency) : ''
    }
    const words = serverTexts[readers.language].cells.currency
    return [
      column('number', (row) => major(read(row))),
      column('text', currency, { key: '.currency', words }),
    ]
  }
  if (field.fields && GROUPS.includes(field.kind)) {
    return field.fields.flatMap((part) => columnsAt(part, partOf(place, part, readers), readers))
  }
  const rate = field.kind === 'bps' ? OF_PERCENT : {}
  const shown = column(typeOf(field), (row) => cellOf(field, read(row), row.titles, readers), rate)
  return readers.ids && REFERENCES.includes(field.kind)
    ? [shown, column('text', (row) => idsOf(field, read(row)), OF_IDS)]
    : [shown]
}

/** The child rows of a record; none where it has no list of them. */
export const childrenIn = (row: ExportRow['row'], name: string): readonly Json[] => {
  const value = own(row, name)
  return Array.isArray(value) ? value : []
}

/**
 * Columns of one field for people: amounts in major units beside their currency, labels of choices
 * and states, titles of references, percentages, one column for each part of a group. Child rows
 * are in one cell unless they have their own lines or sheets.
 */
export const peopleColumns = (field: FieldModel, readers: Readers): PeopleColumn[] => {
  const { name } = field
  const place: Place = {
    header: labelIn(readers.language, field.label),
    name,
    read: ({ row }) => own(row, name),
  }
  if (field.kind !== 'rows' || readers.children === 'cell') return columnsAt(field, place, readers)
  const child: Place = {
    ...place,
    rowsOf: name,
    read: ({ row, child: at = 0 }) => childrenIn(row, name)[at],
  }
  return (field.fields ?? []).flatMap((part) =>
    columnsAt(part, partOf(child, part, readers), readers),
  )
}
