import { languages, tagOf, textLanguage, useTranslation, type Language } from './i18n.ts'

/** The available languages by their own names, and the current one. */
export const useLanguages = (): {
  readonly languages: readonly { readonly value: Language; readonly label: string }[]
  readonly language: Language
} => {
  useTranslation()
  return {
    language: textLanguage(),
    languages: languages.map((value) => ({
      value,
      label: new Intl.DisplayNames([tagOf(value)], { type: 'language' }).of(tagOf(value)) ?? value,
    })),
  }
}
