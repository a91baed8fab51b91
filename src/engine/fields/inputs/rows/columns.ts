/** How child rows are laid out: as a table where there is room, if their fields fit into cells. */
import type { FieldModel } from '#model/types.ts'
import { alignsEnd } from '../../format.ts'

/** Narrowest and relative width of a cell, in pixels and shares; digits need no more room. */
interface Width {
  readonly min: number
  readonly share: number
}

const WIDTHS: Partial<Record<FieldModel['kind'], Width>> = {
  text: { min: 116, share: 2 },
  email: { min: 140, share: 2 },
  phone: { min: 120, share: 1.5 },
  url: { min: 140, share: 2 },
  int: { min: 64, share: 0.1 },
  number: { min: 84, share: 0.1 },
  bps: { min: 80, share: 0.1 },
  rating: { min: 96, share: 0.8 },
  money: { min: 170, share: 0.1 },
  boolean: { min: 56, share: 0.4 },
  enum: { min: 132, share: 1.2 },
  ref: { min: 168, share: 2 },
  anyRef: { min: 240, share: 3 },
  day: { min: 148, share: 1 },
  time: { min: 110, share: 0.8 },
  country: { min: 140, share: 1.2 },
  currency: { min: 120, share: 1 },
  variant: { min: 280, share: 2.5 },
}

const GAP = 8
/** Grip and tools at both ends of a row. */
const ENDS = 20 + 124
/** Steps of the style sheet, in pixels. */
const NARROW = 640
const WIDEST = 930

export interface RowColumns {
  /** CSS `grid-template-columns` of a row. */
  readonly template: string
  /** Narrowest width of the table: one of the steps of the style sheet. */
  readonly fit: 'narrow' | 'wide'
}

/** The columns of child rows; undefined if a field is too large for a cell, such as an address. */
export const rowColumns = (
  fields: readonly FieldModel[],
  charged: boolean,
): RowColumns | undefined => {
  const widths = fields.map((f) => WIDTHS[f.kind])
  if (widths.some((w) => w === undefined)) return undefined
  const known = [...widths.flatMap((w) => w ?? []), ...(charged ? [{ min: 88, share: 0.1 }] : [])]
  const least = known.reduce((sum, w) => sum + w.min + GAP, ENDS)
  if (least > WIDEST) return undefined
  return {
    template: `20px ${known.map((w) => `minmax(${w.min}px, ${w.share}fr)`).join(' ')} auto`,
    fit: least <= NARROW ? 'narrow' : 'wide',
  }
}

/** True for cells whose digits line up at the end. */
export const endsCell = (field: FieldModel): boolean => alignsEnd(field)
