/**
 * An export for people as a channel of every entity: imported unchanged it writes nothing, and with
 * changed cells it writes exactly these changes.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { firstMapping } from '#engine/exchange/firstMapping.ts'
import { compileModel } from '#model/compile.ts'
import { importFields, importPath, rootOf } from '#model/importFields.ts'
import type { Mapping } from '#model/importMapping.ts'
import { partsOf } from '#model/importParts.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import { resources } from '#schemas/index.ts'
import { csvLine, escapeCell } from '#server/exchange/cells.ts'
import { slicesOf } from '#server/files/chunks.ts'
import { readTable } from '#server/exchange/readTable.ts'
import type { ImportReport } from '#server/exchange/report.ts'
import { fromRow, selected } from '#server/store/write/rows.ts'
import { startApi, type Api } from '#tests/api/harness.ts'
import { cellChange, type CellChange } from '#tests/support/cellChanges.ts'
import { makeSamples, type SampleIds } from '#tests/support/sampleRecords.ts'
import { reworked, typedInto } from '#tests/support/workbook.ts'

const ZONE = 'Europe/Lisbon'
const entities = compileModel(resources).resources.filter((r) => !r.readOnly && !r.appendOnly)

type Cells = Readonly<Record<string, string>>
interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly Cells[]
  readonly mapping: Mapping
  readonly format: Format
  /** The file as it was exported. */
  readonly bytes: Buffer
}
const formats = ['csv', 'xlsx'] as const
type Format = (typeof formats)[number]

let api: Api
let ids: SampleIds
beforeAll(async () => {
  api = await startApi({ records: false })
  ids = await makeSamples(api.services)
  await api.services.jobs.start()
}, 180_000)
afterAll(() => api?.close())

const tableOf = async (resource: ResourceModel, format: Format): Promise<Table> => {
  const asked = `tz=${ZONE}&ids=true&children=lines&language=en${format === 'csv' ? '&for=people' : ''}`
  const response = await api.app.request(`/api/${resource.collection}/export.${format}?${asked}`, {
    headers: { authorization: `Bearer ${api.tokens.get('super-admin')}` },
  })
  expect(response.status).toBe(200)
  const rows: Cells[] = []
  const bytes = Buffer.from(await response.arrayBuffer())
  for await (const batch of readTable(slicesOf(bytes))) {
    expect(batch.filter((row) => row.problem)).toEqual([])
    rows.push(...batch.map(({ cells }) => cells))
  }
  const columns = Object.keys(rows[0] ?? {})
  const all = { read: () => true, write: () => true }
  const mapping = firstMapping(
    columns,
    rows.map((cells) => columns.map((column) => cells[column] ?? '')),
    {
      mapping: { nulls: [], fields: {} },
      columns,
      fields: importFields(resource, all, false).flatMap((f) => [f, ...partsOf(f)]),
      currency: 'EUR',
      zone: ZONE,
      targetOf: (collection) => api.model.resources.find((r) => r.collection === collection),
    },
  )
  return { columns, rows, mapping: { ...mapping, groupBy: 'Id' }, format, bytes }
}

/** A line of the exported file, by place, with other cells. */
interface Line {
  readonly from: number
  readonly cells: Cells
}

/** The file with these lines, as a person would save it: other cells keep their form. */
const fileOf = async ({ columns, rows, format, bytes }: Table, lines: readonly Line[]) => {
  if (format === 'xlsx') {
    const changed = await reworked(bytes, ([heading = [], ...before]) => [
      heading,
      ...lines.map(({ from, cells }) =>
        columns.map((column, at) => {
          const cell = before[from]?.[at] ?? '<c/>'
          const text = cells[column] ?? ''
          return text === rows[from]?.[column] ? cell : typedInto(cell, text)
        }),
      ),
    ])
    return new File([new Uint8Array(changed)], 'changed.xlsx')
  }
  const text = [columns, ...lines.map(({ cells }) => columns.map((column) => cells[column] ?? ''))]
    .map((cells) => csvLine(cells.map(escapeCell)))
    .join('')
  return new File([text], 'changed.csv')
}

const imported = async (
  resource: ResourceModel,
  table: Table,
  rows: readonly Cells[],
  lines: readonly Line[] = rows.map((cells, from) => ({ from, cells })),
): Promise<ImportReport> => {
  const { mapping } = table
  const body = new FormData()
  body.set('file', await fileOf(table, lines))
  body.set('mapping', JSON.stringify(mapping))
  body.set('mode', 'partial')
  body.set('upsertBy', 'id')
  const started = await api.call('POST', `/api/${resource.collection}/import`, { body })
  expect(started.status, started.text).toBe(202)
  return vi.waitFor(
    async () => {
      const { data } = (await api.call('GET', started.headers.get('location')!)).body
      expect(data.state, data.error).toBe('succeeded')
      return data.result as ImportReport
    },
    { timeout: 60_000, interval: 10 },
  )
}

type Stored = Readonly<Record<string, Json>>
/** What people write of each record, by id. */
const stored = async (resource: ResourceModel): Promise<ReadonlyMap<string, Stored>> => {
  const { rows } = await api.services.db.query<never>(
    `SELECT ${selected(resource, 't')} FROM "${resource.table}" t ORDER BY id`,
  )
  const names = resource.fields.filter((f) => !f.derived).map((f) => f.name)
  return new Map(
    rows.map((row) => {
      const record = fromRow(row)
      return [record.id, Object.fromEntries(names.map((name) => [name, record[name] ?? null]))]
    }),
  )
}

