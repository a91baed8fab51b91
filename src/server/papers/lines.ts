/** How a text stands on paper: cut into lines, each a row of pieces from left to right, by the Unicode rules for texts of two directions. */
import bidiFactory from 'bidi-js'
import { piecesOf, type Piece } from './letters.ts'

const bidi = bidiFactory()

/** Width of a piece in points. */
export type Measure = (piece: Piece) => number
/** A line from left to right, with its width in points. */
export interface Line {
  readonly pieces: readonly Piece[]
  readonly width: number
}

/** Keeps the direction of a value apart from that of the sentence around it. */
export const isolated = (value: string): string => `\u2068${value}\u2069`

/** Marks that say which way a text runs and are seen by nobody. */
const UNSEEN = /\p{Cf}/gu
const ARABIC = /\p{Script=Arabic}/u
const turned = (text: string): string => [...text].reverse().join('')
const mirrored = (text: string): string =>
  [...text].map((c) => bidi.getMirroredCharacter(c) ?? c).join('')

interface Run {
  readonly text: string
  readonly level: number
}

/** Characters of one level, in the order they are read. */
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

/** From the highest level down to the lowest odd one, what lies at or above it is turned round (rule L2). */
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

const drawn = (text: string, levels: Uint8Array, from: number, to: number): Piece[] => {
  const pieces = runsOf(text, levels, from, to).flatMap(({ text: own, level }) =>
    piecesOf(own.replace(UNSEEN, '')).flatMap(({ text: whole, set }) => {
      // Arabic goes word by word, which are shaped once each, and its metrics one by one, since the font would turn them like words.
      const parts =
        set !== 'arabic' ? [whole] : level % 2 ? whole.split(/(?<=\s)|(?=\s)/u) : [...whole]
      return parts.map((part) => ({ text: part, set, level }))
    }),
  )
  // Words are turned by the font; spaces, brackets and the like here.
  return asSeen(pieces).map(({ text: own, set, level }) => ({
    set,
    text: level % 2 === 0 ? own : ARABIC.test(own) ? mirrored(own) : turned(mirrored(own)),
  }))
}

/**
 * The lines of a text, no wider than `width` points unless one word is. Each runs as its first letter does.
 */
export const linesOf = (given: string, width: number, measure: Measure): Line[] => {
  const text = given
    .normalize('NFC')
    .replace(/[\u00a0\u202f]/gu, '\u00a0')
    .replace(/(?!\u00a0)\s/gu, ' ')
  const { levels } = bidi.getEmbeddingLevels(text, 'auto')
  const widthOf = (from: number, to: number): number =>
    drawn(text, levels, from, to).reduce((sum, piece) => sum + measure(piece), 0)
  if (widthOf(0, text.length) <= width) {
    return text.trim()
      ? [{ pieces: drawn(text, levels, 0, text.length), width: widthOf(0, text.length) }]
      : []
  }
  const ends = [...[...text.matchAll(/ /g)].map(({ index }) => index), text.length]
  const lines: Line[] = []
  let [start, end] = [0, 0]
  const close = (): void => {
    if (end > start) {
      lines.push({ pieces: drawn(text, levels, start, end), width: widthOf(start, end) })
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
