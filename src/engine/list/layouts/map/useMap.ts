import { useCallback, useEffect, useRef, useState } from 'react'
import { geoJSON, map as mapIn, tileLayer, type Map as LeafletMap } from 'leaflet'
import { appConfig } from '#data/config.ts'
import type { Bounds } from './places.ts'
import { worldMap } from './world.ts'
import css from './map.module.css'

/** Where the projection ends, in degrees. */
const POLES = 85
const MARGIN_PX = 56
const STEP_PX = 120
/** A map of countries says little beyond this zoom. */
const CLOSEST_OF_WORLD = 10
const CLOSEST_OF_TILES = 19
/** Zoom at which few records are first shown. */
const FIRST_OF_WORLD = 7
const FIRST_OF_TILES = 14

const addWorld = async (map: LeafletMap, isGone: () => boolean): Promise<void> => {
  const { land, borders } = await worldMap()
  if (isGone()) return
  const options = { interactive: false, noClip: true }
  geoJSON(land, { ...options, style: { className: css.land ?? '' } }).addTo(map)
  geoJSON(borders, { ...options, style: { className: css.borders ?? '' } }).addTo(map)
}

/** Moves and zooms the map; undefined for other keys. */
const keysOf = (map: LeafletMap): Readonly<Record<string, () => unknown>> => ({
  ArrowUp: () => map.panBy([0, -STEP_PX]),
  ArrowDown: () => map.panBy([0, STEP_PX]),
  ArrowLeft: () => map.panBy([-STEP_PX, 0]),
  ArrowRight: () => map.panBy([STEP_PX, 0]),
  '+': () => map.zoomIn(),
  '=': () => map.zoomIn(),
  '-': () => map.zoomOut(),
})

/**
 * A map in an element: the countries of the world, or the pictures the installation names. Without
 * animations, and without keys of its own, because those of the list share them.
 */
export const useMap = () => {
  const holder = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<LeafletMap>()
  const [failed, setFailed] = useState(false)
  const [tiles] = useState(() => appConfig().mapTiles)
  useEffect(() => {
    const made = mapIn(holder.current!, {
      center: [25, 0],
      zoom: 2,
      minZoom: 1,
      maxZoom: tiles ? CLOSEST_OF_TILES : CLOSEST_OF_WORLD,
      zoomSnap: tiles ? 1 : 0.5,
      maxBounds: [
        [-POLES, -190],
        [POLES, 190],
      ],
      maxBoundsViscosity: 1,
      attributionControl: false,
      zoomControl: false,
      keyboard: false,
      zoomAnimation: false,
      fadeAnimation: false,
      inertia: false,
    })
    let gone = false
    if (tiles) tileLayer(tiles.url, { noWrap: true }).addTo(made)
    else void addWorld(made, () => gone).catch(() => setFailed(true))
    const sized = new ResizeObserver(() => made.invalidateSize({ animate: false }))
    sized.observe(holder.current!)
    setMap(made)
    return () => {
      gone = true
      sized.disconnect()
      made.remove()
    }
  }, [tiles])

  const fit = useCallback(
    ([west, south, east, north]: Bounds) =>
      map?.fitBounds(
        [
          [south, west],
          [north, east],
        ],
        {
          padding: [MARGIN_PX, MARGIN_PX],
          maxZoom: tiles ? FIRST_OF_TILES : FIRST_OF_WORLD,
          animate: false,
        },
      ),
    [map, tiles],
  )
  /** Runs the command of a key; returns whether it has one. */
  const press = useCallback(
    (key: string): boolean => {
      const command = map && new Map(Object.entries(keysOf(map))).get(key)
      command?.()
      return command !== undefined
    },
    [map],
  )
  return { holder, map, fit, press, failed, attribution: tiles?.attribution }
}
