/**
 * Words that this house gave up for those of the field; `.github/CONTRIBUTING.md` says which to
 * write instead.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { at, root } from '../lib/paths.mjs'
import type { Measure } from './measures.ts'

/** Patterns that match a retired word in code, comments and texts. */
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
  /\bpapers?\b/gi,
]

/** Text files that people read and write; catalogues of other languages have words of their own. */
const files = (): string[] =>
  execFileSync('git', ['ls-files', 'src', 'schemas', 'tests', 'README.md', '.github'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(
      (file) =>
        /\.(tsx?|mjs|css|json|md)$/.test(file) &&
        !/locales\/(pt|ar)|labels\/(pt|ar)|__snapshots__|\/demo\/|house\/words\.ts|CONTRIBUTING|CHANGELOG/.test(
          file,
        ),
    )

/** Retired words that are still written. */
export const retiredWords = (): Measure => {
  const where = files().flatMap((file) =>
    readFileSync(at(file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        retired
          .flatMap((word) => [...line.matchAll(word)])
          .map(([word]) => `${file}:${index + 1} ${word}`),
      ),
  )
  return { name: 'retired words', value: where.length, bound: 0, is: 'most', where }
}
