import { refuseFile } from '../csvLines.ts'
import { numberFormat, type NumberFormat } from './dates.ts'
import { unreadable, type Parts } from './parts.ts'
import { fromSheetText } from './sheetText.ts'
import { SharedTexts } from './sharedTexts.ts'
import { xmlEvents, type XmlEvent } from './xml.ts'

/** Texts that cells share: their number and length stay in memory. */
const MAX_SHARED = 2_000_000
const MAX_SHARED_LETTERS = 60_000_000
/** Longest of them; a cell has 32,767 characters at most. */
const MAX_TEXT = 100_000

/** What the cells of a sheet refer to. */
export interface Workbook {
  /** Name of the part with the first visible sheet. */
  readonly sheet: string
  readonly shared: SharedTexts
  /** How styles show their numbers, where that is not a plain number. */
  readonly formats: ReadonlyMap<number, NumberFormat>
  /** Days count from 1904, as in files of old Macs. */
  readonly from1904: boolean
}

type Open = Extract<XmlEvent, { kind: 'open' }>

async function* openTags(parts: Parts, name: string): AsyncGenerator<Open> {
  for await (const events of xmlEvents(await parts.open(name))) {
    for (const event of events) if (event.kind === 'open') yield event
  }
}

const MAIN = 'xl/workbook.xml'
const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true'

/** Ids of the visible sheets in order. Programs differ in the prefix of the attribute. */
const visibleSheets = async (parts: Parts): Promise<{ ids: string[]; from1904: boolean }> => {
  const ids: string[] = []
  let from1904 = false
  for await (const { name, attributes } of openTags(parts, MAIN)) {
    if (name === 'workbookPr') from1904 = isTrue(attributes.get('date1904'))
    const isVisible = (attributes.get('state') ?? 'visible') === 'visible'
    if (name !== 'sheet' || !isVisible) continue
    const id = [...attributes].find(([key]) => key.endsWith(':id'))?.[1]
    if (id) ids.push(id)
  }
  return { ids, from1904 }
}

/** The part of the first sheet with cells, which relationships name relative to `xl/`. */
const firstPart = async (parts: Parts, ids: readonly string[]): Promise<string> => {
  const targets = new Map<string, string>()
  for await (const { name, attributes } of openTags(parts, 'xl/_rels/workbook.xml.rels')) {
    const hasCells = !/\/(?:chart|dialog)sheet$/.test(attributes.get('Type') ?? '')
    if (name !== 'Relationship' || !hasCells) continue
    targets.set(attributes.get('Id') ?? '', attributes.get('Target') ?? '')
  }
  const target = ids.map((id) => targets.get(id)).find((found) => found !== undefined)
  if (target === undefined) return 'xl/worksheets/sheet1.xml'
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

const formatsOf = async (parts: Parts): Promise<Map<number, NumberFormat>> => {
  const formats = new Map<number, NumberFormat>()
  if (!parts.has('xl/styles.xml')) return formats
  const codes = new Map<number, string>()
  let [inCells, at] = [false, 0]
  for await (const { name, attributes } of openTags(parts, 'xl/styles.xml')) {
    if (name === 'numFmt') {
      codes.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '')
    }
    if (name === 'cellXfs') inCells = true
    else if (name === 'cellStyles') inCells = false
    if (!inCells || name !== 'xf') continue
    const id = Number(attributes.get('numFmtId') ?? 0)
    const format = numberFormat(id, codes.get(id))
    if (format) formats.set(at, format)
    at++
  }
  return formats
}

/** Shared texts in order; of a text in several fonts its parts, without the reading of Japanese. */
const sharedOf = async (parts: Parts): Promise<SharedTexts> => {
  const name = 'xl/sharedStrings.xml'
  const shared = new SharedTexts()
  if (!parts.has(name)) return shared
  let [text, inText, phonetic, letters] = ['', false, false, 0]
  for await (const events of xmlEvents(await parts.open(name))) {
    for (const event of events) {
      if (event.kind === 'text') {
        if (!inText || phonetic) continue
        text += event.text
        if (text.length > MAX_TEXT) throw unreadable()
        continue
      }
      const opens = event.kind === 'open'
      if (event.name === 't') inText = opens
      if (event.name === 'rPh') phonetic = opens
      if (event.name !== 'si') continue
      if (opens) {
        text = ''
        continue
      }
      letters += text.length
      if (shared.length >= MAX_SHARED || letters > MAX_SHARED_LETTERS) {
        throw refuseFile('The workbook has too much text. Save it as CSV, or split it.')
      }
      shared.push(fromSheetText(text))
    }
  }
  return shared
}

/** Reads what the first visible sheet refers to. */
export const workbookOf = async (parts: Parts): Promise<Workbook> => {
  if (!parts.has(MAIN)) throw unreadable()
  const { ids, from1904 } = await visibleSheets(parts)
  return {
    sheet: await firstPart(parts, ids),
    from1904,
    formats: await formatsOf(parts),
    shared: await sharedOf(parts),
  }
}
