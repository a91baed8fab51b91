/**
 * Texts in the person's language, from catalogues in `locales/`. Own code of a page: the library it replaced cost 17 kB
 * brotli of the 170 that the first list may weigh, for what is a look-up, `{{name}}` and plurals by `Intl.PluralRules`.
 */
import { useSyncExternalStore } from 'react'
import type { Catalogue } from './locales/en/index.ts'

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type Base<K extends string> = K extends `${infer B}_${PluralForm}` ? B : K
type Paths<T> = { [K in keyof T & string]: T[K] extends string ? Base<K> : `${K}.${Paths<T[K]>}` }[keyof T & string]
/** `<part>.<name>`; a text with plural forms `name_one`, `name_other` goes by `name` and needs a `count`. */
export type TextKey = Paths<Catalogue>
/** Values of `{{name}}`; `count` also chooses the plural form. */
export type TextValues = Readonly<Record<string, string | number | null | undefined>>
export type Translate = (key: TextKey, values?: TextValues) => string

/** Languages that have a catalogue. */
export const languages = ['en'] as const
export type Language = (typeof languages)[number]

const catalogues: Record<Language, () => Promise<{ default: Catalogue }>> = { en: () => import('./locales/en/index.ts') }
const rightToLeft = new Set(['ar', 'fa', 'he', 'ur'])

interface Loaded { readonly language: string; readonly texts: ReadonlyMap<string, string>; readonly plural: Intl.PluralRules }
let loaded: Loaded = { language: 'en', texts: new Map(), plural: new Intl.PluralRules('en') }

interface Texts { readonly [name: string]: string | Texts }
const flat = (texts: Texts, path = ''): [string, string][] => Object.entries(texts).flatMap(([name, text]) => (typeof text === 'string' ? [[path + name, text] as [string, string]] : flat(text, `${path}${name}.`)))
const listeners = new Set<() => void>()
const subscribe = (fn: () => void) => { listeners.add(fn); return () => void listeners.delete(fn) }

/** The language to start with: the first of the browser's that has a catalogue, else English. */
export const preferredLanguage = (): Language =>
  (typeof navigator === 'undefined' ? [] : navigator.languages).map((l) => languages.find((k) => l.toLowerCase().split('-')[0] === k)).find((l) => l !== undefined) ?? 'en'

/** Loads one catalogue and makes it the language of the page. Tests await it before they render. */
export const startI18n = async (language: Language = preferredLanguage()): Promise<void> => {
  const { default: texts } = await catalogues[language]()
  loaded = { language, texts: new Map(flat(texts)), plural: new Intl.PluralRules(language) }
  for (const fn of listeners) fn()
  if (typeof document !== 'undefined') {
    document.documentElement.lang = language
    document.documentElement.dir = rightToLeft.has(language) ? 'rtl' : 'ltr'
  }
}

const find = (key: string, count: unknown): string | undefined =>
  (typeof count === 'number' ? loaded.texts.get(`${key}_${loaded.plural.select(count)}`) ?? loaded.texts.get(`${key}_other`) : undefined) ?? loaded.texts.get(key)

/** Text outside components. A key without a text is shown as the key, so that nobody overlooks it. */
export const t: Translate = (key, values = {}) => (find(key, values.count) ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

/** A label of a schema in the person's language; without a translation, as the schema says it. */
export const label = (text: string): string => loaded.texts.get(`labels.${text}`) ?? text

/** A label inside a sentence: `Hotel` → `hotel`; abbreviations (`VAT id`) keep their capitals. */
export const inSentence = (text: string): string => {
  const own = label(text)
  return /^\p{Lu}\p{Lu}/u.test(own) ? own : own.charAt(0).toLocaleLowerCase(loaded.language) + own.slice(1)
}

/** The person's language, BCP 47. */
export const currentLanguage = (): string => loaded.language

/** Texts for a component, which is drawn again when the language changes. */
export const useTranslation = (): { readonly t: Translate; readonly i18n: { readonly language: string } } => {
  const language = useSyncExternalStore(subscribe, currentLanguage, currentLanguage)
  return { t, i18n: { language } }
}
