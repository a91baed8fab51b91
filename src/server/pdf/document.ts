/** Lays out a business document on A4: seller, recipient, facts, a table with its sums, a footer. */
import PDFDocument from 'pdfkit'
import { directionOf, type WrittenLanguage } from '../texts/language.ts'
import type { Letterhead } from './letterhead.ts'
import { sheetOn, type Style } from './sheet.ts'

/** Language of a document, and the locale (BCP 47) of its numbers, days and amounts. */
export interface PaperLanguage {
  readonly language: WrittenLanguage
  readonly locale: string
}

/** A column; widths are in points, and with `GAP` between columns together `TABLE_WIDTH`. */
export interface Column {
  readonly label: string
  readonly width: number
  /** Default `right`; the first column is read from the left and wraps. */
  readonly align?: 'left'
}

/** Everything that a document shows, as texts in its language. */
export interface DocumentParts {
  readonly title: string
  readonly seller: Letterhead
  readonly speaks: PaperLanguage
  /** Creation time in the file: the same document always gives the same bytes. */
  readonly at: Date
  /** Lines of the recipient. */
  readonly to: readonly string[]
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
  readonly sums: readonly (readonly [label: string, amount: string, bold?: boolean])[]
  /** A sentence below the sums. */
  readonly note?: string
}

const INK = '#0f172a'
const MUTED = '#475569'
const LINE = '#cbd5e1'
const [LEFT, RIGHT, TOP, END] = [56, 539, 56, 814]
/** Size of the footer's letters, in points. */
const SMALL = 7.5
/** Room between columns, in points. */
const GAP = 4
/** Widest table, in points. */
export const TABLE_WIDTH = RIGHT - LEFT

type Write = (text: string, x: number, y: number, style?: Partial<Style>) => void

interface Page {
  readonly doc: PDFKit.PDFDocument
  /** Mirrored, for a language written from right to left. */
  readonly rightToLeft: boolean
  /** Where the footer begins. */
  readonly foot: number
  readonly write: Write
  readonly heightOf: (text: string, width: number, size?: number) => number
  readonly rule: (y: number) => void
  readonly right: (text: string, x: number, width: number, y: number, bold?: boolean) => void
}

const pageOn = (doc: PDFKit.PDFDocument, rightToLeft: boolean, { footer }: Letterhead): Page => {
  const sheet = sheetOn(doc)
  const heightOf: Page['heightOf'] = (text, width, size = 10) =>
    sheet.heightOf(text, { width, size })
  // Everything is laid out left to right; a right-to-left document is mirrored.
  const write: Write = (text, x, y, { width = RIGHT - x, align = 'left', ...style } = {}) =>
    sheet.write(text, rightToLeft ? LEFT + RIGHT - x - width : x, y, {
      colour: INK,
      ...style,
      width,
      align: rightToLeft === (align === 'left') ? 'right' : 'left',
    })
  return {
    doc,
    rightToLeft,
    foot: footer.reduce((y, line) => y - heightOf(line, TABLE_WIDTH, SMALL), END),
    write,
    heightOf,
    rule: (y) =>
      void doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor(LINE).stroke(),
    right: (text, x, width, y, bold = false) =>
      write(text, x, y, { width, align: 'right', bold, oneLine: true }),
  }
}

/** Logo or name at the left, the seller's lines at the right; returns where the title begins. */
const drawHead = ({ doc, write, right, rightToLeft }: Page, { seller }: DocumentParts): number => {
  const { name, lines, logo, colour = INK } = seller
  if (logo) {
    const wide = 150
    const x = rightToLeft ? RIGHT - wide : LEFT
    const align = rightToLeft ? 'right' : undefined
    doc.image(Buffer.from(logo), x, TOP - 12, { fit: [wide, 44], ...(align ? { align } : {}) })
  } else write(name, LEFT, TOP, { bold: true, size: 12, colour, width: 250 })
  const quiet = { size: 8, colour: MUTED, align: 'right', oneLine: true } as const
  lines.forEach((line, i) =>
    i === 0 ? right(line, 320, RIGHT - 320, TOP, true) : write(line, 320, TOP + 3 + i * 12, quiet),
  )
  return TOP + Math.max(44, lines.length * 12 + 23)
}

