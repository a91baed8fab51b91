import type { PointerEvent } from 'react'

/** How far the pointer may go before the press counts as taken back, in CSS pixels. */
const SLACK = 24

/**
 * Keeps a press on the button where it began: the `onPointerDown` of a form or dialog. Pressing a
 * button leaves the field before it, and the error that appears or goes there moves the page: the
 * button would not be beneath the pointer any more when it is released, and the click would be
 * lost.
 */
export const keepPress = (e: PointerEvent): void => {
  const button = (e.target as Element).closest('button')
  const { pointerId: id, clientX: x, clientY: y } = e
  if (!button) return
  button.setPointerCapture(id)
  button.onpointermove = (at) => {
    if (button.hasPointerCapture(id) && Math.hypot(at.clientX - x, at.clientY - y) > SLACK) {
      button.releasePointerCapture(id)
    }
  }
}
