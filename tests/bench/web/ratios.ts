/** Lines that compare the product with the other builds of the same pages. */
import { held, median, ms, type Line } from '../table.ts'
import { kB } from './bytes.ts'
import type { FormWork } from './formWork.ts'
import type { ListWork } from './listWork.ts'

/** What each round of a subject gave. The product comes first, then by hand, then react-admin. */
export interface Measured<T> {
  readonly name: string
  readonly works: readonly T[]
}

const of = <T>({ works }: Measured<T>, pick: (work: T) => number): number => median(works.map(pick))

/** Median of the ratios within each round, since rounds meet a machine that does other things. */
const ratio = <T>(over: Measured<T>, under: Measured<T>, pick: (work: T) => number): number =>
  median(over.works.map((work, i) => pick(work) / pick(under.works[i]!)))

const beside = <T>(
  measured: readonly Measured<T>[],
  pick: (work: T) => number,
  text: (n: number) => string = ms,
): string =>
  measured
    .map((one, i) => (i === 0 ? text(of(one, pick)) : `${one.name} ${text(of(one, pick))}`))
    .join(', ')

/** Against the pages by hand at most, against react-admin at least. */
const both = <T>(
  measured: readonly Measured<T>[],
  measure: string,
  pick: (work: T) => number,
  budgets: { readonly hand?: number; readonly reactAdmin?: number },
): Line[] => {
  const [ours, hand, reactAdmin] = measured as [Measured<T>, Measured<T>, Measured<T>]
  const first = ratio(ours, hand, pick)
  const second = ratio(reactAdmin, ours, pick)
  const value = beside(measured, pick)
  return [
    budgets.hand === undefined
      ? { measure: `${measure}: against by hand`, value, ratio: first }
      : held(`${measure}: against by hand`, value, first, { most: budgets.hand }, true),
    budgets.reactAdmin === undefined
      ? { measure: `${measure}: react-admin against it`, value: '', ratio: second }
      : held(`${measure}: react-admin against it`, '', second, { least: budgets.reactAdmin }, true),
  ]
}

/** @throws when the subjects showed different rows. */
const checkSame = (measured: readonly Measured<ListWork>[]): void => {
  const [shown, ...others] = measured.map(({ works }) => works[0]!.codes.join(' '))
  if (others.some((other) => other !== shown)) throw new Error('The lists show different rows')
}

/** Lines of a list with so many rows. */
export const listLines = (
  measured: readonly Measured<ListWork>[],
  rows: number,
  slower: number,
): Line[] => {
  checkSame(measured)
  const [ours] = measured as [Measured<ListWork>]
  const first = rows === 25
  const sort = of(ours, (w) => w.sortAtFullSpeed)
  return [
    ...(first
      ? [
          {
            measure: 'scripts and styles until the first list',
            value: beside(measured, (w) => w.bytes, kB),
          },
        ]
      : []),
    ...both(
      measured,
      `processor until the first list, ${rows} rows, ${slower} times slower`,
      (w) => w.first,
      first ? { hand: 1.3, reactAdmin: 2.5 } : {},
    ),
    ...both(
      measured,
      `processor per sort, ${rows} rows, ${slower} times slower`,
      (w) => w.sort,
      {},
    ),
    ...(first
      ? [
          held(
            'processor per sort, not slowed down',
            beside(measured, (w) => w.sortAtFullSpeed),
            sort,
            { most: 60, unit: 'ms' },
          ),
          held(
            'layout shift until the list is settled',
            of(ours, (w) => w.shift).toFixed(4),
            of(ours, (w) => w.shift),
            { most: 0.01 },
          ),
        ]
      : []),
  ]
}

/** Lines of the form. */
export const formLines = (measured: readonly Measured<FormWork>[], slower: number): Line[] => {
  const inputs = measured.map(({ works }) => works[0]!.inputs).join(', ')
  return [
    { measure: 'inputs of the form, besides its tables', value: inputs },
    ...both(measured, `processor to open the form, ${slower} times slower`, (w) => w.first, {
      hand: 1.3,
      reactAdmin: 1,
    }),
    ...both(measured, `the same form again, ${slower} times slower`, (w) => w.again, {}),
  ]
}
