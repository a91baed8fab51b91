/**
 * What is measured side by side: the product, the same pages written by hand on its stack, and in
 * react-admin. Each names its addresses and where its controls are.
 */
import type { Locator, Page } from 'playwright-core'
import type { Comparison } from './comparison.ts'
import { codeBytes, type Sent, type Signed } from './visits.ts'

/** A build of the list of bookings and the form of a hotel. */
export interface Subject {
  readonly name: string
  /** Makes its pages available to a browser. */
  serve(page: Page): Promise<void>
  /** Address of the list with this many rows. */
  list(rows: number): string
  /** What was loaded of its scripts and styles, compressed, in bytes. */
  bytes(sent: readonly Sent[]): number
  /** The cells with the code of a booking, one per row. */
  readonly code: string
  readonly controls: Controls
  /** Goes from the list to the form and back, without loading the page again. */
  readonly form: { readonly at: string; readonly back: string; readonly last: string }
}

interface Controls {
  heads(page: Page): Locator
  ticks(page: Page): Locator
  next(page: Page): Locator
  search(page: Page): Locator
  /** Opens what hides the choice of a state, if anything does. */
  openStates?(page: Page): Promise<unknown>
  states(page: Page): Locator
}

/** The product itself. */
export const product: Subject = {
  name: 'the product',
  serve: () => Promise.resolve(),
  list: (rows) => (rows === 25 ? '/bookings' : `/bookings?limit=${rows}`),
  bytes: codeBytes,
  code: 'tbody tr[data-id] th',
  controls: {
    heads: (page) => page.locator('thead [role=columnheader] button'),
    ticks: (page) => page.locator('tbody tr[data-id] input[type=checkbox]'),
    next: (page) => page.getByRole('link', { name: 'Next page' }),
    search: (page) => page.getByRole('searchbox').first(),
    states: (page) => page.getByRole('group', { name: 'States' }).getByRole('link'),
  },
  form: { at: '/addhotel', back: '/bookings', last: '#field-facilities:not([aria-busy])' },
}

const compared = (built: Comparison): Pick<Subject, 'serve' | 'bytes'> => ({
  serve: (page) => built.serve(page),
  bytes: (sent) => sent.reduce((sum, { path }) => sum + (built.sizes.get(path) ?? 0), 0),
})

/** The pages written by hand. */
export const byHand = (built: Comparison): Subject => ({
  name: 'by hand',
  ...compared(built),
  list: (rows) => `${built.base}?limit=${rows}`,
  code: 'tbody th',
  controls: {
    heads: (page) => page.locator('thead button'),
    ticks: (page) => page.locator('tbody input[type=checkbox]'),
    next: (page) => page.getByRole('button', { name: 'Next page' }),
    search: (page) => page.getByRole('searchbox'),
    states: (page) => page.getByRole('group', { name: 'States' }).getByRole('button'),
  },
  form: { at: `${built.base}hotels/new`, back: built.base, last: '#field-facilities' },
})

/** The pages in react-admin. */
export const inReactAdmin = (built: Comparison): Subject => ({
  name: 'react-admin',
  ...compared(built),
  list: (rows) =>
    `${built.base}#/bookings?page=1&perPage=${rows}&sort=checkIn&order=DESC&filter=%7B%7D`,
  code: 'tbody td.column-code:has(a)',
  controls: {
    heads: (page) => page.locator('thead .MuiTableSortLabel-root'),
    ticks: (page) => page.locator('tbody input[type=checkbox]'),
    next: (page) => page.getByRole('button', { name: 'Go to next page' }),
    search: (page) => page.getByPlaceholder('Search', { exact: true }),
    openStates: (page) => page.getByRole('combobox', { name: 'State' }).click(),
    states: (page) => page.getByRole('option'),
  },
  form: { at: '#/hotels/create', back: '#/bookings', last: 'form [name=facilities], #facilities' },
})

/** How often a page is asked whether it is ready: each time is work of the page's. */
const POLLING_MS = 50

/** Waits for an element in a page without making the page work for it. */
export const appears = async (page: Page, selector: string): Promise<void> => {
  await page.waitForFunction((at) => document.querySelector(at) !== null, selector, {
    polling: POLLING_MS,
  })
}

/** Opens the list of a subject and waits for its first row. */
export const openRows = async (v: Signed, subject: Subject, rows: number): Promise<void> => {
  await v.page.goto(subject.list(rows), { waitUntil: 'commit' })
  await appears(v.page, subject.code)
}

/** Goes to an address within the page that is open. */
export const goWithin = (page: Page, to: string): Promise<void> =>
  page.evaluate((address) => {
    history.pushState({}, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, to)
