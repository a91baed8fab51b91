/**
 * How canaries are written: as they are in JSON, and as exports and PDFs write amounts and days for
 * people.
 */

const WORD = /cnry\d{5}q|\+3517\d{5}77|Þ\d{2}Ð/gi
/** 773,nnn.nn in minor units, or grouped in any way; never a part of an id. */
const AMOUNT = /(?<![\da-f-])773[.,\s]?\d{3}[.,]?\d{2}(?![\da-f])/gi
const DAY = /(?<!\d)(2[2-8]\d\d)-(\d\d)-(\d\d)/g
const WRITTEN_DAY = /(?<!\d)(\d\d)\/(\d\d)\/(2[2-8]\d\d)(?!\d)/g
const PLACE = /(?<!\d)38\.7\d{5}7(?!\d)/g
/** A number of a field or, in a history, its two values. */
const NUMBER = /"(\w+)":\[?(\d{4,5})(?:,(\d{4,5})\])?(?!\d)/g

const padded = (n: number): string => String(n).padStart(5, '0')

/** The nth amount, in minor units. */
export const amountOf = (n: number): number => Number(`773${padded(n)}`)
/** The nth day; a later one has the higher number. */
export const dayOf = (n: number): string =>
  new Date(Date.UTC(2200, 0, 1 + 2 * n)).toISOString().slice(0, 10)
/** The nth latitude. */
export const latitudeOf = (n: number): number => Number(`38.7${padded(n)}7`)
/** Key of a number, which is a canary only together with the name of its field. */
export const numberKey = (name: string, value: number): string => `${name}:${value}`

/** Keys of everything in a text that has the form of a canary, in lower case. */
export const formsIn = (text: string): Set<string> =>
  new Set(
    [
      ...(text.match(WORD) ?? []),
      ...(text.match(AMOUNT) ?? []).map((amount) => amount.replaceAll(/\D/g, '')),
      ...[...text.matchAll(DAY)].map(([day]) => day),
      ...[...text.matchAll(WRITTEN_DAY)].map(([, day, month, year]) => `${year}-${month}-${day}`),
      ...(text.match(PLACE) ?? []),
      ...[...text.matchAll(NUMBER)].flatMap(([, name, ...values]) =>
        values.flatMap((value) => (value === undefined ? [] : `${name}:${value}`)),
      ),
    ].map((key) => key.toLowerCase()),
  )
