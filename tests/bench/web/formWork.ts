/** Cost of opening a form of about 25 inputs from a list, on a slow machine. */
import { median } from '../table.ts'
import { busyMs, slowDown } from './listWork.ts'
import { appears, goWithin, openRows, type Subject } from './subjects.ts'
import { settled, type Signed } from './visits.ts'

/** What it took; times in ms of the main thread. */
export interface FormWork {
  /** The first time: its code is compiled, its options are requested. */
  readonly first: number
  /** Later times. */
  readonly again: number
  readonly inputs: number
}

const ROUNDS = 4
/** What options of relations take to arrive and to be painted, on any of the subjects. */
const ARRIVE_MS = 1200
const INPUTS = 'form :is(input, textarea, select):not([type=hidden], [type=radio], [aria-hidden])'
const LEAST_INPUTS = 21

const open = async (v: Signed, subject: Subject): Promise<number> => {
  const before = await busyMs(v)
  await goWithin(v.page, subject.form.at)
  await appears(v.page, subject.form.last)
  await v.page.waitForTimeout(ARRIVE_MS)
  return (await busyMs(v)) - before
}

/**
 * Opens a form from a list of 25 rows, several times.
 *
 * @throws when inputs are missing.
 */
export const formWork = async (v: Signed, subject: Subject, slower: number): Promise<FormWork> => {
  await subject.serve(v.page)
  await openRows(v, subject, 25)
  await settled(v)
  await slowDown(v, slower)
  const opened: number[] = []
  let inputs = 0
  for (let n = 0; n < ROUNDS; n++) {
    opened.push(await open(v, subject))
    inputs = await v.page.locator(INPUTS).count()
    if (inputs < LEAST_INPUTS) throw new Error(`The form of ${subject.name} has ${inputs} inputs`)
    await goWithin(v.page, subject.form.back)
    await appears(v.page, subject.code)
    await settled(v)
  }
  return { first: opened[0]!, again: median(opened.slice(1)), inputs }
}
