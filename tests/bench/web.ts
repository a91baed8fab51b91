/**
 * `npm run bench:web`: cost of the built product in a browser, beside the same pages written by
 * hand and in react-admin: bytes, main thread work, next paint, frames, memory. Names of parts as
 * arguments measure only these: `npm run bench:web -- list form`.
 */
import os from 'node:os'
import { ensureReactAdmin } from '#cli/lib/install.mjs'
import { startBrowser } from '#tests/support/browser.ts'
import { startProduct } from '#tests/support/product.ts'
import { printTable, type Line } from './table.ts'
import { bytes } from './web/bytes.ts'
import { buildComparison } from './web/comparison.ts'
import { formWork, type FormWork } from './web/formWork.ts'
import { heap } from './web/heap.ts'
import { interactions, typing, waitLines } from './web/interactions.ts'
import { listWork, type ListWork } from './web/listWork.ts'
import { formLines, listLines, type Measured } from './web/ratios.ts'
import { scrolling } from './web/scrolling.ts'
import * as subjects from './web/subjects.ts'
import { signedIn, type Signed } from './web/visits.ts'

const SLOWER = 4
const ROUNDS = 3
const ROWS = [25, 100]

await ensureReactAdmin()
const comparisons = await Promise.all(['handwritten', 'reactAdmin'].map(buildComparison))
const all = [
  subjects.product,
  subjects.byHand(comparisons[0]!),
  subjects.inReactAdmin(comparisons[1]!),
]
const product = await startProduct()
const browser = await startBrowser({ asUsual: true })
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

/** Measures all subjects in turn, several times, so that each round meets the same machine. */
const rounds = async <T>(
  count: number,
  work: (v: Signed, subject: subjects.Subject) => Promise<T>,
): Promise<Measured<T>[]> => {
  const measured = all.map(({ name }) => ({ name, works: [] as T[] }))
  for (let n = 0; n < count; n++) {
    for (const [i, subject] of all.entries()) {
      measured[i]!.works.push(await visit('manager', (v) => work(v, subject)))
    }
  }
  return measured
}

const list = async (): Promise<Line[]> => {
  const lines: Line[] = []
  for (const rows of ROWS) {
    const measured = await rounds<ListWork>(ROUNDS, (v, subject) =>
      listWork(v, subject, rows, SLOWER),
    )
    lines.push(...listLines(measured, rows, SLOWER))
  }
  return lines
}

const form = async (): Promise<Line[]> =>
  formLines(await rounds<FormWork>(ROUNDS, (v, subject) => formWork(v, subject, SLOWER)), SLOWER)

const paints = async (): Promise<Line[]> => {
  const measured = await rounds(1, (v, subject) => interactions(v, subject, SLOWER))
  const [ours, ...others] = measured.map(({ name, works }) => ({ name, waits: works[0]! }))
  return [
    ...waitLines(ours!.waits, others, SLOWER),
    ...(await visit('manager', (v) => typing(v, SLOWER))),
  ]
}

const parts: Record<string, () => Promise<Line[]>> = {
  bytes: () => visit('admin', bytes),
  list,
  form,
  paints,
  scroll: () => visit('manager', scrolling),
  heap: () => visit('manager', heap),
}

const asked = process.argv.slice(2)
const wanted = Object.entries(parts).filter(([name]) => !asked.length || asked.includes(name))
try {
  // Each part is printed once it is done: what is interrupted later keeps its results.
  for (const [name, measure] of wanted) {
    const start = performance.now()
    const lines = await measure()
    printTable(`Browser: ${name}, ${Math.round((performance.now() - start) / 1000)} s`, lines)
  }
} finally {
  await browser.close()
  await product.stop()
  for (const one of comparisons) await one.remove()
}
