import { minorDigits } from '#ui/minorDigits.ts'
import type { Json } from '#model/types.ts'

/** The same number of major units in another currency: 1,500.00 € are 1,500 ¥. */
export const rescaled = (amount: Json, from: string, to: string): Json =>
  typeof amount === 'number'
    ? Number((amount * 10 ** (minorDigits(to) - minorDigits(from))).toFixed(6))
    : amount
