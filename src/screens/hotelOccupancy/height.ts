import type { RecordData } from '#data/types.ts'

const AROUND_PX = 146
const ROW_PX = 37
const NOTE_PX = 28
/** Where the share and the legend take a line more each. */
const NARROW_PX = 480
const WRAPPED_PX = 66

/** Height in px of the occupancy of a hotel on a page of this width, known before its nights are. */
export const heightOf = ({ roomTypes, state }: RecordData, widthPx: number): number => {
  const types = Array.isArray(roomTypes) ? roomTypes.length : 0
  if (!types) return 0
  // Several types have a sum of their own.
  const rows = types > 1 ? types + 1 : 1
  const note = state === 'published' ? 0 : NOTE_PX
  const wrapped = widthPx < NARROW_PX ? WRAPPED_PX : 0
  return AROUND_PX + rows * ROW_PX + note + wrapped
}
