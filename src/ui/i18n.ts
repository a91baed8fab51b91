/**
 * Texts in the person's language, from catalogues in `locales/`. Written by hand: the library it
 * replaced took 17 kB brotli of the first list's 170 kB budget, for look-up, `{{name}}` and plurals
 * by `Intl.PluralRules`.
 */
import { useSyncExternalStore } from 'react'
import common from '#ui/locales/en/common.json'
import type { Catalogue } from '#ui/locales/en/index.ts'

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type Base<K extends string> = K extends `${infer B}_${PluralForm}` ? B : K
type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? Base<K> : `${K}.${Paths<T[K]>}`
}[keyof T & string]
/**
 * `<part>.<name>`; a text with plural forms `name_one`, `name_other` has the key `name` and needs a
 * `count`.
 */
export type TextKey = Paths<Catalogue>
/** Values of `{{name}}`; `count` also chooses the plural form. */
export type TextValues = Readonly<Record<string, string | number | null | undefined>>
export type Translate = (key: TextKey, values?: TextValues) => string

/** Languages of the application. */
export const languages = ['en', 'pt', 'ar'] as const
export type Language = (typeof languages)[number]

interface Texts {
  readonly [name: string]: string | Texts
}
const catalogues: Record<Exclude<Language, 'en'>, () => Promise<{ default: Texts }>> = {
  pt: () => import('#ui/locales/pt/index.ts'),
  ar: () => import('#ui/locales/ar/index.ts'),
}
/** The language of a catalogue: Portuguese is that of Portugal. */
export const tagOf = (language: Language): string => (language === 'pt' ? 'pt-PT' : language)
/** Languages whose regions write different digits. */
const ownDigits: readonly Language[] = ['ar']
/**
 * Locale for `Intl`: that of the device's region if it speaks the language, since a language alone
 * says nothing about the order of a day or about clocks. Digits stay the language's.
 */
const localeOf = (language: Language): string => {
  const tag = tagOf(language)
  const digits = (locale: string) =>
    ownDigits.includes(language)
      ? new Intl.NumberFormat(locale).resolvedOptions().numberingSystem
      : ''
  const regional = typeof navigator === 'undefined' ? [] : navigator.languages
  return regional.find((l) => l.startsWith(`${language}-`) && digits(l) === digits(tag)) ?? tag
}
const rightToLeft: readonly Language[] = ['ar']

const flat = (texts: Texts, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string'
      ? [[path + name, text] as [string, string]]
      : flat(text, `${path}${name}.`),
  )

// English is the fallback of every other language. It loads in parts: each module brings the texts
// it uses (see src/cli/build/texts.ts).
const english = new Map(flat({ common }))

/** Adds English texts by their full keys. Called by code the build adds to each module. */
export const addTexts = (texts: Readonly<Record<string, string>>): void => {
  for (const key in texts) english.set(key, texts[key] ?? '')
}

interface Loaded {
  readonly language: Language
  readonly locale: string
  readonly texts: ReadonlyMap<string, string>
  plural(count: number): Intl.LDMLPluralRule
  number(value: number): string
}
/** Texts with plurals and numbers of a language; `Intl` objects are created when they are first used. */
const load = (language: Language, texts: ReadonlyMap<string, string>): Loaded => {
  const locale = localeOf(language)
  let plurals: Intl.PluralRules | undefined
  let numbers: Intl.NumberFormat | undefined
  return {
    language,
    locale,
    texts,
    plural: (count) => (plurals ??= new Intl.PluralRules(locale)).select(count),
    number: (value) => (numbers ??= new Intl.NumberFormat(locale)).format(value),
  }
}
const inEnglish = load('en', english)
let loaded: Loaded = inEnglish

const STORED = 'language'
const known = (locale: unknown): Language | undefined =>
  typeof locale === 'string'
    ? languages.find((l) => locale.toLowerCase().split('-')[0] === l)
    : undefined

const listeners = new Set<() => void>()
const subscribe = (fn: () => void) => {
  listeners.add(fn)
  return () => void listeners.delete(fn)
}

/**
 * The initial language: the last choice on this device, otherwise the browser's first language with
 * a catalogue, otherwise English.
 */
export const preferredLanguage = (): Language => {
  if (typeof navigator === 'undefined') return 'en'
  let stored: string | null = null
  try {
    stored = localStorage.getItem(STORED)
  } catch {
    /* no storage: use the browser's languages */
  }
  return [stored, ...navigator.languages].map(known).find((l) => l !== undefined) ?? 'en'
}

/** Loads a catalogue and makes it the page's language. Tests await it before they render. */
export const startI18n = async (language: Language = preferredLanguage()): Promise<void> => {
  loaded =
    language === 'en'
      ? inEnglish
      : load(language, new Map(flat((await catalogues[language]()).default)))
  if (typeof document !== 'undefined') {
    document.documentElement.lang = loaded.locale
    document.documentElement.dir = rightToLeft.includes(language) ? 'rtl' : 'ltr'
  }
  for (const fn of listeners) fn()
}

/**
 * Sets the language of the page and of later visits on this device; `locale` may be any BCP 47 tag,
 * and one without a catalogue changes nothing.
 */
export const setLanguage = async (locale: string | null | undefined): Promise<void> => {
  const language = known(locale)
  if (!language) return
  try {
    localStorage.setItem(STORED, language)
  } catch {
    /* chosen for this page only */
  }
  if (language !== loaded.language) await startI18n(language)
}

const among = ({ texts, plural }: Loaded, key: string, count: unknown): string | undefined =>
  (typeof count === 'number'
    ? (texts.get(`${key}_${plural(count)}`) ?? texts.get(`${key}_other`))
    : undefined) ?? texts.get(key)

/**
 * Translates outside components. A key without a text is shown as the key, so that it gets noticed.
 */
export const t: Translate = (key, values = {}) =>
  (among(loaded, key, values.count) ?? among(inEnglish, key, values.count) ?? key).replace(
    /\{\{(\w+)\}\}/g,
    (_, name: string) => {
      const v = values[name]
      return typeof v === 'number' ? loaded.number(v) : String(v ?? '')
    },
  )

let wording: ReadonlyMap<string, string> = new Map()
/** Sets labels of the schemas, in English, that the person reads in other words. */
export const setWording = (words: Readonly<Record<string, string>>): void => {
  wording = new Map(Object.entries(words))
}

/** A schema label in the person's language; untranslated if the catalogue lacks it. */
export const label = (text: string): string => {
  const worded = wording.get(text) ?? text
  return loaded.texts.get(`schema.${worded}`) ?? worded
}

/** The translation of a message or its template by the English text; unchanged without one. */
export const sentence = (text: string): string =>
  loaded.texts.get(`problems.${text}`) ?? label(text)

/** A label inside a sentence: `Hotel` → `hotel`; abbreviations (`VAT id`) keep their capitals. */
export const inSentence = (text: string): string => {
  const labelled = label(text)
  return /^\p{Lu}\p{Lu}/u.test(labelled)
    ? labelled
    : labelled.charAt(0).toLocaleLowerCase(loaded.language) + labelled.slice(1)
}

/** The language of the page's texts, as the server knows it. */
export const textLanguage = (): Language => loaded.language

/** The person's language and region as a BCP 47 tag for `Intl`. */
export const currentLanguage = (): string => loaded.locale

/** Translations for a component, which renders again when the language changes. */
export const useTranslation = (): {
  readonly t: Translate
  readonly i18n: { readonly language: string }
} => {
  const language = useSyncExternalStore(subscribe, currentLanguage, currentLanguage)
  return { t, i18n: { language } }
}
