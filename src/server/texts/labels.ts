import ar from '#schemas/labels/ar.json' with { type: 'json' }
import pt from '#schemas/labels/pt.json' with { type: 'json' }
import { own } from '#schemas/define/own.ts'
import type { WrittenLanguage } from './language.ts'

const translations: Readonly<
  Record<Exclude<WrittenLanguage, 'en'>, Readonly<Record<string, string>>>
> = { pt, ar }

/** The label of a field, choice or state in a language; English where there is no translation. */
export const labelIn = (language: WrittenLanguage, text: string): string =>
  language === 'en' ? text : (own(translations[language], text) ?? text)