const valueAt = (record: Stored, path: readonly string[]): Json =>
  path.reduce<Json>((value, part) => {
    const inner = Array.isArray(value) ? value[0] : value
    return (inner && typeof inner === 'object' ? (inner as Stored)[part] : null) ?? null
  }, record as Json)

const withValue = (value: Json, [part, ...rest]: readonly string[], next: Json): Json => {
  if (part === undefined) return next
  if (Array.isArray(value)) return [withValue(value[0]!, [part, ...rest], next), ...value.slice(1)]
  const group = value as Stored
  return { ...group, [part]: withValue(group[part] ?? null, rest, next) }
}

interface Planned extends CellChange {
  readonly path: readonly string[]
}

/** The changes of one record, one for each field that has a cell. */
const changesOf = (resource: ResourceModel, record: Stored, { mapping }: Table): Planned[] =>
  Object.entries(mapping.fields).flatMap(([name, entry]) => {
    const fields = importPath(resource, name)
    const path = name.split('.')
    const [root, field] = [fields?.[0], fields?.at(-1)] as [FieldModel?, FieldModel?]
    if (!root || !field || root.immutable || record[root.name] === null) return []
    if (Array.isArray(record[root.name]) && (record[root.name] as Json[]).length === 0) return []
    const change = cellChange(field, entry, valueAt(record, path), (of) => ids.get(of) ?? [])
    return change ? [{ ...change, path }] : []
  })

describe.each(entities.map((r) => [r.collection, r] as const))('%s', (_, resource) => {
  test.each(formats)('%s: importing an unchanged export writes nothing', async (format) => {
    const before = await stored(resource)
    const table = await tableOf(resource, format)
    const report = await imported(resource, table, table.rows)
    expect(report).toMatchObject({ errors: [], updated: 0, created: 0, unchanged: before.size })
    expect(await stored(resource)).toEqual(before)
  })

  test.each(formats)('%s: importing changed cells writes exactly those changes', async (format) => {
    const table = await tableOf(resource, format)
    const before = await stored(resource)
    const [id = ''] = ids.get(resource.collection) ?? []
    const record = before.get(id)
    if (!record) throw new Error('There is no record.')
    const all = changesOf(resource, record, table)
    let changes = all
    for (;;) {
      const cells = Object.fromEntries(changes.map(({ column, cell }) => [column, cell]))
      const rows = table.rows.map((row) => (row.Id === id ? { ...row, ...cells } : row))
      const report = await imported(resource, table, rows)
      if (report.refused === 0) break
      expect(await stored(resource)).toEqual(before)
      // Rules of the entity refuse some values; the others are tried again without them.
      const wrong = new Set(report.errors.map((e) => rootOf(e.path)))
      const kept = changes.filter(({ path: [root = ''] }) => !wrong.has(root))
      changes = kept.length < changes.length ? kept : changes.slice(0, -1)
    }
    expect(changes.length, all.map(({ path }) => path.join('.')).join()).toBeGreaterThan(
      all.length / 3,
    )
    const wanted = changes.reduce<Json>(
      (value, { path, value: next }) => withValue(value, path, next),
      record as Json,
    )
    expect(await stored(resource)).toEqual(new Map([...before, [id, wanted as Stored]]))
  })
})

test.each(formats)('%s: an import changes, adds and removes lines of a record', async (format) => {
  const resource = api.model.resources.find((r) => r.collection === 'orders')!
  const [id = ''] = ids.get('orders') ?? []
  const path = `/api/orders/${id}`
  const order = (await api.call('GET', path)).body.data
  const unit = { amount: 1000, currency: order.currency }
  const lines = ['One', 'Two', 'Three'].map((title) => ({ title, quantity: 1, unit, tax: 0 }))
  const made = await api.call('PATCH', path, { body: { lines }, version: order.version })
  expect(made.status, made.text).toBe(200)
  const before = await stored(resource)
  const table = await tableOf(resource, format)
  const places = table.rows.flatMap((row, from) => (row.Id === id ? [from] : []))
  expect(places).toHaveLength(3)
  const column = (name: string) => {
    const entry = table.mapping.fields[`lines.${name}`]
    return typeof entry === 'string' ? entry : ''
  }
  const changed = table.rows.flatMap((cells, from): Line[] => {
    if (from === places[1]) {
      const more = { ...cells, [column('title')]: 'Four', [column('quantity')]: '4' }
      return [
        { from, cells: { ...cells, [column('quantity')]: '22' } },
        { from, cells: more },
      ]
    }
    return from === places[2] ? [] : [{ from, cells }]
  })
  const report = await imported(resource, table, [], changed)
  expect(report).toMatchObject({ errors: [], updated: 1, created: 0, unchanged: before.size - 1 })
  const was = before.get(id)!.lines as Stored[]
  const wanted = {
    ...before.get(id)!,
    lines: [was[0]!, { ...was[1]!, quantity: 22 }, { ...was[1]!, title: 'Four', quantity: 4 }],
  }
  expect(await stored(resource)).toEqual(new Map([...before, [id, wanted as Stored]]))
})
