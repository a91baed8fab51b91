import { own } from '#schemas/define/own.ts'
import { isCurrency } from '#schemas/define/currencies.ts'
import { z } from '#schemas/define/zod.ts'
import { isTimeZone } from './aggregateQuery.ts'

const column = z.string().min(1).max(200)
const name = z.string().min(1).max(120)
const template = z.string().min(1).max(500)
/** By cell value. */
const values = z.record(z.string(), z.json())
/** By column and cell value: the replacement in a template. */
const words = z.record(z.string(), z.record(z.string(), z.string()))

const nonReference = [
  column,
  z.strictObject({ constant: z.json() }),
  z.strictObject({ column, values: values.optional(), otherwise: z.json().optional() }),
  z.strictObject({ date: z.tuple([column, column, column]) }),
  z.strictObject({ addDays: z.tuple([name], column) }),
  z.strictObject({ sum: z.array(column).min(1) }),
  z.strictObject({
    money: column,
    currency: z.union([
      z.string().refine(isCurrency, 'Use a currency code such as EUR'),
      z.strictObject({ column }),
    ]),
    minor: z.boolean().optional(),
  }),
  z.strictObject({ template, values: words.optional() }),
] as const

const reference = z
  .strictObject({
    by: name,
    column: column.optional(),
    values: values.optional(),
    template: template.optional(),
    constant: z.string().optional(),
    get create() {
      return z.record(name, source).optional()
    },
  })
  .refine(
    (r) => [r.column, r.template, r.constant].filter((v) => v !== undefined).length === 1,
    'Give one of column, template and constant',
  )

const source: z.ZodType<Source> = z.lazy(() => z.union([...nonReference, reference])) as never

export type Reference = {
  by: string
  column?: string
  values?: Record<string, z.core.util.JSONType>
  template?: string
  constant?: string
  create?: Record<string, Source>
}
export type Source = z.output<(typeof nonReference)[number]> | Reference

/**
 * How the columns of a file become fields; each entry is a pure function of one row.
 *
 * | Entry | Value |
 * |---|---|
 * | `"column"` | the cell, read as the field's kind |
 * | `{ constant }` | always this |
 * | `{ column, values?, otherwise? }` | looked up; a cell that is not listed is refused unless `otherwise` is given |
 * | `{ date: [year, month, day] }` | a day; the month as number or English name |
 * | `{ addDays: [field, column…] }` | the day of a mapped field plus the numbers |
 * | `{ sum: [column…] }` | the numbers added; empty counts 0 |
 * | `{ money: column, currency, minor? }` | a decimal amount, rounded half away from zero to the currency's minor unit; with `minor` the cell holds minor units; `currency` a code or `{ column }` |
 * | `{ template: "RES-{row}", values? }` | text with `{column}`, `{row}` (from 1 below the header) or `{field}` of another mapped field; `values` replaces cells by column |
 * | `{ by, column \| template \| constant, values?, create? }` | the referenced record whose field `by` has the value; `create` maps the record made when there is none |
 *
 * A name with dots is a part: `address.city` of a group, whose other parts an existing record keeps,
 * and `lines.quantity` of child rows, one from each line. Lines that follow one another with the
 * same cell in the column `groupBy` are one record, and its other values are those of the first.
 *
 * Instants without an offset are in `zone` (default UTC). `dates` says how `3/4/2026` is read;
 * without it such a date is refused.
 *
 * Cells listed in `nulls` are empty, as are cells without text. `reason` is an entry too: the reason of the transitions that
 * `state` asks for.
 */
export const mappingSchema = z.strictObject({
  nulls: z.array(z.string().max(40)).max(20).default([]),
  fields: z.record(name, source),
  groupBy: column.optional(),
  zone: z.string().max(60).refine(isTimeZone, 'Use a time zone such as Europe/Lisbon').optional(),
  dates: z.enum(['day first', 'month first']).optional(),
  reason: z.union(nonReference).optional(),
})
export type Mapping = z.output<typeof mappingSchema>

export const isReference = (entry: Source): entry is Reference =>
  typeof entry === 'object' && 'by' in entry

/** Columns an entry reads, including those of fields it depends on. */
export const columnsOf = (mapping: Mapping, entry: Source | undefined, depth = 0): string[] => {
  if (entry === undefined || depth > 5) return []
  if (typeof entry === 'string') return [entry]
  if ('date' in entry) return entry.date
  if ('addDays' in entry) {
    return [
      ...columnsOf(mapping, own(mapping.fields, entry.addDays[0]), depth + 1),
      ...entry.addDays.slice(1),
    ]
  }
  if ('sum' in entry) return entry.sum
  if ('money' in entry) {
    return typeof entry.currency === 'string' ? [entry.money] : [entry.money, entry.currency.column]
  }
  if ('column' in entry && entry.column !== undefined) return [entry.column]
  if ('template' in entry && entry.template !== undefined) {
    return [...entry.template.matchAll(/\{([^{}]+)\}/g)].flatMap(([, n]) => {
      if (n === 'row') return []
      const mapped = own(mapping.fields, n!)
      return mapped && mapped !== entry ? columnsOf(mapping, mapped, depth + 1) : [n!]
    })
  }
  return []
}
