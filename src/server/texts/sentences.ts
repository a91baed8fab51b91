import arProblems from '#ui/locales/ar/problems.json' with { type: 'json' }
import ptProblems from '#ui/locales/pt/problems.json' with { type: 'json' }
import { own } from '#schemas/define/own.ts'
import { moneyIn, type Said } from '#model/message.ts'
import { write, type Writing } from '#model/writeMessage.ts'
import { labelIn } from './labels.ts'
import type { WrittenLanguage } from './language.ts'

type Texts = Readonly<Record<string, string>>

const problems: Readonly<Partial<Record<WrittenLanguage, Texts>>> = {
  pt: ptProblems,
  ar: arProblems,
}

const writingIn = (language: WrittenLanguage): Writing => {
  const locale = language === 'pt' ? 'pt-PT' : language
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return {
    text: (english) => own(own(problems, language) ?? {}, english) ?? labelIn(language, english),
    label: (english, inside) =>
      inside && language === 'en' ? english.toLowerCase() : labelIn(language, english),
    number: (value) => new Intl.NumberFormat(locale).format(value),
    day: (value) => days.format(new Date(`${value}T00:00:00Z`)),
    money: (value) => moneyIn(value, locale),
    list: (items, and) =>
      and ? new Intl.ListFormat(locale).format(items) : items.join(language === 'ar' ? '، ' : ', '),
  }
}

/** Writes a message in a language, for e-mails and files; pages have the same translations. */
export const sentenceIn = (language: WrittenLanguage, said: Said): string =>
  write(said, writingIn(language))
