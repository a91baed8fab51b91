import ar from '#schemas/labels/ar.json' with { type: 'json' }
import pt from '#schemas/labels/pt.json' with { type: 'json' }
import type { Model } from '#model/types.ts'
import type { WrittenLanguage } from './language.ts'

const translations: Readonly<
  Record<Exclude<WrittenLanguage, 'en'>, Readonly<Record<string, string>>>
> = { pt, ar }

/** Names of collections by language, by their English label in small letters as a sentence has it. One without a translation is left out. */
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
