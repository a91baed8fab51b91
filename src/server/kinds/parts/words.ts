/** Words of people for what records hold as codes: choices, countries, yes and no. */
import { fold } from '#model/fold.ts'
import type { FieldModel } from '#model/types.ts'
import { serverTexts } from '../../texts/index.ts'
import { labelIn } from '../../texts/labels.ts'
import { writtenLanguages } from '../../texts/language.ts'

const plain = (text: string): string => fold(text.trim())

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
let countries: ReadonlyMap<string, string> | undefined

/** Codes of countries by their name in every language; codes that were replaced are left out. */
const countryNames = (): ReadonlyMap<string, string> => {
  if (countries) return countries
  const found = new Map<string, string>()
  for (const language of writtenLanguages) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const first of LETTERS) {
      for (const second of LETTERS) {
        const code = first + second
        const name = new Intl.Locale(`und-${code}`).region === code ? names.of(code) : undefined
        if (name !== undefined) found.set(plain(name), code)
      }
    }
  }
  countries = found
  return found
}

/** `Portugal` is `PT`; a code stays, in capitals. Other text stays as it is. */
export const countryCode = (text: string): string =>
  /^[A-Za-z]{2}$/.test(text.trim())
    ? text.trim().toUpperCase()
    : (countryNames().get(plain(text)) ?? text)

/** The value of a choice by its value or its label in any language; other text stays. */
export const choiceValue = (options: NonNullable<FieldModel['options']>, text: string): string => {
  const wanted = plain(text)
  const found =
    options.find((o) => o.value === text.trim()) ??
    options.find((o) =>
      [o.value, ...writtenLanguages.map((language) => labelIn(language, o.label))].some(
        (word) => plain(String(word)) === wanted,
      ),
    )
  return found ? String(found.value) : text.trim()
}

type Cells = (typeof serverTexts)[keyof typeof serverTexts]['cells']

const said = (word: (cells: Cells) => string): ReadonlySet<string> =>
  new Set(writtenLanguages.map((language) => plain(word(serverTexts[language].cells))))
const TRUE = new Set(['true', '1', ...said(({ yes }) => yes)])
const FALSE = new Set(['false', '0', ...said(({ no }) => no)])

/** `yes` in any language is true; undefined for text that is neither. */
export const booleanOf = (text: string): boolean | undefined => {
  const word = plain(text)
  if (TRUE.has(word)) return true
  return FALSE.has(word) ? false : undefined
}
