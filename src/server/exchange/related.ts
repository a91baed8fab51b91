/** Columns of an export with fields of the records that references lead to: `customer.email`. */
import { resolvePath } from '#model/filterUrl.ts'
import type { ListQuery } from '#model/query.ts'
import type { FieldModel, Json, Model, ResourceModel } from '#model/types.ts'
import { own } from '#schemas/define/own.ts'
import type { Access } from '../permissions/types.ts'
import { allowedBy } from '../store/read/statement.ts'
import type { RecordData } from '../store/types.ts'
import type { ExportRow } from './csv.ts'

/** A field of referenced records. */
export interface Related {
  /** `customer.email`, also the place of its value in the rows of `withRelated`. */
  readonly name: string
  readonly ref: FieldModel
  readonly of: ResourceModel
  readonly field: FieldModel
}

/**
 * The field that such a name means. Undefined unless a single reference leads to it and the caller
 * may list and export those records and read both fields: this is an export of them, too. Records
 * kept in a document database are never among them, since no reference may lead to those.
 */
export const relatedField = (
  resource: ResourceModel,
  model: Model,
  access: Access,
  name: string,
): Related | undefined => {
  const [ref, inner] = resolvePath(resource, model, name.split('.'), allowedBy(access)) ?? []
  if (!inner || ref?.field.kind !== 'ref' || inner.field.kind === 'rows') return undefined
  const { resource: of, field } = inner
  const may = ['list', 'export'].every((action) => access.can(`${of.entity}.${action}`))
  return may ? { name, ref: ref.field, of, field } : undefined
}

/** Reads a page of records as JSON, as the caller may. */
export type ReadList = (
  resource: ResourceModel,
  query: ListQuery,
  access: Access,
) => Promise<string>

/** Rows that share one request for each of their references. */
const BATCH_ROWS = 500

async function* batchesOf(rows: AsyncIterable<ExportRow>): AsyncGenerator<ExportRow[]> {
  let batch: ExportRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < BATCH_ROWS) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}

interface Found {
  readonly records: ReadonlyMap<string, RecordData>
  readonly titles: Readonly<Record<string, string>>
}

const idIn = ({ row }: ExportRow, ref: string): string | undefined => {
  const id = own(row, ref)
  return typeof id === 'string' ? id : undefined
}

/** The records that the rows refer to by one reference: those of the caller, outside the trash. */
const found = async (
  batch: readonly ExportRow[],
  [first, ...more]: readonly [Related, ...Related[]],
  access: Access,
  read: ReadList,
): Promise<Found> => {
  const ids = [...new Set(batch.flatMap((row) => idIn(row, first.ref.name) ?? []))]
  if (!ids.length) return { records: new Map(), titles: {} }
  const query: ListQuery = {
    filter: { path: ['id'], op: 'in', value: ids },
    fields: [first, ...more].map(({ field }) => field.name),
    sort: [],
    limit: ids.length,
    totalExact: false,
    trashed: false,
    exported: true,
  }
  const { data, included } = JSON.parse(await read(first.of, query, access)) as {
    readonly data: readonly RecordData[]
    readonly included: Readonly<Record<string, Readonly<Record<string, { title: string }>>>>
  }
  const titles = Object.values(included).flatMap((records) =>
    Object.entries(records).map(([id, { title }]) => [id, title] as const),
  )
  return {
    records: new Map(data.map((record) => [record.id, record])),
    titles: Object.fromEntries(titles),
  }
}

/** The columns by their reference. */
const byReference = (columns: readonly Related[]): [Related, ...Related[]][] => {
  const groups = new Map<string, [Related, ...Related[]]>()
  for (const column of columns) {
    const group = groups.get(column.ref.name)
    if (group) group.push(column)
    else groups.set(column.ref.name, [column])
  }
  return [...groups.values()]
}

/**
 * The rows with what these columns hold, under their names: what the caller gets from the lists of
 * the referenced records, and null for a record that is not theirs.
 */
export async function* withRelated(
  rows: AsyncIterable<ExportRow>,
  columns: readonly Related[],
  access: Access,
  read: ReadList,
): AsyncGenerator<ExportRow> {
  if (!columns.length) return yield* rows
  const groups = byReference(columns)
  for await (const batch of batchesOf(rows)) {
    const results = await Promise.all(groups.map((group) => found(batch, group, access, read)))
    const titles = Object.assign({}, ...results.map((r) => r.titles)) as Found['titles']
    for (const line of batch) {
      const values: [string, Json][] = groups.flatMap((group, at) => {
        const record = results[at]?.records.get(idIn(line, group[0].ref.name) ?? '')
        return group.map(({ name, field }): [string, Json] => [name, record?.[field.name] ?? null])
      })
      const row = { ...line.row, ...Object.fromEntries(values) } as RecordData
      yield { ...line, row, titles: { ...titles, ...line.titles } }
    }
  }
}
