import type { RecordData } from '#data/types.ts'

const AROUND_PX = 146
const ROW_PX = 37
const NOTE_PX = 28

/** Height in px of the occupancy of a hotel, known before its nights are. */
export const heightOf = ({ roomTypes, state }: RecordData): number => {
  const types = Array.isArray(roomTypes) ? roomTypes.length : 0
  if (!types) return 0
  // Several types have a sum of their own.
  const rows = types > 1 ? types + 1 : 1
  return AROUND_PX + rows * ROW_PX + (state === 'published' ? 0 : NOTE_PX)
}
