import arLabels from '#schemas/labels/ar.json' with { type: 'json' }
import ptLabels from '#schemas/labels/pt.json' with { type: 'json' }
import arProblems from '#ui/locales/ar/problems.json' with { type: 'json' }
import ptProblems from '#ui/locales/pt/problems.json' with { type: 'json' }
import { sentencesOf } from '#ui/locales/sentences.ts'
import type { WrittenLanguage } from './language.ts'

type Texts = Readonly<Record<string, string>>

const under = (part: string, texts: Texts): [string, string][] =>
  Object.entries(texts).map(([text, own]) => [`${part}.${text}`, own])

const speaker = (problems: Texts, labels: Texts) => {
  let say: ((text: string) => string) | undefined
  return (text: string): string => {
    say ??= sentencesOf(new Map([...under('problems', problems), ...under('schema', labels)]))
    return say(text)
  }
}

const speakers: Readonly<Record<WrittenLanguage, (text: string) => string>> = {
  en: (text) => text,
  pt: speaker(ptProblems, ptLabels),
  ar: speaker(arProblems, arLabels),
}

/** A message of the rules in a language, for files; the pages have the same translations. */
export const sentenceIn = (language: WrittenLanguage, text: string): string =>
  speakers[language](text)
