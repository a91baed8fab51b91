import type { Said } from '#model/message.ts'
import { saidOf, write } from '#model/writeMessage.ts'
import { formatOf } from '#ui/format.ts'
import { currentLanguage, inSentence, label, sentence, textLanguage } from '#ui/i18n.ts'

/**
 * A message of the server or of the shared rules in the person's language, its numbers, days and
 * amounts in their format. Not for texts that people wrote.
 */
export const serverMessage = (said: Said): string => {
  const format = formatOf(currentLanguage())
  return write(said, {
    ...format,
    text: sentence,
    label: (text, inside) => (inside && textLanguage() === 'en' ? inSentence : label)(text),
    list: (items, and) =>
      and ? format.list(items) : items.join(textLanguage() === 'ar' ? '، ' : ', '),
  })
}

/** A received message by its English text, and beside it what a message with values has. */
export const receivedMessage = (
  english: string,
  members: { readonly text?: unknown; readonly params?: unknown },
): string => serverMessage(saidOf(english, members))
