/** Numbers and amounts of money as spreadsheets of many regions write them. Pure. */
import { currencyCodes } from '#schemas/define/currencies.ts'
import { ARABIC_DECIMAL, latinNumber } from '#ui/digits.ts'
import { minorDigits } from '#ui/minorDigits.ts'

const marks = new Map<string, string>()
/** The decimal mark of a language. */
const markOf = (language: string): string => {
  const mark =
    marks.get(language) ?? latinNumber(new Intl.NumberFormat(language).format(0.5)).charAt(1)
  marks.set(language, mark)
  return mark
}

/**
 * `1.234,56`, `1,234.56`, `1 234.56`, `(12)` as a number. One separator alone before three digits
 * is read as in the language; the Arabic marks say which they are.
 */
export const numberOf = (text: string, language: string): number | undefined => {
  const compact = latinNumber(text).replace(/[\s\u00a0\u202f'’]/g, '')
  const negative = /^\(.*\)$/.test(compact) || /^[-−]/.test(compact)
  const digits = compact.replace(/^[-−+]|[()]/g, '')
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(digits)) return undefined
  const found = [...digits.matchAll(/[.,]/g)].map((m) => m[0])
  const lastMark = found.at(-1)
  const after = lastMark ? digits.length - digits.lastIndexOf(lastMark) - 1 : 0
  const decimalMark = text.includes(ARABIC_DECIMAL) ? '.' : markOf(language)
  const grouped =
    lastMark !== undefined &&
    (found.length > 1
      ? found.every((m) => m === lastMark)
      : after === 3 && lastMark !== decimalMark)
  const mark = grouped ? undefined : lastMark
  const normal = [...digits]
    .map((c, i) => (c === mark && i === digits.lastIndexOf(mark) ? '.' : c))
    .filter((c, i) => /\d/.test(c) || (c === '.' && i === digits.lastIndexOf(mark ?? '')))
    .join('')
  const value = Number(normal)
  return negative ? -value : value
}

/** A dash in place of a number: spreadsheets write nothing, or zero, so. */
export const isDash = (text: string): boolean => /^[-–—−]$/.test(text)

const plainSign = (text: string): string => text.replace(/[\p{Cf}\s]/gu, '').toUpperCase()

const signs = new Map<string, ReadonlySet<string>>()
/** How people write a currency: `BRL`, `R$`. */
const signsOf = (currency: string, language: string): ReadonlySet<string> => {
  const key = `${language} ${currency}`
  const found =
    signs.get(key) ??
    new Set(
      [language, 'en'].flatMap((locale) =>
        (['code', 'symbol', 'narrowSymbol'] as const).map((currencyDisplay) =>
          plainSign(
            new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
              .formatToParts(0)
              .find((p) => p.type === 'currency')?.value ?? currency,
          ),
        ),
      ),
    )
  signs.set(key, found)
  return found
}

// What a sign that several currencies share means where the record has none of them.
const USUAL = ['USD', 'GBP', 'JPY']

/** The currency of a sign; undefined for one that is unknown, or that several share. */
const currencyOf = (sign: string, expected: string, language: string): string | undefined => {
  const has = (code: string) => signsOf(code, language).has(sign)
  const first = [expected, ...USUAL].find(has)
  if (first) return first
  const all = currencyCodes.filter(has)
  return all.length === 1 ? all[0] : undefined
}

const known = new Map<string, string | undefined>()

/** `12,50 €`, `R$ 1.234,50`, `(5.00) USD` in minor units; `expected`: of amounts without a sign. */
export const amountOf = (
  text: string,
  expected: string,
  language: string,
): { readonly amount: number; readonly currency: string } | undefined => {
  const digits = /[.,٫]?\p{Nd}[\p{Nd}.,٫٬'’\s\u00a0\u202f]*/u.exec(text)?.[0].trim() ?? ''
  const around = text.replace(digits, '').replace(/[-−+()]/g, '')
  const sign = plainSign(around)
  const key = `${language} ${expected} ${sign}`
  if (!known.has(key)) known.set(key, sign ? currencyOf(sign, expected, language) : expected)
  const currency = known.get(key)
  const number = digits && numberOf(digits, language)
  if (currency === undefined || typeof number !== 'number') return undefined
  const minor = number * 10 ** minorDigits(currency)
  if (Math.abs(minor - Math.round(minor)) > 1e-6) return undefined
  const negative = /[-−]/.test(text) || /^\s*\(.*\)\s*$/.test(text)
  return { amount: Math.round(negative ? -minor : minor), currency }
}
