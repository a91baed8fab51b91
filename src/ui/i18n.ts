import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { Catalogue } from './locales/en/index.ts'

declare module 'i18next' {
  interface CustomTypeOptions { defaultNS: 'translation'; resources: { translation: Catalogue } }
}

/** Languages that have a catalogue. */
export const languages = ['en'] as const
export type Language = (typeof languages)[number]

const catalogues: Record<Language, () => Promise<{ default: Catalogue }>> = { en: () => import('./locales/en/index.ts') }
const rightToLeft = new Set(['ar', 'fa', 'he', 'ur'])

/** The language to start with: the first of the browser's that has a catalogue, else English. */
export const preferredLanguage = (): Language =>
  (typeof navigator === 'undefined' ? [] : navigator.languages).map((l) => languages.find((k) => l.toLowerCase().split('-')[0] === k)).find((l) => l !== undefined) ?? 'en'

/** Loads one catalogue and makes it the language of the page. Tests await it before they render. */
export const startI18n = async (language: Language = preferredLanguage()): Promise<void> => {
  const { default: catalogue } = await catalogues[language]()
  if (i18next.isInitialized) {
    i18next.addResourceBundle(language, 'translation', catalogue, true, true)
    await i18next.changeLanguage(language)
  } else {
    await i18next.use(initReactI18next).init({
      lng: language, fallbackLng: false, resources: { [language]: { translation: catalogue } }, nsSeparator: false,
      interpolation: { escapeValue: false }, react: { useSuspense: false }, showSupportNotice: false,
    } as Parameters<typeof i18next.init>[0])
  }
  if (typeof document !== 'undefined') {
    document.documentElement.lang = language
    document.documentElement.dir = rightToLeft.has(language) ? 'rtl' : 'ltr'
  }
}

/** Text outside components. */
export const t = i18next.t.bind(i18next)

/** A label of a schema in the person's language; without a translation, as the schema says it. */
export const label = (text: string): string => i18next.t(`labels.${text}` as never, { defaultValue: text }) as string

/** A label inside a sentence: `Hotel` → `hotel`; abbreviations (`VAT id`) keep their capitals. */
export const inSentence = (text: string): string => {
  const own = label(text)
  return /^\p{Lu}\p{Lu}/u.test(own) ? own : own.charAt(0).toLocaleLowerCase(i18next.language) + own.slice(1)
}

/** The person's language, BCP 47. */
export const currentLanguage = (): string => i18next.language || 'en'

export { useTranslation }
