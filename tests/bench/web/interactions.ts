/**
 * Interaction latency on a slow machine: time from an action to the next paint, and renders per
 * keystroke.
 */
import type { Page } from 'playwright-core'
import { held, median, ms, type Line } from '../table.ts'
import { openRows, product, type Subject } from './subjects.ts'
import { settled, type Signed } from './visits.ts'

interface Watch {
  paint: number
  busy: number
  commits: number
  begun: number
  responses: number[]
  drawn: number
}
declare global {
  interface Window {
    watch: Watch
  }
}

// As text, because a transpiled function would call helpers that the page does not have.
const WATCH = `
  window.watch = { paint: 0, busy: 0, commits: 0, begun: 0, responses: [], drawn: 0 }
  new PerformanceObserver((list) => { for (const e of list.getEntries()) watch.paint = Math.max(watch.paint, e.duration) }).observe({ type: 'event', durationThreshold: 16 })
  new PerformanceObserver((list) => { for (const e of list.getEntries()) watch.busy = Math.max(watch.busy, e.duration) }).observe({ type: 'longtask' })
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = { supportsFiber: true, isDisabled: false, renderers: new Map(), inject: () => 1, onCommitFiberRoot: () => { watch.commits++ }, onCommitFiberUnmount() {}, onPostCommitFiberRoot() {}, checkDCE() {} }
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, (e) => { watch.begun = e.timeStamp }, true)
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (/^\\/api\\/bookings(\\/[0-9a-f-]{36})?$/.test(new URL(e.name).pathname)) watch.responses.push(e.responseEnd) }).observe({ type: 'resource' })
  const shown = () => [...document.querySelectorAll('h1, tbody tr[data-id]')].map((e) => e.dataset.id ?? e.textContent).join(' ')
  let known = ''
  new MutationObserver(() => {
    const now = shown()
    if (now === known) return
    known = now
    requestAnimationFrame(() => { const after = new MessageChannel(); after.port1.onmessage = () => { watch.drawn = performance.now() }; after.port2.postMessage(0) })
  }).observe(document, { subtree: true, childList: true, characterData: true })
`

/**
 * Records the slowest response to an input, the longest task, when the server's response arrived
 * and when its rows or record were painted, and each React commit (through the hook of the browser
 * extensions, so the build is the real one).
 */
export const watchPage = async (v: Signed): Promise<void> => {
  await v.page.addInitScript({ content: WATCH })
}

const fresh = (v: Signed): Promise<void> =>
  v.page.evaluate(() => {
    Object.assign(window.watch, {
      paint: 0,
      busy: 0,
      commits: 0,
      begun: 0,
      responses: [],
      drawn: 0,
    })
  })
const read = (v: Signed): Promise<Watch> => v.page.evaluate(() => ({ ...window.watch }))

interface Interaction {
  readonly name: string
  /** What comes before it and is not measured. */
  readonly prepare?: () => Promise<unknown>
  readonly run: () => Promise<unknown>
  readonly back?: () => Promise<unknown>
}

/**
 * Time to paint from the arrival of the requested data, or from the action when the data was
 * already there; undefined when nothing else is shown.
 */
const drawnAfter = ({ begun, responses, drawn }: Watch): number | undefined =>
  drawn ? drawn - Math.max(begun, ...responses.filter((at) => at <= drawn)) : undefined

/** The actions that every subject has. */
const shared = ({ controls }: Subject, page: Page): Interaction[] => {
  const choose = (place: number) => async () => {
    await controls.states(page).nth(place).click()
  }
  const { openStates } = controls
  return [
    { name: 'sort', run: () => controls.heads(page).nth(1).click() },
    {
      name: 'filter',
      ...(openStates ? { prepare: () => openStates(page) } : {}),
      run: choose(2),
      back: async () => {
        await openStates?.(page)
        await choose(0)()
      },
    },
    { name: 'page', run: () => controls.next(page).click() },
    {
      name: 'type in the search',
      run: () => controls.search(page).press('a'),
      back: () => controls.search(page).fill(''),
    },
    {
      name: 'select a row',
      run: () => controls.ticks(page).nth(2).click(),
      back: () => controls.ticks(page).nth(2).click(),
    },
  ]
}