/** Title, recipient and facts; returns where the table begins. */
const drawTop = (page: Page, parts: DocumentParts): number => {
  const { write, right } = page
  const y = drawHead(page, parts)
  write(parts.title, LEFT, y, { bold: true, size: 20, colour: parts.seller.colour ?? INK })
  parts.to.forEach((line, i) => write(line, LEFT, y + 40 + i * 14, { width: 260 }))
  parts.facts.forEach(([name, value], i) => {
    write(name, 356, y + 40 + i * 14, { colour: MUTED })
    right(value, 400, RIGHT - 400, y + 40 + i * 14)
  })
  return y + Math.max(136, 56 + 14 * Math.max(parts.to.length, parts.facts.length))
}

const drawHeading = ({ write, rule }: Page, columns: readonly Column[], y: number): number => {
  let x = LEFT
  for (const { label, width, align = 'right' } of columns) {
    write(label, x, y, { width, align, colour: MUTED, size: 9, oneLine: true })
    x += width + GAP
  }
  rule(y + 14)
  return y + 22
}

/** Rows on as many pages as they need; returns where they end. */
const drawRows = (page: Page, { columns, rows }: DocumentParts, from: number): number => {
  let y = drawHeading(page, columns, from)
  for (const row of rows) {
    const [first] = columns
    const height = page.heightOf(row[0] ?? '', first!.width)
    if (y + height > page.foot - 28) {
      page.doc.addPage()
      y = drawHeading(page, columns, TOP)
    }
    let x = LEFT
    for (const [i, { width, align }] of columns.entries()) {
      const text = row[i] ?? ''
      if (i === 0) page.write(text, x, y, { width })
      else if (align) page.write(text, x, y, { width, oneLine: true })
      else page.right(text, x, width, y)
      x += width + GAP
    }
    y += height + 8
  }
  return y
}

const drawSums = (page: Page, { sums, note }: DocumentParts, from: number): void => {
  const noteHeight = note ? page.heightOf(note, TABLE_WIDTH, 9) + 16 : 0
  let y = from
  if (y + sums.length * 16 + 12 + noteHeight > page.foot - 12) {
    page.doc.addPage()
    y = TOP
  }
  page.rule(y + 2)
  for (const [i, [name, sum, bold = false]] of sums.entries()) {
    page.write(name, 330, y + 12 + i * 16, { bold, width: 120 })
    page.right(sum, 430, RIGHT - 430, y + 12 + i * 16, bold)
  }
  if (note) page.write(note, LEFT, y + 28 + sums.length * 16, { size: 9, colour: MUTED })
}

/** The seller's footer at the bottom of the current page. */
const drawFoot = ({ write, rule, heightOf, foot }: Page, { footer }: Letterhead): void => {
  if (!footer.length) return
  rule(foot - 8)
  let y = foot
  for (const line of footer) {
    write(line, LEFT, y, { width: TABLE_WIDTH, size: SMALL, colour: MUTED })
    y += heightOf(line, TABLE_WIDTH, SMALL)
  }
}

/** Renders a document. The same parts always give the same bytes. */
export const documentPdf = (parts: DocumentParts): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const { at, seller, speaks, title } = parts
    const doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      info: { Title: title, Author: seller.name, CreationDate: at, ModDate: at },
      lang: speaks.language,
      displayTitle: true,
    })
    const chunks: Buffer[] = []
    doc
      .on('data', (chunk: Buffer) => void chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject)
    const page = pageOn(doc, directionOf(speaks.language) === 'rtl', seller)
    doc.on('pageAdded', () => drawFoot(page, seller))
    drawFoot(page, seller)
    drawSums(page, parts, drawRows(page, parts, drawTop(page, parts)))
    doc.end()
  })
