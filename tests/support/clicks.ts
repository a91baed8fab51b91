import type { Page } from 'playwright-core'

declare global {
  interface Window {
    presses?: number
  }
}

/**
 * Counts what a person does besides typing: presses of the mouse or a finger, Enter, arrow keys,
 * Escape, and keys with Ctrl. A drag is one press; Tab, which leads to the next field, is typing.
 * Counts on the current page until it is reloaded.
 */
export const countPresses = async (page: Page): Promise<() => Promise<number>> => {
  await page.evaluate(() => {
    if (window.presses === undefined) {
      const count = () => (window.presses = (window.presses ?? 0) + 1)
      const counted = (e: KeyboardEvent) =>
        /^(Enter|Escape|Arrow.+)$/.test(e.key) || ((e.ctrlKey || e.metaKey) && e.key.length === 1)
      window.addEventListener('pointerdown', count, true)
      window.addEventListener('keydown', (e) => counted(e) && count(), true)
    }
    window.presses = 0
  })
  return () => page.evaluate(() => window.presses ?? 0)
}
