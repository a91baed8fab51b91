/** Memory that stays after going between a list and a form. */
import { held, mb, type Line } from '../table.ts'
import { goWithin } from './subjects.ts'
import { openList, settled, type Signed } from './visits.ts'

/** At first the engine still compiles hot code, and machine code is not a leak. */
const WARM_ROUNDS = 50
const ROUNDS = 100

/** Opens list, form, list over and over, and compares what is held before and after. */
export const heap = async (v: Signed): Promise<Line[]> => {
  await openList(v.page, '/hotels')
  await settled(v)
  await v.devtools.send('HeapProfiler.enable')
  const used = async () => {
    await v.devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await v.devtools.send('Runtime.getHeapUsage')
    return { bytes: usedSize, ...(await v.devtools.send('Memory.getDOMCounters')) }
  }
  const rounds = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n++) {
      await goWithin(v.page, '/addhotel')
      await v.page.locator('form input').first().waitFor()
      await goWithin(v.page, '/hotels')
      await v.page.locator('tbody tr td').first().waitFor()
    }
  }
  await rounds(WARM_ROUNDS)
  const before = await used()
  await rounds(ROUNDS)
  const after = await used()
  const kept = (
    measure: string,
    from: number,
    to: number,
    most: number,
    text: (n: number) => string = String,
  ): Line =>
    held(
      `${measure} after ${ROUNDS} rounds list, form, list`,
      `${text(from)} → ${text(to)}`,
      to / from,
      { most },
      true,
    )
  return [
    kept('memory', before.bytes, after.bytes, 1.1, mb),
    kept('nodes of the document', before.nodes, after.nodes, 1.01),
    kept('listeners', before.jsEventListeners, after.jsEventListeners, 1.01),
  ]
}
