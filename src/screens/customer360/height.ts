import type { RecordData } from '#data/types.ts'

/** Metrics, their least width, and the height of a row of them. */
const METRICS = 7
const METRIC_PX = 148
const ROW_PX = 88
/** Up to this width two metrics share a row, and the quick actions take a second line. */
const PHONE_PX = 567
const WRAPPED_PX = 38
/** The gap between both parts, the borders of the strip, and the card of stays. */
const REST_PX = 12 + 2 + 128

/** Height in px of the overview of a customer on a page of this width; the same for each. */
export const heightOf = (_record: RecordData, widthPx: number): number => {
  const phone = widthPx <= PHONE_PX
  const columns = phone ? 2 : Math.max(1, Math.floor((widthPx - 2) / METRIC_PX))
  return Math.ceil(METRICS / columns) * ROW_PX + REST_PX + (phone ? WRAPPED_PX : 0)
}
