/** Retired words; `.github/CONTRIBUTING.md` lists what to write instead. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { at, root } from '../lib/paths.mjs'
import type { Measure } from './measures.ts'

/** Patterns that match retired words in code, comments and texts. */
export const retired: readonly RegExp[] = [
  /\bdeeds?\b/gi,
  /[a-z]Deeds?\b/g,
  /\bDeeds?[A-Z]/g,
  /\bfor good\b/gi,
  /\bthe clock\b/gi,
  /byClock/g,
  /\bmend(s|ed|ing)?\b/gi,
  /\bpeel(s|ed)?\b/gi,
  /\bisGrave\b/g,
  /\bBones?\b/g,
  /\bpatiently\b/gi,
  /\bstands twice\b/gi,
  /\bgo(es)? on\b/gi,
  /\bLetters?\b/g,
  /(?<!-)\bpapers?\b/gi,
  /\bfigures?\b/gi,
  /\btold\b/gi,
  /\b(hears?|heard)\b/gi,
  /\bstands (at|in|on|for)\b/gi,
  /\basked for\b/gi,
  /Asked\b|Asked[A-Z]|\basked[A-Z]/g,
  /\bdemand[A-Z]/g,
  /\bpieces?\b/gi,
  /\blazyPiece\b/g,
  /\bwithPortal\b|\bdeskLetter\b/g,
  /\bprintOf\b/g,
  /\bpromisePassed\b/g,
  /\banew\b/gi,
  /\bletGo\b/g,
  /\bforeseen\b/gi,
  /(?<!\bthere(?: will)? )\b(is|are|was|were) no (?!exception|longer|more|reason|trouble)[$a-z]/gi,
  /\bstands? (above|after|before|below|beside|between|together)\b/gi,
  /\blies (above|apart|before|below|beside|between|in|over|under)\b/gi,
]

/** Text files that people read and write, without the catalogues of other languages. */
const files = (): string[] =>
  execFileSync('git', ['ls-files', 'src', 'schemas', 'tests', 'README.md', '.github'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(
      (file) =>
        /\.(tsx?|mjs|css|json|md)$/.test(file) &&
        !/(^|\/)package-lock\.json|migrations\/(sql|meta)\/|locales\/(pt|ar)|labels\/(pt|ar)|__snapshots__|\/demo\/|house\/words\.ts|CONTRIBUTING|CHANGELOG/.test(
          file,
        ),
    )

/**
 * Counts retired words that are still in use.
 * @param only Restricts the search to paths with one of these prefixes; default the repository.
 */
export const retiredWords = (only: readonly string[] = ['']): Measure => {
  const searched = files().filter((file) => only.some((prefix) => file.startsWith(prefix)))
  const where = searched.flatMap((file) => {
    const text = readFileSync(at(file), 'utf8')
    return retired
      .flatMap((word) => [...text.matchAll(word)])
      .map(({ 0: word, index }) => `${file}:${text.slice(0, index).split('\n').length} ${word}`)
  })
  return { name: 'retired words', value: where.length, bound: 0, is: 'most', where }
}
