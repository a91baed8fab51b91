/** Amounts and their digits. */
import { latinNumber } from '#schemas/labels/digits.ts'

const digitsOf = new Map<string, number>()
/** Digits of a currency after the decimal point. */
export const minorDigits = (currency: string): number => {
  let digits = digitsOf.get(currency)
  if (digits === undefined) {
    digits =
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
        .maximumFractionDigits ?? 2
    digitsOf.set(currency, digits)
  }
  return digits
}

/** Longest text that is read as an amount. */
const MAX_AMOUNT_LENGTH = 60

/**
 * The digits of an amount as `1234.56`: without spaces, a currency, and the marks of thousands. Of
 * two kinds of marks the last is the decimal one; a comma before exactly three digits is not.
 */
const decimalText = (text: string): string => {
  const bare = latinNumber(text).replaceAll(/[\s'’\p{Sc}]|^[A-Z]{3}|[A-Z]{3}$/gu, '')
  if (!bare.includes(',')) return bare
  const [comma, point] = [bare.lastIndexOf(','), bare.lastIndexOf('.')]
  if (point > comma) return bare.replaceAll(',', '')
  if (point < 0 && /^[+-]?\d{1,3}(?:,\d{3})+$/.test(bare)) return bare.replaceAll(',', '')
  return bare.replaceAll('.', '').replace(',', '.')
}

/** `75.005` with two digits → 7501: half away from zero, without binary fractions. */
export const scaled = (text: string, digits: number): number | undefined => {
  const parts =
    text.length > MAX_AMOUNT_LENGTH ? null : /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(decimalText(text))
  // Exceeds what a money field can hold; avoids computing huge numbers.
  if (!parts || parts[2]!.length > 15) return undefined
  const [, sign, whole = '', fraction = ''] = parts
  const kept = BigInt(whole + fraction.padEnd(digits, '0').slice(0, digits))
  const amount = Number((fraction[digits] ?? '0') >= '5' ? kept + 1n : kept)
  return sign === '-' && amount !== 0 ? -amount : amount
}

/** `75.005` EUR → 7501: minor units. Undefined for text that is not a decimal number. */
export const minorUnits = (text: string, currency: string): number | undefined =>
  scaled(text.trim(), minorDigits(currency))
