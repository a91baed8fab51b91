/** Periods that filters offer, and their names. */
import { t, type TextKey } from '#ui/i18n.ts'

const NAMES = [
  ['@d0:0', 'list.period.today'],
  ['@d-1:-1', 'list.period.yesterday'],
  ['@d1:1', 'list.period.tomorrow'],
  ['@d-6:0', 'list.period.last7'],
  ['@d-29:0', 'list.period.last30'],
  ['@d0:6', 'list.period.next7'],
  ['@d0:29', 'list.period.next30'],
  ['@w0:0', 'list.period.thisWeek'],
  ['@w-1:-1', 'list.period.lastWeek'],
  ['@w1:1', 'list.period.nextWeek'],
  ['@m0:0', 'list.period.thisMonth'],
  ['@m-1:-1', 'list.period.lastMonth'],
  ['@m1:1', 'list.period.nextMonth'],
  ['@y0:0', 'list.period.thisYear'],
  ['@y-1:-1', 'list.period.lastYear'],
] as const satisfies readonly (readonly [string, TextKey])[]

/** Values and names of the periods, to choose one. */
export const periodChoices = (): readonly { readonly value: string; readonly text: string }[] =>
  NAMES.map(([value, key]) => ({ value, text: t(key) }))

/** `Last 7 days`; a period that is not offered as it is written. */
export const periodInWords = (period: string): string =>
  periodChoices().find(({ value }) => value === period)?.text ?? period
