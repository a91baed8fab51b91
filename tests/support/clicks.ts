import type { Page } from 'playwright-core'

declare global {
  interface Window {
    presses?: number
  }
}

/**
 * Counts what a person does besides typing: presses of the mouse or a finger, and the Enter key. A
 * drag is one press. Counts on the current page until it is reloaded.
 */
export const countPresses = async (page: Page): Promise<() => Promise<number>> => {
  await page.evaluate(() => {
    if (window.presses === undefined) {
      const count = () => (window.presses = (window.presses ?? 0) + 1)
      window.addEventListener('pointerdown', count, true)
      window.addEventListener('keydown', (e) => e.key === 'Enter' && count(), true)
    }
    window.presses = 0
  })
  return () => page.evaluate(() => window.presses ?? 0)
}
