import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { sheetXml, type Sheet } from './sheetXml.ts'
import { stylesXml } from './styles.ts'
import { toSheetText } from './sheetText.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Parts have no time of their own, so that equal lists are equal files. */
const mtime = new Date(Date.UTC(2000, 0, 1))

/** Names of sheets: 31 characters, without some, and each once. */
const namesOf = (sheets: readonly Sheet[]): string[] => {
  const names: string[] = []
  for (const { name } of sheets) {
    const plain =
      name
        .replaceAll(/[[\]:*?/\\']/g, ' ')
        .trim()
        .slice(0, 28) || 'Sheet'
    names.push(names.includes(plain) ? `${plain} ${names.length + 1}` : plain)
  }
  return names
}

/** The parts that say what the workbook consists of. */
const fixedParts = (sheets: readonly Sheet[]): Readonly<Record<string, string>> => {
  const each = (one: (n: number) => string) => sheets.map((_, at) => one(at + 1)).join('')
  const names = namesOf(sheets).map((name) => toSheetText(name).replaceAll('"', '&quot;'))
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((n) => `<sheet name="${names[n - 1]!}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': stylesXml,
  }
}

/**
 * Streams a workbook, a sheet after the other, so that memory does not grow with its rows; they are
 * compressed outside this thread. Texts are cells of text, so none runs as a formula.
 */
export async function* xlsxOf(sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream)
  let open: Readable | undefined
  for (const [name, text] of Object.entries(fixedParts(sheets))) {
    zip.addBuffer(Buffer.from(text), name, { mtime })
  }
  for (const [at, sheet] of sheets.entries()) {
    zip.addReadStreamLazy(`xl/worksheets/sheet${at + 1}.xml`, { mtime }, (use) => {
      open = Readable.from(sheetXml(sheet), { objectMode: false, highWaterMark: 64 * 1024 })
      open.on('error', (error) => output.destroy(error))
      use(null, open)
    })
  }
  zip.end()
  try {
    yield* output as AsyncIterable<Uint8Array>
  } finally {
    open?.destroy()
    output.destroy()
  }
}
