import { say } from '#model/message.ts'
import { refuseFile } from '../csvLines.ts'
import { shownNumber, type NumberFormat } from './dates.ts'
import { openParts, unreadable } from './parts.ts'
import { fromSheetText } from './sheetText.ts'
import { workbookOf, type Workbook } from './workbook.ts'
import { xmlEvents, type XmlEvent } from './xml.ts'

/** The widest sheet of a spreadsheet program; import takes fewer columns and rejects more. */
const MAX_CELLS = 16_384
/** Characters in one row, as in one line of CSV. */
const MAX_ROW = 100_000

/** `AB12` is 27. */
const columnOf = (reference: string): number => {
  let at = 0
  for (const letter of reference.slice(0, 4)) {
    if (letter < 'A' || letter > 'Z') break
    at = at * 26 + letter.charCodeAt(0) - 64
  }
  return at - 1
}

interface Cell {
  readonly at: number
  readonly type: string
  readonly format: NumberFormat | undefined
}

/** Fifteen digits are what a spreadsheet shows of a number, and without a binary rest. */
const numberText = (raw: string): string => {
  const value = Number(raw)
  return Number.isFinite(value) ? String(Number(value.toPrecision(15))) : raw
}

const cellText = (cell: Cell, raw: string, { shared, from1904 }: Workbook): string => {
  if (raw === '') return ''
  if (cell.type === 's') {
    const text = shared.at(Number(raw))
    if (text === undefined) throw unreadable()
    return text
  }
  if (cell.type === 'b') return raw === '1' ? 'true' : 'false'
  if (cell.type !== 'n') return fromSheetText(raw)
  const { format } = cell
  return (format && shownNumber(Number(raw), format, from1904)) ?? numberText(raw)
}

/** The cells of a row with its number in the sheet, from 1. */
export interface SheetRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** Collects the rows of a sheet from its events. */
class SheetReader {
  readonly #book: Workbook
  #row: string[] = []
  #line = 0
  #letters = 0
  /** Column of a cell without a reference: the one after the previous cell, empty or not. */
  #next = 0
  #cell: Cell | undefined
  #raw = ''
  #takes = false
  #phonetic = false

  constructor(book: Workbook) {
    this.#book = book
  }

  #open({ name, attributes }: Extract<XmlEvent, { kind: 'open' }>): void {
    if (name === 'row') {
      this.#row = []
      this.#line = Number(attributes.get('r')) || this.#line + 1
      this.#letters = 0
      this.#next = 0
    } else if (name === 'c') {
      const reference = attributes.get('r')
      const at = reference === undefined ? this.#next : columnOf(reference)
      if (at < 0 || at >= MAX_CELLS) {
        throw refuseFile(
          say('A file may have {{n}} columns at most; this one has more.', { n: 1000 }),
        )
      }
      this.#next = at + 1
      const format = this.#book.formats.get(Number(attributes.get('s') ?? -1))
      this.#cell = { at, type: attributes.get('t') ?? 'n', format }
      this.#raw = ''
    } else if (name === 'rPh') this.#phonetic = true
    this.#takes = (name === 'v' || name === 't') && !this.#phonetic
  }

  #take(text: string): void {
    this.#raw += text
    if (this.#letters + this.#raw.length > MAX_ROW) {
      throw refuseFile(say('A row may have {{n}} characters at most.', { n: MAX_ROW }))
    }
  }

  #endCell(): void {
    const cell = this.#cell
    this.#cell = undefined
    if (!cell) return
    const text = cellText(cell, this.#raw, this.#book)
    if (text === '') return
    this.#letters += text.length
    if (this.#letters > MAX_ROW) {
      throw refuseFile(say('A row may have {{n}} characters at most.', { n: MAX_ROW }))
    }
    while (this.#row.length < cell.at) this.#row.push('')
    this.#row.splice(cell.at, 1, text)
  }

  /** Returns the rows that end in these events, without empty ones. */
  rows(events: readonly XmlEvent[]): SheetRow[] {
    const rows: SheetRow[] = []
    for (const event of events) {
      if (event.kind === 'open') this.#open(event)
      else if (event.kind === 'text') {
        if (this.#takes && this.#cell) this.#take(event.text)
      } else {
        this.#takes = false
        if (event.name === 'rPh') this.#phonetic = false
        if (event.name === 'c') this.#endCell()
        if (event.name === 'row' && this.#row.length > 0) {
          rows.push({ line: this.#line, cells: this.#row })
        }
      }
    }
    return rows
  }
}

/**
 * Yields the rows of the first visible sheet as texts: dates as `2026-05-31`, times as `14:30:00`,
 * percentages as `12.5%`, other numbers as they are, formulas as their last result. Rows end at
 * their last cell.
 * @throws 422 for what is not a workbook, or exceeds what a workbook may have; before any part is read
 * where its declared size says so.
 */
export async function* xlsxRows(bytes: Uint8Array): AsyncGenerator<SheetRow> {
  const parts = await openParts(bytes)
  const book = await workbookOf(parts)
  const sheet = new SheetReader(book)
  for await (const events of xmlEvents(await parts.open(book.sheet))) yield* sheet.rows(events)
}
