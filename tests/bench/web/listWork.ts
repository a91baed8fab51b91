/** Cost of a list on a slow machine: bytes, main thread work, layout shifts. */
import { median } from '../table.ts'
import { openRows, type Subject } from './subjects.ts'
import { settled, type Signed } from './visits.ts'

/** What one visit of a list took; times in ms of the main thread. */
export interface ListWork {
  readonly bytes: number
  readonly first: number
  readonly sort: number
  /** As `sort`, on this machine as it is. */
  readonly sortAtFullSpeed: number
  readonly shift: number
  /** Codes of the rows as they came first, to compare what was shown. */
  readonly codes: readonly string[]
}

const SORTS = 4

/** Main thread time so far, in ms. Needs `Performance.enable`. */
export const busyMs = async (v: Signed): Promise<number> =>
  (await v.devtools.send('Performance.getMetrics')).metrics.find((m) => m.name === 'TaskDuration')!
    .value * 1000

/**
 * Makes the processor of a page slower and starts its counters, which count time on the processor
 * and not the time that other programs take from it.
 */
export const slowDown = async (v: Signed, slower: number): Promise<void> => {
  await v.devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await v.devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
}

const countShifts = (v: Signed): Promise<unknown> =>
  v.page.addInitScript(() => {
    const seen = window as { shift?: number }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        seen.shift = (seen.shift ?? 0) + (entry as unknown as { value: number }).value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Main thread time of one sort, in ms: the middle of several. */
const sortWork = async (v: Signed, subject: Subject): Promise<number> => {
  const sorts: number[] = []
  for (let n = 0; n < SORTS; n++) {
    const before = await busyMs(v)
    await subject.controls
      .heads(v.page)
      .nth(n % 2)
      .click()
    await settled(v)
    // The first one also compiles code.
    if (n > 0) sorts.push((await busyMs(v)) - before)
  }
  return median(sorts)
}

/**
 * Opens a list with an empty cache and sorts it.
 *
 * @throws when it shows another number of rows, or does not sort them.
 */
export const listWork = async (
  v: Signed,
  subject: Subject,
  rows: number,
  slower: number,
): Promise<ListWork> => {
  await subject.serve(v.page)
  await countShifts(v)
  await slowDown(v, slower)
  await openRows(v, subject, rows)
  const first = await busyMs(v)
  const bytes = subject.bytes(v.sent)
  await settled(v)
  const codes = await v.page.locator(subject.code).allInnerTexts()
  if (codes.length !== rows) {
    throw new Error(`${subject.name} shows ${codes.length} rows instead of ${rows}`)
  }
  const shift = await v.page.evaluate(() => (window as { shift?: number }).shift ?? 0)
  const sort = await sortWork(v, subject)
  await v.devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const sortAtFullSpeed = await sortWork(v, subject)
  const sorted = await v.page.locator(subject.code).allInnerTexts()
  if (sorted.length !== rows || sorted.join() === codes.join()) {
    throw new Error(`${subject.name} did not sort its rows`)
  }
  return {
    bytes,
    first,
    sort,
    sortAtFullSpeed,
    shift,
    codes: codes.map((text) => text.trim()),
  }
}
