/** Exports for people, as CSV or as a workbook. */
import type { ExportFormat } from '#model/exportForms.ts'
import type { ListQuery } from '#model/query.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel, Model, ResourceModel } from '#model/types.ts'
import type { Access } from '../../permissions/types.ts'
import { directionOf } from '../../texts/language.ts'
import { labelIn } from '../../texts/labels.ts'
import { csvFile, exportFields, type ExportRow } from '../csv.ts'
import { relatedField, withRelated, type ReadList, type Related } from '../related.ts'
import type { Sheet } from '../xlsx/sheetXml.ts'
import { xlsxOf } from '../xlsx/writeXlsx.ts'
import { peopleColumns, type PeopleColumn } from './columns.ts'
import { linesOf } from './lines.ts'
import type { Readers } from './readers.ts'

/** Where an export reads. */
export interface ExportReads {
  readonly model: Model
  /** Reads the rows of a query; a workbook reads them again for each sheet. */
  rows(query: ListQuery): AsyncIterable<ExportRow>
  /** Reads records that the rows refer to. */
  readonly list: ReadList
}

interface PeopleExport extends ExportReads {
  readonly resource: ResourceModel
  readonly query: ListQuery
  readonly access: Access
  readonly readers: Readers
}

/** The fields by which a person knows a record: its title, or where they may not read it, the id. */
const keyFields = (resource: ResourceModel, access: Access, ids: boolean): FieldModel[] => {
  const [id, title] = ['id', resource.title].map((name) => fieldOf(resource, name))
  const isReadable = title && access.readable(resource).has(title.name)
  return [...(isReadable ? [title] : []), ...(id && (ids || !isReadable) ? [id] : [])]
}

const relatedOf = ({ resource, model, access }: PeopleExport, name: string): Related | undefined =>
  name.includes('.') ? relatedField(resource, model, access, name) : undefined

/** A field of referenced records as a field of the rows: `Customer: Email`. */
const asField = (given: PeopleExport, name: string): FieldModel | undefined => {
  const found = relatedOf(given, name)
  const label = (field: FieldModel) => labelIn(given.readers.language, field.label)
  return found && { ...found.field, name, label: `${label(found.ref)}: ${label(found.field)}` }
}

/** The rows with these fields, those of referenced records included. */
const rowsWith = (
  given: PeopleExport,
  fields: readonly FieldModel[],
): AsyncGenerator<ExportRow> => {
  const { query, access, list } = given
  const related = fields.flatMap(({ name }) => relatedOf(given, name) ?? [])
  // `customer.email` needs the customer.
  const names = [...new Set(fields.map(({ name }) => name.split('.')[0]!))]
  return withRelated(given.rows({ ...query, fields: names }), related, access, list)
}

interface Plan {
  readonly fields: readonly FieldModel[]
  readonly keys: readonly PeopleColumn[]
  readonly keyFields: readonly FieldModel[]
}

const planOf = (given: PeopleExport): Plan => {
  const { resource, query, access, readers } = given
  const further = (name: string) => asField(given, name)
  const asked = exportFields(resource, access, query.fields, further).filter((f) => f.name !== 'id')
  const id = fieldOf(resource, 'id')
  const first = readers.ids && id ? [id] : []
  const keyed = readers.children === 'cell' ? first : keyFields(resource, access, readers.ids)
  const columns = (fields: readonly FieldModel[]) =>
    fields.flatMap((f) => peopleColumns(f, readers))
  return {
    fields: asked.filter((f) => !keyed.includes(f)),
    keyFields: keyed,
    keys: columns(keyed),
  }
}

const columnsIn = (plan: Plan, fields: readonly FieldModel[], readers: Readers): PeopleColumn[] => [
  ...plan.keys,
  ...fields.flatMap((field) => peopleColumns(field, readers)),
]

const sheetsOf = (given: PeopleExport): Sheet[] => {
  const { resource, readers } = given
  const plan = planOf(given)
  const isApart = (f: FieldModel) => readers.children === 'sheets' && f.kind === 'rows'
  const sheet = (name: string, fields: readonly FieldModel[], only: boolean): Sheet => {
    const columns = columnsIn(plan, fields, readers)
    const read = [...plan.keyFields, ...fields]
    return {
      name,
      columns,
      rightToLeft: directionOf(readers.language) === 'rtl',
      rows: () => linesOf(rowsWith(given, read), columns, { keys: plan.keys.length, only }),
    }
  }
  const label = (text: string) => labelIn(readers.language, text)
  return [
    sheet(
      label(resource.label.many),
      plan.fields.filter((f) => !isApart(f)),
      false,
    ),
    ...plan.fields.filter(isApart).map((f) => sheet(label(f.label), [f], true)),
  ]
}

/**
 * Streams the rows of a list for people: memory does not grow with their number. Holds only what
 * the caller may read.
 */
export const peopleExport = (
  format: ExportFormat,
  given: PeopleExport,
): AsyncIterable<Uint8Array> => {
  if (format === 'xlsx') return xlsxOf(sheetsOf(given))
  const plan = planOf(given)
  const columns = columnsIn(plan, plan.fields, given.readers)
  return csvFile(
    columns.map((c) => c.header),
    linesOf(rowsWith(given, [...plan.keyFields, ...plan.fields]), columns, {
      keys: plan.keys.length,
    }),
  )
}
