import { isMasked, traits } from '#schemas/define/kinds.ts'
import { maskIn } from '#model/masked.ts'
import type { AnyRef } from '#model/pointers.ts'
import { fieldOf, standardFields } from '#model/standard.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import type { Access } from '../permissions/types.ts'
import type { RecordData } from '../store/types.ts'
import { joinCell } from '../kinds/parts/cells.ts'
import { csvLine, escapeCell } from './cells.ts'

/** A row of `Reader.stream`. */
export interface ExportRow {
  readonly row: RecordData
  /** Position of the child row of this line, in exports that have one line for each. */
  readonly child?: number
  readonly titles: Readonly<Record<string, string>>
}

/** A column of an export. */
export interface Column {
  readonly header: string
  value(row: ExportRow): string
}

const plain = (value: Json | undefined): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
const titlesOf = (ids: readonly string[], titles: ExportRow['titles']) =>
  ids.map((id) => titles[id] ?? '')

/**
 * Columns of one field as import reads them: references also by title, money as minor units and
 * currency.
 */
export const exactColumns = (field: FieldModel): Column[] => {
  const { name } = field
  const own = { header: name, value: ({ row }: ExportRow) => plain(row[name]) }
  if (isMasked(field)) {
    return [{ header: name, value: ({ row }) => maskIn(field, row[name]) ?? plain(row[name]) }]
  }
  if (field.kind === 'ref') {
    return [
      own,
      { header: `${name}.title`, value: ({ row, titles }) => titles[String(row[name])] ?? '' },
    ]
  }
  if (field.kind === 'anyRef') {
    const of = ({ row }: ExportRow) => row[name] as AnyRef | null | undefined
    return [
      {
        header: name,
        value: (r) => {
          const v = of(r)
          return v ? `${v.type}/${v.id}` : ''
        },
      },
      { header: `${name}.title`, value: (r) => r.titles[of(r)?.id ?? ''] ?? '' },
    ]
  }
  if (field.kind === 'money') {
    const part = (key: 'amount' | 'currency') => ({
      header: `${name}.${key}`,
      value: ({ row }: ExportRow) =>
        plain((row[name] as { amount: number; currency: string } | null)?.[key]),
    })
    return [part('amount'), part('currency')]
  }
  const list = ({ row }: ExportRow) => (row[name] as readonly string[] | null) ?? []
  if (field.kind === 'refs') {
    return [
      { header: name, value: (r) => joinCell(list(r)) },
      {
        header: `${name}.title`,
        value: (r) => joinCell(titlesOf(list(r), r.titles).filter((t) => t !== '')),
      },
    ]
  }
  if (traits(field.kind).storage === 'text[]') {
    return [{ header: name, value: (r) => joinCell(list(r)) }]
  }
  return [own]
}

const STANDARD = ['id', 'createdAt', 'updatedAt']

/**
 * Returns the fields of an export: the requested ones, else all the caller may read; `id` first, to
 * identify the rows. `further` finds those of other names.
 */
export const exportFields = (
  resource: ResourceModel,
  access: Access,
  asked?: readonly string[],
  further: (name: string) => FieldModel | undefined = () => undefined,
): FieldModel[] => {
  const readable = access.readable(resource)
  const names = asked
    ? ['id', ...asked.filter((n) => n !== 'id')]
    : [STANDARD[0]!, ...resource.fields.map((f) => f.name), ...STANDARD.slice(1)]
  return names.flatMap((name) => {
    const field = fieldOf(resource, name)
    if (!field) return further(name) ?? []
    return standardFields.includes(field) || readable.has(name) ? [field] : []
  })
}

const CHUNK_BYTES = 64 * 1024

/**
 * Streams lines as CSV (RFC 4180, UTF-8), so memory does not grow with their number. Text that a
 * spreadsheet would run as a formula gets a leading `'`, which import removes again. It begins with
 * a byte order mark unless this is switched off, so that Excel recognises UTF-8; import ignores it.
 */
export async function* csvFile(
  headers: readonly string[],
  lines: AsyncIterable<readonly string[]>,
  { byteOrderMark = true } = {},
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let pending = `${byteOrderMark ? '\ufeff' : ''}${csvLine(headers.map(escapeCell))}`
  for await (const cells of lines) {
    pending += csvLine(cells.map(escapeCell))
    if (pending.length < CHUNK_BYTES) continue
    yield encoder.encode(pending)
    pending = ''
  }
  yield encoder.encode(pending)
}

async function* exactLines(
  rows: AsyncIterable<ExportRow>,
  columns: readonly Column[],
): AsyncGenerator<string[]> {
  for await (const row of rows) yield columns.map((column) => column.value(row))
}

/**
 * Streams rows as CSV with exact values, as import reads them. The header contains field names; a
 * reference takes `hotel` (id; `customers/<id>` if it may be of several collections) and
 * `hotel.title`, money `price.amount` (minor units) and `price.currency`. Several values are joined
 * by `;`, groups and child rows are JSON, days and instants as stored.
 *
 * ```ts
 * csvOf(exportFields(resource, access, query.fields), reader.stream(resource, query, access))
 * ```
 */
export const csvOf = (
  fields: readonly FieldModel[],
  rows: AsyncIterable<ExportRow>,
  options: { readonly byteOrderMark?: boolean } = {},
): AsyncIterable<Uint8Array> => {
  const columns = fields.flatMap(exactColumns)
  return csvFile(
    columns.map((c) => c.header),
    exactLines(rows, columns),
    options,
  )
}
