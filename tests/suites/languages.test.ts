/**
 * Every language is complete compared with English: the same texts with the same placeholders, and
 * every label of the schemas.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { compileModel } from '#model/compile.ts'
import { schemaLabels } from '#model/labels.ts'
import { resources } from '#schemas/index.ts'
import { writtenLanguages } from '#server/texts/language.ts'
import { serverTexts } from '#server/texts/index.ts'
import { languages } from '#ui/i18n.ts'

interface Texts {
  readonly [name: string]: string | Texts
}
const folder = path.resolve(import.meta.dirname, '../../src/ui/locales')
const flat = (texts: Texts, at: string): [string, string][] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string'
      ? [[at + name, text] as [string, string]]
      : flat(text, `${at}${name}.`),
  )
const read = (language: string, part: string): Texts =>
  JSON.parse(readFileSync(path.join(folder, language, part), 'utf8')) as Texts
const labelsOf = (language: string): Texts =>
  JSON.parse(
    readFileSync(
      path.resolve(import.meta.dirname, '../../schemas/labels', `${language}.json`),
      'utf8',
    ),
  ) as Texts
/** Texts by `<part>.<name>`; `problems` has no English file. */
const catalogue = (language: string): Map<string, string> =>
  new Map(
    readdirSync(path.join(folder, language))
      .filter((f) => f.endsWith('.json') && f !== 'problems.json')
      .flatMap((f) => flat(read(language, f), `${f.slice(0, -5)}.`)),
  )

const PLURAL = /_(?:zero|one|two|few|many|other)$/
const english = catalogue('en')
const isPlural = (key: string) => PLURAL.test(key) && english.has(key.replace(PLURAL, '_other'))
const bare = (key: string) => (isPlural(key) ? key.replace(PLURAL, '') : key)
const holes = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))].sort()
const others = languages.filter((l) => l !== 'en')

test.each(others)('%s has exactly the same texts as English', (language) => {
  const own = new Set(
    [...catalogue(language).keys()].map((key) =>
      PLURAL.test(key) && english.has(key.replace(PLURAL, '_other'))
        ? key.replace(PLURAL, '')
        : key,
    ),
  )
  const wanted = new Set([...english.keys()].map(bare))
  expect({
    missing: [...wanted].filter((key) => !own.has(key)),
    unknown: [...own].filter((key) => !wanted.has(key)),
  }).toEqual({ missing: [], unknown: [] })
})

test.each(others)('%s uses the same placeholders as English', (language) => {
  const wrong = [...catalogue(language)].filter(([key, text]) => {
    const forms = [...english]
      .filter(([k]) => bare(k) === bare(key) || k === key)
      .map(([, v]) => holes(v))
    // A form for one or two may spell out the number.
    const loose = /_(?:one|two)$/.test(key)
      ? (names: string[]) => names.filter((n) => !['count', 'number', 'one', 'many'].includes(n))
      : (names: string[]) => names
    return !forms.some((form) => JSON.stringify(loose(form)) === JSON.stringify(loose(holes(text))))
  })
  expect(wrong).toEqual([])
})

test.each(others)('%s has every plural form its grammar requires', (language) => {
  const own = catalogue(language)
  // A form for zero or for millions may fall back to `other`.
  const asked = new Intl.PluralRules(language === 'pt' ? 'pt-PT' : language)
    .resolvedOptions()
    .pluralCategories.filter((c) => c !== 'zero' && (c !== 'many' || language === 'ar'))
  const plural = new Set([...english.keys()].filter(isPlural).map(bare))
  expect(
    [...plural].flatMap((key) =>
      asked.filter((form) => !own.has(`${key}_${form}`)).map((form) => `${key}_${form}`),
    ),
  ).toEqual([])
})

test.each(others)(
  '%s has a label for everything the shipped entities show: add missing ones to its file in schemas/labels',
  (language) => {
    const own = labelsOf(language)
    expect(
      schemaLabels(compileModel(resources)).filter(
        (text) => typeof own[text] !== 'string' || own[text] === '',
      ),
    ).toEqual([])
  },
)

test.each(others)('%s server messages have the same placeholders as the originals', (language) => {
  expect(
    Object.entries(read(language, 'problems.json')).filter(
      ([text, own]) => JSON.stringify(holes(text)) !== JSON.stringify(holes(String(own))),
    ),
  ).toEqual([])
})

/**
 * Texts with their placeholders, by full key; for functions, the parameters appear in the sentence.
 */
const serverSays = (texts: object, at = ''): [string, string][] =>
  Object.entries(texts).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    const made =
      typeof value === 'function' ? (value as (given: string) => unknown)('{{given}}') : value
    return typeof made === 'string'
      ? [[at + name, made]]
      : serverSays(made as object, `${at}${name}.`)
  })

test('the server has texts in every language of the pages', () =>
  expect([...writtenLanguages].sort()).toEqual([...languages].sort()))

test.each(others)(
  '%s server texts have the same keys and placeholders as in English',
  (language) => {
    const shape = (texts: [string, string][]) =>
      Object.fromEntries(texts.map(([key, text]) => [key, text.trim() ? holes(text) : 'empty']))
    expect(shape(serverSays(serverTexts[language]))).toEqual(shape(serverSays(serverTexts.en)))
  },
)
