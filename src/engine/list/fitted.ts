/** Widths that the columns of a list need for what is in them. */
import { own } from '#schemas/define/own.ts'
import type { Json } from '#model/types.ts'
import type { Included, RecordData } from '#data/types.ts'
import { label } from '#ui/i18n.ts'
import { formatOf } from '../fields/format.ts'
import { lists } from '../kinds/lists.ts'
import type { ListColumn } from './columns.ts'

/** Padding of a cell, at both sides. */
const PAD_PX = 24
/** The arrow of a sorted column. */
const ARROW_PX = 18
const LEAST_PX = 64
const MOST_PX = 300
const MOST_TITLE_PX = 420
/** Edges of a pill and the gap to the next one. */
const PILL_PX = 18
/** Tabular digits are this much wider than the zero that a canvas draws. */
const TABULAR_PX = 0.6
/** Average width of a character, where there is no canvas to measure with. */
const CHAR_PX = 7.4

let canvas: OffscreenCanvasRenderingContext2D | null | undefined

/** Widths of the texts of the column that is measured: days and states repeat. */
const widths = new Map<string, number>()

/** Width of a text in pixels, in the font of a list. */
const measured = (text: string, weight = 400): number => {
  if (!text) return 0
  const key = `${weight} ${text}`
  const known = widths.get(key) ?? measure(text, weight)
  widths.set(key, known)
  return known
}

const measure = (text: string, weight: number): number => {
  canvas ??=
    typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d')
  if (!canvas) return text.length * CHAR_PX
  canvas.font = `${weight} 14px Inter, 'Inter fallback', sans-serif`
  return canvas.measureText(text).width
}

/** What the cells of a column are drawn with. */
interface Drawn {
  readonly included: Included
  readonly locale: string
  readonly zone: string
}

const contentWidth = (
  { field, title }: ListColumn,
  value: Json | undefined,
  { included, locale, zone }: Drawn,
): number => {
  if (value === null || value === undefined) return 0
  const format = formatOf(field, locale, zone)
  const text = format(value)
  switch (lists[field.kind].column?.fit) {
    case 'title':
      return measured(
        [value]
          .flat()
          .map((id) => own(own(included, field.ref ?? ''), String(id))?.title ?? '00000000')
          .join(', '),
      )
    case 'badge':
      return measured(text) + PILL_PX
    case 'badges':
      return (value as string[]).reduce((sum, v) => sum + measured(format([v])) + PILL_PX, 0)
    case 'digits': {
      // Their digits, and the hyphen with them, are all as wide as a tabular zero.
      const digits = text.replace(/[1-]/g, '0')
      return measured(digits) + TABULAR_PX * digits.length
    }
    default:
      return measured(text, title ? 500 : 400)
  }
}

/**
 * Width in pixels that a column's label and its values in the given rows need, within limits.
 */
export const neededWidth = (
  column: ListColumn,
  rows: readonly RecordData[],
  drawn: Drawn,
): number => {
  widths.clear()
  const head = measured(label(column.field.label), 500) + PAD_PX + (column.sortable ? ARROW_PX : 0)
  if (lists[column.field.kind].column?.fit === 'fixed') {
    return Math.ceil(Math.max(head, column.widthPx))
  }
  const content = rows.reduce(
    (most, row) => Math.max(most, contentWidth(column, own(row, column.name), drawn)),
    0,
  )
  const most = column.title ? MOST_TITLE_PX : MOST_PX
  return Math.ceil(Math.max(LEAST_PX, head, Math.min(most, content + PAD_PX)))
}

/** The widest that each column of each list was, so that none jumps back when people page. */
const widest = new Map<string, number>()

/** A width of at least what the column of this list had before. */
export const steadyWidth = (list: string, { name }: ListColumn, needed: number): number => {
  const key = `${list} ${name}`
  const px = Math.max(needed, widest.get(key) ?? 0)
  widest.set(key, px)
  return px
}
