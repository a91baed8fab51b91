/** Messages with values, and their English text. */
import type { Message, Said } from '#schemas/define/message.ts'
import { currencyFormat } from '#schemas/labels/currency.ts'
import { write, type Writing } from './writeMessage.ts'

export { counted, inside, say } from '#schemas/define/message.ts'
export type { Message, Param, Params, Said } from '#schemas/define/message.ts'

/** An amount of minor units as the language of `locale` writes it. */
export const moneyIn = (
  { amount, currency }: { readonly amount: number; readonly currency: string },
  locale = 'en',
): string => {
  const { format, digits } = currencyFormat(locale, currency)
  return format(amount / 10 ** digits)
}

const plain: Writing = {
  text: (english) => english,
  label: (english, inside) => (inside ? english.toLowerCase() : english),
  number: String,
  day: (value) => value,
  money: moneyIn,
  list: (items, and) =>
    and && items.length > 1
      ? `${items.slice(0, -1).join(', ')} and ${items.at(-1)!}`
      : items.join(', '),
}

/** The English text of a message, with numbers and days as the API writes them. */
export const english = (said: Said): string => write(said, plain)

/** A message as it is stored beside its English text: one without values has none. */
export const messageOf = (said: Said): Message =>
  typeof said === 'string' ? { text: said, params: {} } : said

/** A message as JSON members beside its English text; nothing for one without values. */
export const membersOf = (said: Said): Partial<Message> => (typeof said === 'string' ? {} : said)

/** An invalid part as JSON: its message in English, and with values also its template and them. */
export const errorOf = <E extends { readonly message: Said }>(
  problem: E,
): Omit<E, 'message'> & { readonly message: string } => ({
  ...problem,
  message: english(problem.message),
  ...membersOf(problem.message),
})
