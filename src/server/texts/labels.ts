import ar from '#schemas/labels/ar.json' with { type: 'json' }
import pt from '#schemas/labels/pt.json' with { type: 'json' }
import { own } from '#schemas/define/own.ts'
import type { Model } from '#model/types.ts'
import type { WrittenLanguage } from './language.ts'

const translations: Readonly<
  Record<Exclude<WrittenLanguage, 'en'>, Readonly<Record<string, string>>>
> = { pt, ar }

/** The label of a field, choice or state in a language; English where there is no translation. */
export const labelIn = (language: WrittenLanguage, text: string): string =>
  language === 'en' ? text : (own(translations[language], text) ?? text)

/**
 * Returns collection names by language, by their English label in lower case as used in sentences.
 * Omits those without a translation.
 */
export const collectionLabels = (
  model: Model,
): Readonly<Record<keyof typeof translations, Readonly<Record<string, string>>>> => {
  const of = (own: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      model.resources.flatMap(({ label: { many } }) =>
        own[many] ? [[many.toLowerCase(), own[many]]] : [],
      ),
    )
  return { pt: of(translations.pt), ar: of(translations.ar) }
}
