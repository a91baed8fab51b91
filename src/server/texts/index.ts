/** All that the server itself writes to people, one file per language. What the pages say is the browser's (src/ui/locales). */
import { own } from '#schemas/define/own.ts'
import type { WrittenLanguage } from './language.ts'
import { ar } from './ar.ts'
import { en, type ServerTexts } from './en.ts'
import { pt } from './pt.ts'

/** The texts by language; each has the keys of English. */
export const serverTexts: Readonly<Record<WrittenLanguage, ServerTexts>> = { en, pt, ar }

/** A sentence that is told to people of the back-office by itself. */
export type NoticeSentence = keyof ServerTexts['notices']

const HOLE = /\{\{(\w+)\}\}/g

/** A notice's sentence in English, as it is kept: the pages and `translated` know it by that. */
export const said = (
  sentence: NoticeSentence,
  values: Readonly<Record<string, string | number>> = {},
): string =>
  en.notices[sentence].replace(HOLE, (_, name: string) => String(own(values, name) ?? ''))

const patterns = Object.entries(en.notices).map(([key, text]) => ({
  key: key as NoticeSentence,
  pattern: new RegExp(
    `^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(HOLE, '(?<$1>.+)')}$`,
    'su',
  ),
}))

/**
 * What `said` made, in another language; any other text stays as it is. `named` gives the name of what stands in a hole, where it
 * has one of its own in that language.
 */
export const translated = (
  language: WrittenLanguage,
  text: string,
  named: (text: string) => string = (name) => name,
): string => {
  if (language === 'en') return text
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

/** The customer's texts in the first language that is known among locales such as `pt-PT` or a header `Accept-Language`; English without one. */
export const deskTexts = (
  ...locales: readonly (string | null | undefined)[]
): { readonly language: WrittenLanguage; readonly texts: ServerTexts['desk'] } => {
  const known = locales
    .flatMap((l) => (l ?? '').split(','))
    .map((l) => l.trim().slice(0, 2).toLowerCase())
  const language = known.find((l): l is WrittenLanguage => Object.hasOwn(serverTexts, l)) ?? 'en'
  return { language, texts: serverTexts[language].desk }
}
