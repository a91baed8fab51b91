import { say } from '#model/message.ts'
import { Problem } from '../../base/problem.ts'
import { escapeCell } from '../cells.ts'
import { dateSerial } from './dates.ts'
import { toSheetText } from './sheetText.ts'
import { styleOf } from './styles.ts'

/** How a column's texts become cells; text that does not fit stays text. */
export type CellType = 'text' | 'number' | 'day' | 'instant'

/** A column of a sheet. */
export interface SheetColumn {
  readonly header: string
  readonly type: CellType
}

/** A sheet of a workbook to write. */
export interface Sheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** Columns run from right to left. */
  readonly rightToLeft: boolean
  /** Texts by column; called once. */
  rows(): AsyncIterable<readonly string[]>
}

/** Rows of a sheet, with its heading. */
const MAX_ROWS = 1_048_576
const FLUSH = 64 * 1024
/** A spreadsheet keeps fifteen digits of a number. */
const NUMBER = /^-?\d{1,15}(?:\.(\d{1,9}))?$/
const digitsIn = (text: string): number => text.replaceAll(/[^0-9]/g, '').length

const textCell = (text: string): string =>
  `<c s="${escapeCell(text) === text ? styleOf.none : styleOf.quoted}" t="inlineStr"><is><t xml:space="preserve">${toSheetText(text)}</t></is></c>`

const cellXml = (text: string, type: CellType): string => {
  if (text === '') return '<c/>'
  if (type === 'number') {
    const parts = NUMBER.exec(text)
    if (!parts || digitsIn(text) > 15) return textCell(text)
    return `<c s="${styleOf.decimals(parts[1]?.length ?? 0)}"><v>${text}</v></c>`
  }
  if (type === 'text') return textCell(text)
  const serial = dateSerial(text)
  return serial === undefined ? textCell(text) : `<c s="${styleOf[type]}"><v>${serial}</v></c>`
}

const MIN_WIDTH = 10
const MAX_WIDTH = 40

/** XML of a sheet: a heading that stays in view, then a row for each of `rows`. */
export async function* sheetXml({ columns, rightToLeft, rows }: Sheet): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const widths = columns.map(({ header, type }, at) => {
    const width = Math.min(
      MAX_WIDTH,
      Math.max(MIN_WIDTH, header.length + 4, type === 'text' ? 18 : 0),
    )
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`
  })
  const heading = columns.map(
    ({ header }) =>
      `<c s="${styleOf.heading}" t="inlineStr"><is><t xml:space="preserve">${toSheetText(header)}</t></is></c>`,
  )
  let pending = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"${rightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row>${heading.join('')}</row>`
  let count = 1
  for await (const cells of rows()) {
    if (++count > MAX_ROWS) {
      throw new Problem(
        422,
        'invalid',
        say('A sheet of Excel has {{n}} rows at most. Filter the list, or export it as CSV.', {
          n: MAX_ROWS,
        }),
      )
    }
    pending += `<row>${columns.map(({ type }, at) => cellXml(cells[at] ?? '', type)).join('')}</row>`
    if (pending.length < FLUSH) continue
    yield encoder.encode(pending)
    pending = ''
  }
  yield encoder.encode(`${pending}</sheetData></worksheet>`)
}
