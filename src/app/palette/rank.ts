/** Ranks commands by what was typed and by how often each was used. Pure. */
import { fold } from '#model/fold.ts'

const WEIGHT = { exact: 100, prefix: 80, wordStart: 60, initials: 45, fuzzy: 20 } as const
/** A command used this often or more counts double. */
const OFTEN = 16
const WORDS = /[\s\-–—/:·().,“”"]+/u

const initialsOf = (words: readonly string[]): string => words.map((w) => w.charAt(0)).join('')

/** How compactly the letters of `typed` follow each other in `text`: 0 if they do not, at most 1. */
const fuzzy = (text: string, typed: string): number => {
  let at = -1
  let first = -1
  for (const letter of typed) {
    at = text.indexOf(letter, at + 1)
    if (at < 0) return 0
    if (first < 0) first = at
  }
  return typed.length / (at - first + 1)
}

/** How well a text matches; 0 if it does not. */
export const match = (text: string, query: string): number => {
  const typed = fold(query.trim())
  if (!typed) return 0
  const folded = fold(text)
  if (folded === typed) return WEIGHT.exact
  if (folded.startsWith(typed)) return WEIGHT.prefix
  const words = folded.split(WORDS).filter(Boolean)
  const asked = typed.split(WORDS).filter(Boolean)
  const starts = (part: string) => words.some((word) => word.startsWith(part))
  if (asked.every(starts)) return WEIGHT.wordStart
  if (initialsOf(words).startsWith(typed)) return WEIGHT.initials
  // Scattered letters of a short word match nearly everything.
  const compact = typed.length > 2 ? fuzzy(folded, typed.replaceAll(' ', '')) : 0
  return compact >= 0.5 ? WEIGHT.fuzzy * compact : 0
}

/** Factor for a command that was used so often: 1 to 2. */
export const frequency = (uses: number): number =>
  1 + Math.log2(1 + Math.min(uses, OFTEN)) / Math.log2(1 + OFTEN)

interface Ranked {
  readonly key: string
  readonly label: string
  /** Further words it is found by. */
  readonly words?: string | undefined
}

/** The commands that match, best first; equal ones stay in their order. */
export const rank = <C extends Ranked>(
  commands: readonly C[],
  query: string,
  uses: ReadonlyMap<string, number>,
): C[] =>
  commands
    .map((command) => {
      const byLabel = match(command.label, query)
      const by = byLabel || (command.words ? match(command.words, query) / 2 : 0)
      return { command, score: by * frequency(uses.get(command.key) ?? 0) }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ command }) => command)
