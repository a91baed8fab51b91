/** The countries of the world, from the product's own files: a map without anybody else's server. */
import type { FeatureCollection, Geometry } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import address from 'world-atlas/countries-50m.json?url'
import { unwrapped } from './unwrapped.ts'

type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>

const flat = (geometry: Geometry): Geometry => {
  if (geometry.type === 'Polygon') {
    return { ...geometry, coordinates: geometry.coordinates.map(unwrapped) }
  }
  if (geometry.type !== 'MultiPolygon') return geometry
  return { ...geometry, coordinates: geometry.coordinates.map((one) => one.map(unwrapped)) }
}

const outlines = ({ type, features }: FeatureCollection): FeatureCollection => ({
  type,
  features: features.map((one) => ({ ...one, geometry: flat(one.geometry) })),
})

const load = async () => {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The map has status ${response.status}.`)
  const world = (await response.json()) as World
  const { countries, land } = world.objects
  return {
    land: outlines(feature(world, land)),
    borders: mesh(world, countries, (a, b) => a !== b),
  }
}

let loaded: ReturnType<typeof load> | undefined

/** Land and the borders between countries as GeoJSON, loaded once. */
export const worldMap = (): ReturnType<typeof load> =>
  (loaded ??= load().catch((error: unknown) => {
    loaded = undefined
    throw error
  }))
