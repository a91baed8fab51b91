/** Amounts of money as the language of a person writes them, on screens and in documents. */

/** Writes amounts of one currency. */
export interface CurrencyFormat {
  /** `value`: in whole units. */
  format(value: number): string
  /** Minor unit digits: 2 for EUR, 0 for JPY. */
  readonly digits: number
}

/**
 * The format of a currency in a BCP 47 language; `maximumFractionDigits`: default its own. Text from
 * right to left has symbols of Latin letters in parts, `£UK` for `UK£`: there the symbol is that of
 * English (`£`, `CA$`), isolated, and the amount closed on both sides, so that nothing beside it
 * turns it around.
 */
export const currencyFormat = (
  language: string,
  currency: string,
  maximumFractionDigits?: number,
): CurrencyFormat => {
  const options = { style: 'currency', currency, maximumFractionDigits } as Intl.NumberFormatOptions
  const inLanguage = new Intl.NumberFormat(language, options)
  const { format } = inLanguage
  const digits = inLanguage.resolvedOptions().maximumFractionDigits!
  // Such text begins with the right-to-left mark.
  if (format(0).charCodeAt(0) !== 0x200f) return { digits, format }
  const symbol = new Intl.NumberFormat('en', options).format(0).replace(/[\d.\s]/g, '')
  return {
    digits,
    format: (value) => format(value).replace(/[A-Z]+\S?/, `\u2068${symbol}\u2069`) + '\u200f',
  }
}
