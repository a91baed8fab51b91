import { currencyFormat } from '#schemas/labels/currency.ts'

const digitsOf = new Map<string, number>()
/** Minor unit digits of a currency: 2 for EUR, 0 for JPY, 3 for BHD. */
export const minorDigits = (currency: string): number => {
  const known = digitsOf.get(currency)
  if (known !== undefined) return known
  let digits = 2
  try {
    digits = currencyFormat('en', currency).digits
  } catch {
    // No currency at all.
  }
  digitsOf.set(currency, digits)
  return digits
}
