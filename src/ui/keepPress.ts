import type { PointerEvent } from 'react'

/** How far the pointer may go before the press counts as taken back, in CSS pixels. */
const SLACK = 24

/**
 * Keeps a press on the button where it began. Pressing a button leaves the field before it, and
 * the error that appears or goes there moves the page: the button would not be beneath the
 * pointer any more when it is released, and the click would be lost.
 */
export const keepPress = (e: PointerEvent<HTMLElement>): void => {
  const { currentTarget: button, pointerId, clientX, clientY } = e
  button.setPointerCapture(pointerId)
  const follow = (at: globalThis.PointerEvent): void => {
    if (Math.hypot(at.clientX - clientX, at.clientY - clientY) > SLACK) {
      button.releasePointerCapture(pointerId)
    }
  }
  button.addEventListener('pointermove', follow)
  button.addEventListener(
    'lostpointercapture',
    () => button.removeEventListener('pointermove', follow),
    { once: true },
  )
}
