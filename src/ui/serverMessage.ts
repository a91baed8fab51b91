import { formatOf } from './format.ts'
import { currentLanguage, sentence } from './i18n.ts'

/** A day as the server writes it, standing by itself: no part of a name, an instant or a code. */
const DAY = /(?<![\w.:/-])\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![\w:/-]|\.\w)/g

/**
 * A message of the server's rules in the person's language, its days in their format: `On the night
 * of Dec 2, 2026 …`. Not for texts that people wrote.
 */
export const serverMessage = (text: string): string =>
  sentence(text).replace(DAY, (day) => formatOf(currentLanguage()).day(day))
