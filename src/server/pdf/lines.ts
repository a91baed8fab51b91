/**
 * Lays out a text: splits it into lines, each a row of runs from left to right, following the
 * Unicode bidirectional algorithm.
 */
import bidiFactory from 'bidi-js'
import { glyphRunsOf, type GlyphRun } from './glyphs.ts'

const bidi = bidiFactory()

/** Width of a run in points. */
export type Measure = (run: GlyphRun) => number
/** A line from left to right, with its width in points. */
export interface Line {
  readonly runs: readonly GlyphRun[]
  readonly width: number
}

/** Isolates the direction of a value from that of the sentence around it. */
export const isolated = (value: string): string => `\u2068${value}\u2069`

/** Invisible formatting characters, such as direction marks. */
const UNSEEN = /\p{Cf}/gu
const ARABIC = /\p{Script=Arabic}/u
const turned = (text: string): string => [...text].reverse().join('')
const mirrored = (text: string): string =>
  [...text].map((c) => bidi.getMirroredCharacter(c) ?? c).join('')

interface Run {
  readonly text: string
  readonly level: number
}

/** Characters of one level, in reading order. */
const runsOf = (text: string, levels: Uint8Array, from: number, to: number): Run[] => {
  const runs: { text: string; level: number }[] = []
  for (let at = from; at < to; at++) {
    const [character, level] = [text[at]!, levels[at]!]
    const last = runs.at(-1)
    if (last?.level === level) last.text += character
    else runs.push({ text: character, level })
  }
  return runs
}

/**
 * From the highest level to the lowest odd one, reverses every sequence at or above that level
 * (rule L2).
 */
const asSeen = <T extends { readonly level: number }>(runs: readonly T[]): T[] => {
  let row = [...runs]
  for (let level = Math.max(0, ...runs.map((r) => r.level)); level >= 1; level--) {
    const next: T[] = []
    let part: T[] = []
    for (const run of row) {
      if (run.level >= level) part.unshift(run)
      else {
        next.push(...part, run)
        part = []
      }
    }
    row = [...next, ...part]
  }
  return row
}

/** Turns text that reads from right to left around; the font itself reverses Arabic words. */
const backwards = (text: string): string =>
  ARABIC.test(text) ? mirrored(text) : turned(mirrored(text))

const drawn = (text: string, levels: Uint8Array, from: number, to: number): GlyphRun[] => {
  const runs = runsOf(text, levels, from, to).flatMap(({ text: own, level }) =>
    glyphRunsOf(own.replace(UNSEEN, '')).flatMap(({ text: whole, set }) => {
      // Arabic is split into words, each shaped once, and its digits into single ones, since the
      // font would reverse them like words.
      const arabic = (): string[] => (level % 2 ? whole.split(/(?<=\s)|(?=\s)/u) : [...whole])
      const parts = set === 'arabic' ? arabic() : [whole]
      return parts.map((part) => ({ text: part, set, level }))
    }),
  )
  // The font reverses words; spaces, brackets and the like are reversed here.
  return asSeen(runs).map(({ text: own, set, level }) => ({
    set,
    text: level % 2 === 0 ? own : backwards(own),
  }))
}

const paragraph = (given: string, width: number, measure: Measure): Line[] => {
  const text = given
    .normalize('NFC')
    .replace(/[\u00a0\u202f]/gu, '\u00a0')
    .replace(/(?!\u00a0)\s/gu, ' ')
  const { levels } = bidi.getEmbeddingLevels(text, 'auto')
  const widthOf = (from: number, to: number): number =>
    drawn(text, levels, from, to).reduce((sum, run) => sum + measure(run), 0)
  if (widthOf(0, text.length) <= width) {
    return text.trim()
      ? [{ runs: drawn(text, levels, 0, text.length), width: widthOf(0, text.length) }]
      : []
  }
  const ends = [...[...text.matchAll(/ /g)].map(({ index }) => index), text.length]
  const lines: Line[] = []
  let [start, end] = [0, 0]
  const close = (): void => {
    if (end > start) {
      lines.push({ runs: drawn(text, levels, start, end), width: widthOf(start, end) })
    }
  }
  for (const next of ends) {
    if (end > start && widthOf(start, next) > width) {
      close()
      start = end + 1
    }
    end = next
  }
  close()
  return lines
}

/**
 * Returns the lines of a text, no wider than `width` points unless a single word is. A line break
 * begins a paragraph; its direction follows its first letter.
 */
export const linesOf = (given: string, width: number, measure: Measure): Line[] =>
  given.split('\n').flatMap((text) => paragraph(text, width, measure))
