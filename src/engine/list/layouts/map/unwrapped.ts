/** Lines of a globe on a flat map. Pure. */
import type { Position } from 'geojson'

/** Where a flat map ends in the south, in degrees. */
const SOUTH = -90

/**
 * The points of a line in degrees, longitude first, without its jumps from one end of the map to
 * the other: it continues beyond 180 degrees. One that goes around the pole is closed along the pole.
 */
export const unwrapped = (line: readonly Position[]): Position[] => {
  let turns = 0
  const out = line.map(([lng = 0, lat = 0], i) => {
    const before = line[i - 1]?.[0]
    if (before !== undefined && Math.abs(lng - before) > 180) turns += lng < before ? 360 : -360
    return [lng + turns, lat]
  })
  const [first, last] = [out[0]?.[0] ?? 0, out.at(-1)?.[0] ?? 0]
  return turns === 0 ? out : [...out, [last, SOUTH], [first, SOUTH]]
}
