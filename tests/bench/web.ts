/**
 * `npm run bench:web`: cost of the built product in a browser: bytes, main thread work, layout
 * shifts, memory.
 */
import os from 'node:os'
import { startBrowser } from '#tests/support/browser.ts'
import { startProduct } from '#tests/support/product.ts'
import { held, median, mb, ms, printTable, type Line } from './table.ts'
import { buildComparison } from './web/comparison.ts'
import { interactions, typing } from './web/interactions.ts'
import { listAndLightForm } from './web/lightForm.ts'
import { codeBytes, openList, settled, signedIn, type Signed } from './web/visits.ts'

const SLOWER = 4
const ROUNDS = 5
const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

const product = await startProduct()
const browser = await startBrowser()
const handwritten = await buildComparison()
console.log(
  `Load of the machine before: ${os
    .loadavg()
    .map((n) => n.toFixed(1))
    .join(' ')} on ${os.cpus().length} cores`,
)

const visit = async <T>(person: string, work: (v: Signed) => Promise<T>): Promise<T> => {
  const v = await signedIn(browser, product, person)
  try {
    return await work(v)
  } finally {
    await v.close()
  }
}
const field = (v: Signed) => v.page.locator('form input').first()

const bytes = (): Promise<Line[]> =>
  visit('admin', async (v) => {
    const lines: Line[] = []
    const screen = async (
      name: string,
      most: number,
      open: () => Promise<unknown>,
    ): Promise<void> => {
      const before = codeBytes(v.sent)
      await open()
      const cost = codeBytes(v.sent) - before
      lines.push(held(name, kB(cost), cost / 1000, { most, unit: 'kB' }))
      await settled(v)
    }
    await screen('first list, cold cache: scripts and styles', 170, () =>
      openList(v.page, '/hotels'),
    )
    const first = codeBytes(v.sent)
    const both = await listAndLightForm(v)
    lines.push(
      held('list and form, without the inputs that open a list', kB(both), both / 1000, {
        most: 205,
        unit: 'kB',
      }),
    )
    lines.push({ measure: 'of it loaded for the form and when idle', value: kB(both - first) })
    const open = (path: string, ready: () => Promise<unknown>) => async () => {
      await v.page.evaluate((to) => {
        history.pushState({}, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, path)
      await ready()
      await settled(v)
    }
    await screen(
      'further: the inputs that open a list, on a form that has them all',
      120,
      open('/addhotel', () => field(v).waitFor()),
    )
    await screen(
      'further: dashboard',
      60,
      open('/dashboard', () => v.page.getByRole('heading', { level: 1 }).first().waitFor()),
    )
    const id = await v.page.evaluate(async () => {
      const { token } = JSON.parse(localStorage.getItem('authTokens')!) as { token: string }
      const answer = await fetch('/api/hotels?limit=1', {
        headers: { authorization: `Bearer ${token}` },
      })
      return ((await answer.json()) as { data: { id: string }[] }).data[0]!.id
    })
    await screen(
      'further: detail of a hotel',
      60,
      open(`/hotels/${id}`, () => v.page.getByRole('heading', { level: 1 }).first().waitFor()),
    )
    const firebase = v.sent.filter(
      (s) => /firebase|firestore/i.test(s.path) && !s.path.endsWith('firebase-messaging-sw.js'),
    )
    lines.push(held('files of Firebase', String(firebase.length), firebase.length, { most: 0 }))
    return lines
  })

interface Work {
  readonly cold: number
  readonly sort: number
  readonly shift: number
}

const work = (): Promise<Work> =>
  visit('manager', async (v) => {
    await v.devtools.send('Performance.enable')
    await v.devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await v.page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          Object.assign(window, {
            shift:
              ((window as { shift?: number }).shift ?? 0) +
              (entry as unknown as { value: number }).value,
          })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const busy = async (): Promise<number> =>
      (await v.devtools.send('Performance.getMetrics')).metrics.find(
        (m) => m.name === 'TaskDuration',
      )!.value * 1000
    await openList(v.page, '/bookings')
    const cold = await busy()
    await settled(v)
    const shift = await v.page.evaluate(() => (window as { shift?: number }).shift ?? 0)
    const sorts: number[] = []
    for (let n = 0; n < 6; n++) {
      const before = await busy()
      await v.page
        .locator('thead [role=columnheader] button')
        .nth(n % 2)
        .click()
      await settled(v)
      if (n > 0) sorts.push((await busy()) - before)
    }
    return { cold, sort: median(sorts), shift }
  })

/** The same first list, hand-written: main thread work until its first row. */
const byHand = (): Promise<number> =>
  visit('manager', async (v) => {
    await handwritten.serve(v.page)
    await v.devtools.send('Performance.enable')
    await v.devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await openList(v.page, '/handwritten/')
    return (
      (await v.devtools.send('Performance.getMetrics')).metrics.find(
        (m) => m.name === 'TaskDuration',
      )!.value * 1000
    )
  })

/**
 * Warm-up before the 50 measured rounds of quality.md: at first the engine still compiles hot code,
 * and machine code is no leak.
 */
const WARM_ROUNDS = 50
const heap = (): Promise<Line[]> =>
  visit('manager', async (v) => {
    await openList(v.page, '/hotels')
    await settled(v)
    const used = async () => {
      await v.devtools.send('HeapProfiler.enable')
      await v.devtools.send('HeapProfiler.collectGarbage')
      const { usedSize } = await v.devtools.send('Runtime.getHeapUsage')
      return { bytes: usedSize, ...(await v.devtools.send('Memory.getDOMCounters')) }
    }
    const round = async (): Promise<void> => {
      for (const path of ['/addhotel', '/hotels']) {
        await v.page.evaluate((to) => {
          history.pushState({}, '', to)
          dispatchEvent(new PopStateEvent('popstate'))
        }, path)
        await (path === '/hotels' ? v.page.locator('tbody tr td').first() : field(v)).waitFor()
      }
    }
    for (let n = 0; n < WARM_ROUNDS; n++) await round()
    const before = await used()
    for (let n = 0; n < 50; n++) await round()
    const after = await used()
    const kept = (
      measure: string,
      from: number,
      to: number,
      most: number,
      text: (n: number) => string = String,
    ): Line =>
      held(
        `${measure} after 50 rounds list, form, list`,
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
  })

const lines: Line[] = []
try {
  lines.push(...(await bytes()))
  const rounds: Work[] = []
  const limits: number[] = []
  for (let n = 0; n < ROUNDS; n++) {
    rounds.push(await work())
    limits.push(await byHand())
  }
  const middle = (pick: (w: Work) => number): number => median(rounds.map(pick))
  const [first, limit] = [middle((w) => w.cold), median(limits)]
  lines.push({
    measure: 'first list written by hand: scripts and styles',
    value: kB(handwritten.bytes),
  })
  lines.push(
    held(
      `main thread until the first list, ${SLOWER} times slower`,
      `${ms(first)} against ${ms(limit)} by hand`,
      first / limit,
      { most: 1.3 },
      true,
    ),
  )
  lines.push({
    measure: `main thread per sort, ${SLOWER} times slower`,
    value: ms(middle((w) => w.sort)),
  })
  lines.push(
    held(
      'layout shift until the list is settled',
      middle((w) => w.shift).toFixed(4),
      middle((w) => w.shift),
      { most: 0.01 },
    ),
  )
  lines.push(...(await visit('manager', (v) => interactions(v, SLOWER))))
  lines.push(...(await visit('manager', (v) => typing(v, SLOWER))))
  lines.push(...(await heap()))
} finally {
  await browser.close()
  await product.stop()
  await handwritten.remove()
  if (lines.length) printTable('Browser', lines)
}
