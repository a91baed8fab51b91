/**
 * All texts that the server writes to people, one file per language. The browser has the texts of
 * the pages (src/ui/locales).
 */
import type { WrittenLanguage } from './language.ts'
import { ar } from './ar.ts'
import { en, type ServerTexts } from './en.ts'
import { pt } from './pt.ts'

/** The texts by language; each has the same keys as English. */
export const serverTexts: Readonly<Record<WrittenLanguage, ServerTexts>> = { en, pt, ar }

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
