import type { FormatMaker, ListKind } from '../types.ts'

const coordinates: FormatMaker = () => (v) => {
  const { lat, lng } = v as { lat: number; lng: number }
  return `${lat.toFixed(5)}, ${lng.toFixed(5)}`
}

export const list: ListKind = { format: coordinates, column: {}, edit: 'drawer' }