/** The actions that only the product has. */
const own = (page: Page): Interaction[] => [
  {
    name: 'open a record',
    run: () => page.locator('tbody th a').first().click(),
    back: () => page.goBack(),
  },
  {
    name: 'open the palette',
    run: () => page.keyboard.press('Control+k'),
    back: () => page.keyboard.press('Escape'),
  },
]

/** What an action took: its next paint, its longest task, and the paint of its data. */
export interface Waits {
  readonly name: string
  readonly paint: number
  readonly task: number
  readonly draws: readonly number[]
}

const RUNS = 5

const repeat = async (v: Signed, { name, prepare, run, back }: Interaction): Promise<Waits> => {
  const seen: Watch[] = []
  for (let n = 0; n < RUNS; n++) {
    await prepare?.()
    if (prepare) await settled(v)
    await fresh(v)
    await run()
    await settled(v)
    // The first run also loads code.
    if (n > 0) seen.push(await read(v))
    if (back) {
      await back()
      await settled(v)
    }
  }
  return {
    name,
    paint: median(seen.map((w) => w.paint)),
    task: median(seen.map((w) => w.busy)),
    draws: seen.map(drawnAfter).filter((ms) => ms !== undefined),
  }
}

/**
 * Repeats each action on a throttled page and measures the waits without the network: from the
 * action to the next paint, and from the server's response to the paint of its data. Takes the
 * median of the slowest of each; browsers do not report events under 16 ms.
 */
export const interactions = async (
  v: Signed,
  subject: Subject,
  slower: number,
): Promise<Waits[]> => {
  await subject.serve(v.page)
  await watchPage(v)
  await v.devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await openRows(v, subject, 25)
  await settled(v)
  const all = [...shared(subject, v.page), ...(subject === product ? own(v.page) : [])]
  const waits: Waits[] = []
  for (const one of all) waits.push(await repeat(v, one))
  return waits
}

const short = (time: number | undefined): string => {
  if (time === undefined) return ''
  return time < 16 ? '< 16 ms' : ms(time)
}

/** Lines of the product's waits, each beside those of the others. */
export const waitLines = (
  ours: readonly Waits[],
  others: readonly { readonly name: string; readonly waits: readonly Waits[] }[],
  slower: number,
): Line[] =>
  ours.flatMap(({ name, paint, task, draws }) => {
    const beside = others.flatMap((o) => {
      const theirs = o.waits.find((w) => w.name === name)
      return theirs ? [`${o.name} ${short(theirs.paint)}`] : []
    })
    const paints = held(
      `${name}: next paint, ${slower} times slower`,
      [`${short(paint)} (longest task ${ms(task)})`, ...beside].join(', '),
      paint,
      { most: 100, unit: 'ms' },
    )
    if (draws.length === 0) return [paints]
    return [
      paints,
      held(
        `${name}: painted after the response, ${slower} times slower`,
        `${ms(median(draws))} of ${draws.length}`,
        median(draws),
        { most: 100, unit: 'ms' },
      ),
    ]
  })

/** Typing in a form: renders and time to paint per key. */
export const typing = async (v: Signed, slower: number): Promise<Line[]> => {
  await watchPage(v)
  await v.devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await v.page.goto('/addhotel')
  const input = v.page.locator('form input[type=text], form input:not([type])').first()
  await input.waitFor()
  await settled(v)
  // The first key touches the field and creates the draft; the rest is typing.
  await input.pressSequentially('Sea ')
  await settled(v)
  const paints: number[] = []
  const commits: number[] = []
  for (const key of 'breeze') {
    await fresh(v)
    await input.press(key)
    await v.page.evaluate(
      () =>
        new Promise((done) => {
          requestAnimationFrame(() => {
            requestAnimationFrame(done)
          })
        }),
    )
    commits.push((await read(v)).commits)
    await v.page.waitForTimeout(250)
    paints.push((await read(v)).paint)
  }
  return [
    held(
      `type in a form: next paint, ${slower} times slower`,
      median(paints) < 16 ? '< 16 ms' : ms(median(paints)),
      median(paints),
      { most: 100, unit: 'ms' },
    ),
    held('renders per keystroke in a form', commits.join(' '), median(commits), { most: 1 }),
  ]
}
