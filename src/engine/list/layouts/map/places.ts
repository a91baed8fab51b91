/** Records on a map, and those so close that they are one mark. Pure. */
import Supercluster from 'supercluster'
import type { RecordData } from '#data/types.ts'

/** WGS 84 coordinates in degrees. */
export interface Place {
  readonly lat: number
  readonly lng: number
}
/** Degrees: west, south, east, north. */
export type Bounds = [west: number, south: number, east: number, north: number]

/** A record, or several that are close to each other at this zoom. */
export interface Mark extends Place {
  /** Stays the same while the mark has the same records. */
  readonly key: string
  readonly count: number
  /** The only record. */
  readonly id?: string
  /** Number of the group. */
  readonly group?: number
}

/** How close in px marks become one. */
const RADIUS_PX = 56
/** From this zoom on only records of the same place share a mark. */
export const CLOSEST = 17

/** The place of a record; undefined without one. */
export const placeOf = (row: RecordData, field: string): Place | undefined => {
  const value = row[field]
  if (typeof value !== 'object' || value === null || !('lat' in value)) return undefined
  const { lat, lng } = value
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : undefined
}

/** The least bounds around places; undefined without any. */
export const boundsOf = (places: readonly Place[]): Bounds | undefined =>
  places.length === 0
    ? undefined
    : places.reduce<Bounds>(
        ([w, s, e, n], { lat, lng }) => [
          Math.min(w, lng),
          Math.min(s, lat),
          Math.max(e, lng),
          Math.max(n, lat),
        ],
        [180, 90, -180, -90],
      )

/** Finds the marks of records at each zoom. */
export const marksOf = (rows: readonly RecordData[], field: string) => {
  const index = new Supercluster<{ id: string }>({ radius: RADIUS_PX, maxZoom: CLOSEST - 1 })
  index.load(
    rows.flatMap((row) => {
      const place = placeOf(row, field)
      return place
        ? {
            type: 'Feature' as const,
            geometry: { type: 'Point' as const, coordinates: [place.lng, place.lat] },
            properties: { id: row.id },
          }
        : []
    }),
  )
  return {
    /** The marks within bounds at a zoom. */
    within: (bounds: Bounds, zoom: number): Mark[] =>
      index.getClusters(bounds, Math.floor(zoom)).map(({ geometry, properties, id }) => {
        const [lng = 0, lat = 0] = geometry.coordinates
        return 'cluster' in properties
          ? { lat, lng, key: `${id}`, count: properties.point_count, group: properties.cluster_id }
          : { lat, lng, key: properties.id, count: 1, id: properties.id }
      }),
    /** Ids of the records of a group. */
    idsOf: (group: number): string[] =>
      index.getLeaves(group, Infinity).map(({ properties }) => properties.id),
    /** The zoom at which a group falls apart. */
    zoomOf: (group: number): number => index.getClusterExpansionZoom(group),
  }
}

export type Marks = ReturnType<typeof marksOf>
