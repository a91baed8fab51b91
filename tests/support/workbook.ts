import { ZipFile } from 'yazl'

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
