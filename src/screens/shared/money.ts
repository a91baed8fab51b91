import type { Json } from '#model/types.ts'
import { currencyFormat, type CurrencyFormat } from '#ui/format.ts'
import { minorDigits } from '#ui/minorDigits.ts'

export interface Amount {
  readonly amount: number
  readonly currency: string
}
const isAmount = (v: Json | undefined): v is Json & Amount =>
  typeof v === 'object' && v !== null && 'amount' in v && 'currency' in v

/** Adds amounts per currency, largest first; ignores other values. `minus` negates. */
export const addUp = (
  values: readonly (Json | undefined)[],
  minus: readonly (Json | undefined)[] = [],
): Amount[] => {
  const sums = new Map<string, number>()
  const add = (list: readonly (Json | undefined)[], sign: number) => {
    for (const v of list) {
      if (isAmount(v)) sums.set(v.currency, (sums.get(v.currency) ?? 0) + sign * Number(v.amount))
    }
  }
  add(values, 1)
  add(minus, -1)
  return [...sums]
    .filter(([, amount]) => amount !== 0)
    .map(([currency, amount]) => ({ amount, currency }))
    .sort((a, b) => b.amount - a.amount)
}

const formats = new Map<string, CurrencyFormat>()
/**
 * Amounts in whole units, for metrics read at a glance: `€8,514 · £937`. Without amounts, zero
 * `fallback`.
 */
export const roundMoney = (
  amounts: readonly Amount[],
  language: string,
  fallback: string,
): string =>
  (amounts.length ? amounts : [{ amount: 0, currency: fallback }])
    .map(({ amount, currency }) => {
      const key = `${language} ${currency}`
      let format = formats.get(key)
      if (!format) {
        formats.set(key, (format = currencyFormat(language, currency, 0)))
      }
      return format.format(amount / 10 ** minorDigits(currency))
    })
    .join(' · ')
