import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { dateSerial } from '#server/exchange/xlsx/dates.ts'
import { toSheetText } from '#server/exchange/xlsx/sheetText.ts'

/** Returns the bytes of a ZIP archive with these parts. */
export const zipOf = async (parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Parts of a workbook whose only sheet is this XML of rows; `more` adds or replaces parts. */
export const workbookParts = (
  rows: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> => ({
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  ...more,
})

const opened = (xml: string): string =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

const partsIn = async (bytes: Buffer): Promise<Map<string, string>> => {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const parts = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    let text = ''
    for await (const chunk of await zip.openReadStreamPromise(entry)) text += String(chunk)
    parts.set(entry.fileName, text)
  }
  return parts
}

/** The XML of a cell after a person typed a text into it: a number or date stays one. */
export const typedInto = (cell: string, text: string): string => {
  if (text === '') return '<c/>'
  const style = /^<c (s="\d+")/.exec(cell)?.[1]
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(text) && (cell === '<c/>' || cell.includes('<v>'))) {
    return `<c ${style ?? ''}><v>${text}</v></c>`
  }
  const serial = cell.includes('<v>') ? dateSerial(text) : undefined
  if (serial !== undefined) return `<c ${style ?? ''}><v>${serial}</v></c>`
  return `<c t="inlineStr"><is><t xml:space="preserve">${toSheetText(text)}</t></is></c>`
}

/** The workbook with other rows in its first sheet: cells are XML, the first row is the heading. */
export const reworked = async (
  bytes: Buffer,
  work: (rows: readonly (readonly string[])[]) => readonly (readonly string[])[],
): Promise<Buffer> => {
  const parts = await partsIn(bytes)
  const name = 'xl/worksheets/sheet1.xml'
  const xml = parts.get(name) ?? ''
  const rows = [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, cells = '']) => [
    ...(cells.match(/<c\/>|<c [^>]*>.*?<\/c>/gs) ?? []),
  ])
  const data = work(rows)
    .map((cells) => `<row>${cells.join('')}</row>`)
    .join('')
  parts.set(
    name,
    xml.replace(/<sheetData>.*<\/sheetData>/s, () => `<sheetData>${data}</sheetData>`),
  )
  return zipOf(Object.fromEntries(parts))
}

/** The sheets of a workbook in order, with the numbers and texts of their cells. */
export const sheetsIn = async (
  bytes: Buffer,
): Promise<{ name: string; rows: (string | number)[][] }[]> => {
  const parts = await partsIn(bytes)
  const names = [...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g)]
  return names.map(([, name = ''], at) => ({
    name: opened(name),
    rows: [
      ...(parts.get(`xl/worksheets/sheet${at + 1}.xml`) ?? '').matchAll(/<row>(.*?)<\/row>/gs),
    ].map(([, cells = '']) =>
      [...cells.matchAll(/<c\/>|<c [^>]*>(.*?)<\/c>/gs)].map(([, inner = '']) => {
        const text = /<t[^>]*>(.*?)<\/t>/s.exec(inner)?.[1]
        if (text !== undefined) return opened(text)
        return inner === '' ? '' : Number(/<v>(.*?)<\/v>/.exec(inner)?.[1])
      }),
    ),
  }))
}
