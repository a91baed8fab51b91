/** Frames while a list of thousands of rows is scrolled from top to bottom. */
import { held, quantile, ms, type Line } from '../table.ts'
import { settled, type Signed } from './visits.ts'

const ROWS = 5000
/** A fast flick: about 200 rows a second. */
const PX_PER_SECOND = 8000
const SECONDS = 12
const TARGET_PER_SECOND = 60

/** Loads all rows by jumping to the end until nothing follows; returns how many there are. */
const loadAll = async (v: Signed): Promise<number> => {
  const count = () =>
    v.page.evaluate(() => {
      const table = document.querySelector('table[aria-rowcount]')
      const shown = [...document.querySelectorAll<HTMLElement>('tbody tr[aria-rowindex]')]
      const last = Math.max(0, ...shown.map((row) => Number(row.getAttribute('aria-rowindex'))))
      return { last: last - 1, all: Number(table?.getAttribute('aria-rowcount')) - 1 }
    })
  for (let tries = 0; tries < ROWS / 20; tries++) {
    await v.page.evaluate(() => {
      document.querySelector('tbody tr:last-child')?.scrollIntoView({ block: 'end' })
    })
    await v.page.waitForTimeout(60)
    const { last, all } = await count()
    if (last >= Math.min(ROWS, all)) break
  }
  await settled(v)
  return (await count()).last
}

// As text, because a transpiled function would call helpers that the page does not have.
const SCROLL = `new Promise((done) => {
  let box = document.querySelector('tbody tr[data-id]').parentElement
  while (box && box.scrollHeight <= box.clientHeight + 1) box = box.parentElement
  const target = box ?? document.scrollingElement
  target.scrollTop = 0
  const lengths = []
  let start = 0
  let last = 0
  const step = (now) => {
    start ||= now
    if (last) lengths.push(now - last)
    last = now
    target.scrollTop = ((now - start) / 1000) * ${PX_PER_SECOND}
    if (now - start < ${SECONDS * 1000}) requestAnimationFrame(step)
    else done(lengths)
  }
  requestAnimationFrame(step)
})`

/** Scrolls by elapsed time, so that a late frame jumps further, and returns the frames' lengths. */
const frames = (v: Signed): Promise<number[]> => v.page.evaluate<number[]>(SCROLL)

/**
 * Shows all rows of a long list and scrolls through them at full speed of the processor.
 *
 * @throws when the list is not long enough to say anything.
 */
export const scrolling = async (v: Signed): Promise<Line[]> => {
  await v.page.goto('/bookings?scroll=true')
  await v.page.locator('tbody tr[data-id]').first().waitFor()
  const rows = await loadAll(v)
  if (rows < ROWS) throw new Error(`Only ${rows} rows to scroll`)
  const lengths = await frames(v)
  const seconds = lengths.reduce((sum, length) => sum + length, 0) / 1000
  const perSecond = lengths.length / seconds
  const dropped = Math.max(0, Math.round(seconds * TARGET_PER_SECOND) - lengths.length)
  const drawn = await v.page.locator('tbody tr[data-id]').count()
  return [
    held(
      `${rows} rows scrolled, ${PX_PER_SECOND} px a second: frames a second`,
      `${perSecond.toFixed(1)} (${dropped} of ${lengths.length + dropped} dropped, longest of 99 % ${ms(quantile(lengths, 0.99))})`,
      perSecond,
      { least: TARGET_PER_SECOND * 0.95 },
    ),
    { measure: 'of them in the document at a time', value: String(drawn) },
  ]
}
