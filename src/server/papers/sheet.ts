/** A sheet to write on in any of the languages the product speaks. */
import { fontBytes, type Piece, type Weight } from './letters.ts'
import { linesOf, type Line } from './lines.ts'

/** How a text is set: size in points, `width` what it may take, `align` to which end of it. */
export interface Style {
  readonly width: number
  readonly bold?: boolean
  readonly size?: number
  readonly colour?: string
  readonly align?: 'left' | 'right'
  /** On one line, in smaller letters where it is too long. */
  readonly oneLine?: boolean
}

/** Writes texts on a document. */
export interface Sheet {
  /** Writes with the left upper corner at `x`, `y`, in points. */
  readonly write: (text: string, x: number, y: number, style: Style) => void
  /** How high a text is that is set so, in points. */
  readonly heightOf: (text: string, style: Style) => number
}

/** Height of a line against the size of its letters: Arabic ones have marks over and under them. */
const [STEP, ARABIC_STEP] = [1.16, 1.36]
/** Where letters stand below the upper edge, against their size, in all fonts alike. */
const BASELINE = 0.8

/** A sheet on the page that is open in `doc`. */
export const sheetOn = (doc: PDFKit.PDFDocument): Sheet => {
  const known = new Set<string>()
  const choose = ({ set }: Piece, weight: Weight, size: number): void => {
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
      (piece: Piece): number => {
        choose(piece, weight, size)
        return doc.widthOfString(piece.text)
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
      step:
        size * (lines.some((l) => l.pieces.some((p) => p.set === 'arabic')) ? ARABIC_STEP : STEP),
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
      for (const [i, { pieces, width }] of lines.entries()) {
        let at = style.align === 'right' ? x + style.width - width : x
        for (const piece of pieces) {
          // Measuring chooses the font too.
          const wide = measure(piece)
          doc.text(piece.text, at, y + i * step + size * BASELINE, {
            lineBreak: false,
            baseline: 'alphabetic',
          })
          at += wide
        }
      }
    },
  }
}
