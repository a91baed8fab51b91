/** Lists: against the hand-written baseline, deep pages, sorts and search. */
import { good, drive, timeOf, type Load, type Target } from './load.ts'
import { held, median, ms, type Line } from '../table.ts'

const LIST = '/api/bookings?limit=50'
const ROUNDS = 5
const BOUNDS = { clients: 8, requests: 800, seconds: 6 }

const rounds = async (
  target: Target,
  path: string,
  other: Target,
  otherPath: string,
): Promise<{ own: Load[]; limit: Load[] }> => {
  const own: Load[] = []
  const limit: Load[] = []
  // Alternates between both, so that other load on the machine affects both equally.
  for (let n = 0; n <= ROUNDS; n++) {
    const a = await drive(() => good(other, { path: otherPath }), BOUNDS)
    const b = await drive(() => good(target, { path }), BOUNDS)
    if (n > 0) {
      limit.push(a)
      own.push(b)
    } // the first round warms up
  }
  return { own, limit }
}

/** Path of the hand-written list with the row rule of the caller, who belongs to a vendor. */
export const ofOwnVendor = async (target: Target): Promise<string> => {
  const { text } = await good(target, { path: '/api/hotels?limit=1&fields=vendor' })
  const [hotel] = (JSON.parse(text) as { data: { vendor: string }[] }).data
  return `/?vendor=${hotel!.vendor}`
}

/** Requests per second and the 99th percentile, as a ratio to the hand-written server. */
export const againstLimit = async (
  target: Target,
  limit: Target,
  who: string,
  limitPath = '/',
): Promise<Line[]> => {
  const { own, limit: theirs } = await rounds(target, LIST, limit, limitPath)
  const rate = median(own.map((l, i) => l.perSecond / theirs[i]!.perSecond))
  const slow = median(own.map((l, i) => l.p99 / theirs[i]!.p99))
  const speed = `${median(own.map((l) => l.perSecond)).toFixed(0)}/s of ${median(theirs.map((l) => l.perSecond)).toFixed(0)}/s`
  const late = `${ms(median(own.map((l) => l.p99)))} of ${ms(median(theirs.map((l) => l.p99)))}`
  return [
    held(`list, 50 rows, 8 clients, ${who}: requests/s`, speed, rate, { least: 0.85 }, true),
    held(`list, 50 rows, 8 clients, ${who}: p99`, late, slow, { most: 1.2 }, true),
  ]
}

interface PageInfo {
  readonly page: { readonly next: string | null }
}

/**
 * Cost of deep pages, by cursor, against the first; the first also by cursor, so that neither
 * counts the total.
 */
export const deepPages = async (target: Target, pages: number): Promise<Line[]> => {
  const next = async (cursor: string): Promise<string> =>
    (
      JSON.parse(
        (await good(target, { path: `/api/bookings?limit=200&cursor=${cursor}` })).text,
      ) as PageInfo
    ).page.next!
  const first = (
    JSON.parse((await good(target, { path: '/api/bookings?limit=200' })).text) as PageInfo
  ).page.next!
  let cursor = first
  for (let n = 1; n < pages; n++) cursor = await next(cursor)
  const [near, far]: [number[], number[]] = [[], []]
  for (let n = 0; n < 7; n++) {
    near.push(await timeOf(target, { path: LIST }, 9))
    far.push(
      await timeOf(
        target,
        { path: `/api/bookings?limit=200&cursor=${cursor}`.replace('200', '50') },
        9,
      ),
    )
  }
  return [
    held(
      `page at row ${pages * 200} by cursor against page 1`,
      `${ms(median(far))} of ${ms(median(near))}`,
      median(far.map((t, i) => t / near[i]!)),
      { most: 1.2 },
      true,
    ),
  ]
}

/** A word that occurs in one row. */
export const rareWord = async (target: Target): Promise<Line[]> => {
  const { text } = await good(target, { path: '/api/bookings?limit=50&search=zebra' })
  if ((JSON.parse(text) as { data: unknown[] }).data.length !== 1) {
    throw new Error('The rare word was not found once.')
  }
  const time = await timeOf(target, { path: '/api/bookings?limit=50&search=zebra' }, 25)
  return [held('search for a rare word, median', ms(time), time, { most: 10, unit: 'ms' })]
}

const SORTS = [
  'code',
  'hotel',
  'customer',
  'roomTypeCode',
  'checkIn',
  'checkOut',
  'total',
  'source',
  'state',
  'createdAt',
  'updatedAt',
]

/**
 * Every sortable column in both directions, and the fifth page of each; one metric per column,
 * compared with the default list.
 */
export const sorts = async (target: Target): Promise<Line[]> => {
  const base = await timeOf(target, { path: LIST }, 25)
  const lines: Line[] = []
  for (const sort of SORTS) {
    const path = `${LIST}&sort=${sort}`
    const { page } = JSON.parse((await good(target, { path })).text) as PageInfo
    const [up, down, on] = [
      await timeOf(target, { path }, 7),
      await timeOf(target, { path: `${LIST}&sort=-${sort}` }, 7),
      await timeOf(target, { path: `${path}&cursor=${page.next}` }, 7),
    ]
    const worst = Math.max(up, down, on)
    lines.push(
      held(
        `sort by ${sort}: ascending, descending, next page`,
        [up, down, on].map(ms).join(', '),
        worst,
        { most: Math.max(25, Math.round(base * 3)), unit: 'ms' },
      ),
    )
  }
  return lines
}
