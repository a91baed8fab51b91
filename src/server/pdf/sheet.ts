/** Writes text on a PDF page in any supported language. */
import { fontBytes, type GlyphRun, type Weight } from './glyphs.ts'
import { linesOf, type Line } from './lines.ts'

/** Text style: size in points, `width` the maximum width, `align` the side. */
export interface Style {
  readonly width: number
  readonly bold?: boolean
  readonly size?: number
  readonly colour?: string
  readonly align?: 'left' | 'right'
  /** On one line, in a smaller size if it is too long. */
  readonly oneLine?: boolean
}

/** Writes texts on a document. */
export interface Sheet {
  /** Writes with the top left corner at `x`, `y`, in points. */
  readonly write: (text: string, x: number, y: number, style: Style) => void
  /** Returns the height of a text in this style, in points. */
  readonly heightOf: (text: string, style: Style) => number
}

/** Line height relative to the font size: Arabic has marks above and below its letters. */
const [STEP, ARABIC_STEP] = [1.16, 1.36]
/**
 * Distance of the baseline from the upper edge, relative to the font size; the same in all fonts.
 */
const BASELINE = 0.8

/** Creates a sheet on the current page of `doc`. */
export const sheetOn = (doc: PDFKit.PDFDocument): Sheet => {
  const known = new Set<string>()
  const choose = ({ set }: GlyphRun, weight: Weight, size: number): void => {
    if (set === 'built-in') {
      return void doc.font(weight === 'bold' ? 'Helvetica-Bold' : 'Helvetica').fontSize(size)
    }
    const name = `${set} ${weight}`
    if (!known.has(name)) doc.registerFont(name, fontBytes(set, weight))
    known.add(name)
    doc.font(name).fontSize(size)
  }
  const set = (
    text: string,
    { bold = false, size: wanted = 10, width, oneLine = false }: Style,
  ) => {
    const weight: Weight = bold ? 'bold' : 'regular'
    const measured =
      (size: number) =>
      (run: GlyphRun): number => {
        choose(run, weight, size)
        return doc.widthOfString(run.text)
      }
    let [size, lines]: [number, Line[]] = [
      wanted,
      linesOf(text, oneLine ? Infinity : width, measured(wanted)),
    ]
    const longest = lines[0]?.width ?? 0
    if (oneLine && longest > width) {
      size *= width / longest
      lines = linesOf(text, Infinity, measured(size))
    }
    return {
      lines,
      weight,
      size,
      measure: measured(size),
      step: size * (lines.some((l) => l.runs.some((p) => p.set === 'arabic')) ? ARABIC_STEP : STEP),
    }
  }
  return {
    heightOf(text, style) {
      const { lines, step } = set(text, style)
      return lines.length * step
    },
    write(text, x, y, style) {
      const { lines, size, step, measure } = set(text, style)
      doc.fillColor(style.colour ?? 'black')
      for (const [i, { runs, width }] of lines.entries()) {
        let at = style.align === 'right' ? x + style.width - width : x
        for (const run of runs) {
          // Measuring also selects the font.
          const wide = measure(run)
          doc.text(run.text, at, y + i * step + size * BASELINE, {
            lineBreak: false,
            baseline: 'alphabetic',
          })
          at += wide
        }
      }
    },
  }
}
