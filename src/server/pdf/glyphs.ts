/** Chooses fonts by glyph: a PDF embeds the few glyphs it uses, from free fonts in npm packages. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { plainFont } from './woff.ts'

/** Subsets of Noto Sans, in the order in which they are tried. */
const SETS = [
  'latin',
  'arabic',
  'latin-ext',
  'greek',
  'cyrillic',
  'vietnamese',
  'devanagari',
  'greek-ext',
  'cyrillic-ext',
] as const
type GlyphSet = (typeof SETS)[number]
export type Weight = 'regular' | 'bold'

/** Returns the path of a subset. */
const fileOf = (set: GlyphSet, weight: Weight): string => {
  const family = set === 'arabic' ? 'ibm-plex-sans-arabic' : 'noto-sans'
  return createRequire(import.meta.url).resolve(
    `@fontsource/${family}/files/${family}-${set}-${weight === 'bold' ? 700 : 400}-normal.woff`,
  )
}

interface Glyphs {
  readonly bytes: Buffer
  readonly font: Font
}
const read = new Map<string, Glyphs>()
const glyphsOf = (set: GlyphSet, weight: Weight): Glyphs => {
  const name = `${set} ${weight}`
  let found = read.get(name)
  if (!found) {
    const bytes = plainFont(readFileSync(fileOf(set, weight)))
    found = { bytes, font: create(bytes) as Font }
    read.set(name, found)
  }
  return found
}

/** Returns the bytes of a subset, for embedding. */
export const fontBytes = (set: GlyphSet, weight: Weight): Buffer => glyphsOf(set, weight).bytes

const isBuiltIn = (text: string): boolean => /^[\u0020-\u007e\u00a0-\u00ff€–—‘’“”•…]*$/u.test(text)
const has = (set: GlyphRun['set'], cluster: string): boolean =>
  set === 'built-in'
    ? isBuiltIn(cluster)
    : [...cluster].every((c) =>
        glyphsOf(set, 'regular').font.hasGlyphForCodePoint(c.codePointAt(0)!),
      )
/** Characters that no font has lose their diacritics, or become a question mark. */
const legible = (cluster: string): string =>
  cluster
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\u0020-\u00ff]/gu, '?')

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A run of text in one font; `built-in` are the standard fonts of every PDF reader. */
export interface GlyphRun {
  readonly text: string
  readonly set: GlyphSet | 'built-in'
}

/**
 * Splits a text into runs of one font each, in reading order. Western texts stay whole in the
 * built-in font, which also provides the punctuation and digits in Arabic text; in others all
 * glyphs come from one family, so that a name looks uniform.
 */
export const glyphRunsOf = (text: string): GlyphRun[] => {
  if (isBuiltIn(text)) return text ? [{ text, set: 'built-in' }] : []
  const asked = [
    /\p{Script=Arabic}/u.test(text) ? ('built-in' as const) : ('latin' as const),
    ...SETS,
  ]
  const runs: { text: string; set: GlyphRun['set'] }[] = []
  for (const { segment } of clusters.segment(text)) {
    const last = runs.at(-1)
    // A space or a mark stays with the preceding run if its font has it.
    const set =
      last && !/[\p{L}\p{N}]/u.test(segment) && has(last.set, segment)
        ? last.set
        : asked.find((s) => has(s, segment))
    const [own, drawn] = set ? [set, segment] : ['built-in' as const, legible(segment)]
    if (last?.set === own) last.text += drawn
    else runs.push({ text: drawn, set: own })
  }
  return runs
}
