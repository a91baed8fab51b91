/**
 * All texts that the server writes to people, one file per language. The browser has the texts of
 * the pages (src/ui/locales).
 */
import { own } from '#schemas/define/own.ts'
import type { WrittenLanguage } from './language.ts'
import { ar } from './ar.ts'
import { en, type ServerTexts } from './en.ts'
import { pt } from './pt.ts'

/** The texts by language; each has the same keys as English. */
export const serverTexts: Readonly<Record<WrittenLanguage, ServerTexts>> = { en, pt, ar }

/** Key of a sentence in automatic notifications. */
export type NoticeSentence = keyof ServerTexts['notices']

const HOLE = /\{\{(\w+)\}\}/g

/**
 * Returns a notification's sentence in English, as it is stored: the pages and `translated`
 * recognise it.
 */
export const said = (
  sentence: NoticeSentence,
  values: Readonly<Record<string, string | number>> = {},
): string =>
  en.notices[sentence].replace(HOLE, (_, name: string) => String(own(values, name) ?? ''))

/** No sentence is longer, with the names in it. */
const MAX_SENTENCE = 2_000

const patterns = Object.entries(en.notices).map(([key, text]) => ({
  key: key as NoticeSentence,
  pattern: new RegExp(
    `^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(HOLE, '(?<$1>.+)')}$`,
    'su',
  ),
}))

/**
 * Translates a text created by `said`; any other text is returned unchanged. `named` translates a
 * placeholder's value if it has a name in that language.
 */
export const translated = (
  language: WrittenLanguage,
  text: string,
  named: (text: string) => string = (name) => name,
): string => {
  if (language === 'en' || text.length > MAX_SENTENCE) return text
  for (const { key, pattern } of patterns) {
    const found = pattern.exec(text)
    if (found) {
      return serverTexts[language].notices[key].replace(HOLE, (_, name: string) =>
        named(found.groups?.[name] ?? ''),
      )
    }
  }
  return text
}

/**
 * Returns the customer's texts in the first supported language among locales such as `pt-PT` or an
 * `Accept-Language` header; default English.
 */
export const deskTexts = (
  ...locales: readonly (string | null | undefined)[]
): { readonly language: WrittenLanguage; readonly texts: ServerTexts['desk'] } => {
  const known = locales
    .flatMap((l) => (l ?? '').split(','))
    .map((l) => l.trim().slice(0, 2).toLowerCase())
  const language = known.find((l): l is WrittenLanguage => Object.hasOwn(serverTexts, l)) ?? 'en'
  return { language, texts: serverTexts[language].desk }
}
