import { useEffect, useRef } from 'react'
import { divIcon, marker, type Map as LeafletMap, type Marker } from 'leaflet'
import type { Bounds, Mark, Marks } from './places.ts'
import css from './map.module.css'

interface Looks {
  /** Name of the mark: the title of its record, or what its number means. */
  readonly name: (mark: Mark) => string
  readonly number: (n: number) => string
  readonly tone: (mark: Mark) => string | undefined
  readonly chosen: (mark: Mark) => boolean
  readonly onChoose: (mark: Mark) => void
}

const boundsOf = (map: LeafletMap): Bounds => {
  const box = map.getBounds().pad(0.2)
  return [box.getWest(), box.getSouth(), box.getEast(), box.getNorth()]
}

/** From here on in px a press drags the map. */
const DRAGGED_PX = 4

const buttonOf = (mark: Mark, onChoose: Looks['onChoose']): HTMLButtonElement => {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = (mark.id === undefined ? css.group : css.pin) ?? ''
  if (mark.id !== undefined) button.dataset.id = mark.id
  button.dataset.mark = mark.key
  // The mark moves with the map, so that dragging the map by a mark ends in a click on it.
  let pressed: MouseEvent | undefined
  button.addEventListener('pointerdown', (e) => {
    pressed = e
  })
  button.addEventListener('click', (e) => {
    const [x, y] = pressed && e.detail ? [e.x - pressed.x, e.y - pressed.y] : [0, 0]
    if (Math.hypot(x, y) < DRAGGED_PX) onChoose(mark)
  })
  return button
}

/** Writes what may change while a mark stays. */
const draw = (button: HTMLButtonElement, mark: Mark, looks: Looks): void => {
  const name = looks.name(mark)
  button.setAttribute('aria-label', name)
  button.setAttribute('aria-pressed', String(looks.chosen(mark)))
  button.dataset.tone = looks.tone(mark) ?? 'neutral'
  button.dataset.name = name
  if (mark.id === undefined) button.textContent = looks.number(mark.count)
}

/** Shows the marks of the visible part of a map. A mark that stays keeps its element and focus. */
export const useMarks = (map: LeafletMap | undefined, marks: Marks, looks: Looks): void => {
  const now = useRef(looks)
  now.current = looks
  const shown = useRef(new Map<string, { marker: Marker; button: HTMLButtonElement; mark: Mark }>())
  useEffect(() => {
    if (!map) return
    const held = shown.current
    const update = () => {
      const next = new Map(marks.within(boundsOf(map), map.getZoom()).map((m) => [m.key, m]))
      for (const [key, { marker: old }] of held) {
        if (next.has(key)) continue
        old.remove()
        held.delete(key)
      }
      for (const mark of next.values()) {
        const known = held.get(mark.key)
        if (known) {
          known.marker.setLatLng(mark)
          known.mark = mark
          continue
        }
        const button = buttonOf(mark, (m) => now.current.onChoose(m))
        draw(button, mark, now.current)
        const icon = divIcon({ html: button, className: css.spot ?? '', iconSize: [0, 0] })
        const made = marker(mark, { icon, interactive: false, keyboard: false }).addTo(map)
        held.set(mark.key, { marker: made, button, mark })
      }
    }
    update()
    map.on('moveend', update)
    return () => {
      map.off('moveend', update)
    }
  }, [map, marks])
  // The names, tones and the chosen record, after every render.
  useEffect(() => {
    for (const { button, mark } of shown.current.values()) draw(button, mark, now.current)
  })
  useEffect(() => {
    const held = shown.current
    return () => {
      for (const { marker: old } of held.values()) old.remove()
      held.clear()
    }
  }, [map])
}
