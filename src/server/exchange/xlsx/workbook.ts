import { refuseFile } from '../csvLines.ts'
import { isDateFormat } from './dates.ts'
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
  /** Styles whose numbers are dates. */
  readonly dateStyles: ReadonlySet<number>
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

const firstSheet = async (parts: Parts): Promise<{ id: string; from1904: boolean }> => {
  let [id, from1904] = ['', false]
  for await (const { name, attributes } of openTags(parts, MAIN)) {
    if (name === 'workbookPr') from1904 = isTrue(attributes.get('date1904'))
    const isVisible = (attributes.get('state') ?? 'visible') === 'visible'
    if (name === 'sheet' && isVisible && !id) id = attributes.get('r:id') ?? ''
  }
  return { id, from1904 }
}

/** The part of a sheet, which relationships name relative to `xl/`. */
const partOf = async (parts: Parts, id: string): Promise<string> => {
  for await (const { name, attributes } of openTags(parts, 'xl/_rels/workbook.xml.rels')) {
    if (name !== 'Relationship' || attributes.get('Id') !== id) continue
    const target = attributes.get('Target') ?? ''
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`
  }
  return 'xl/worksheets/sheet1.xml'
}

const stylesOf = async (parts: Parts): Promise<Set<number>> => {
  const dates = new Set<number>()
  if (!parts.has('xl/styles.xml')) return dates
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
    if (isDateFormat(id, codes.get(id))) dates.add(at)
    at++
  }
  return dates
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
  const { id, from1904 } = await firstSheet(parts)
  return {
    sheet: await partOf(parts, id),
    from1904,
    dateStyles: await stylesOf(parts),
    shared: await sharedOf(parts),
  }
}
