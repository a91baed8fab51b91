import { describe, expect, test, vi } from 'vitest'
import { workbookParts, zipOf } from '#tests/support/workbook.ts'
import { readTable } from '../readTable.ts'
import type { CellType, Sheet } from './sheetXml.ts'
import { xlsxOf } from './writeXlsx.ts'

async function* slices(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
}

const read = async (bytes: Uint8Array) => {
  const rows: Readonly<Record<string, string>>[] = []
  for await (const batch of readTable(slices(bytes))) {
    for (const row of batch) {
      expect(row.problem).toBeUndefined()
      rows.push(row.cells)
    }
  }
  return rows
}

const bytesOf = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

const sheet = (columns: Readonly<Record<string, CellType>>, rows: string[][]): Sheet => ({
  name: 'Books / all',
  rightToLeft: false,
  columns: Object.entries(columns).map(([header, type]) => ({ header, type })),
  async *rows() {
    yield* rows
  },
})

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const heading = `<row>${cell('a')}${cell('b')}</row>`

describe('a written workbook', () => {
  test('reads back as the same texts, numbers and dates', async () => {
    const rows = [
      ['é & <b> "x"', '2510.00', '2026-05-31', '2026-05-31 14:30'],
      ['  two\nlines ', '', '', ''],
      ['_x0041_ \u0001', '-0.5', 'soon', '1850-01-01 10:00'],
      ['0012', '1234567890123456', '9999-12-31', ''],
    ]
    const columns = { text: 'text', amount: 'number', day: 'day', at: 'instant' } as const
    expect(await read(await bytesOf(xlsxOf([sheet(columns, rows)])))).toEqual([
      { text: rows[0]![0], amount: '2510', day: '2026-05-31', at: '2026-05-31 14:30:00' },
      { text: rows[1]![0], amount: '', day: '', at: '' },
      { text: rows[2]![0], amount: '-0.5', day: 'soon', at: '1850-01-01 10:00' },
      { text: '0012', amount: '1234567890123456', day: '9999-12-31', at: '' },
    ])
  })

  test.each(['=1+1', '@SUM(A1)', '\u200b=cmd', '＝1', '+1-1', '\t=1'])(
    'keeps %j as text, never as a formula',
    async (text) => {
      const bytes = await bytesOf(xlsxOf([sheet({ note: 'text', sum: 'number' }, [[text, text]])]))
      expect(await read(bytes)).toEqual([{ note: text, sum: text }])
      const { fromBufferPromise } = await import('yauzl')
      const zip = await fromBufferPromise(bytes, { lazyEntries: true })
      let xml = ''
      for await (const entry of zip.eachEntry()) {
        if (!entry.fileName.includes('sheet1')) continue
        for await (const chunk of await zip.openReadStreamPromise(entry)) xml += String(chunk)
      }
      expect(xml).not.toContain('<f')
      expect(xml.match(/<c s="2" t="inlineStr">/g)).toHaveLength(2)
    },
  )

  test('is byte-identical for the same rows', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 4, 31) })
    const written = () => bytesOf(xlsxOf([sheet({ n: 'text' }, [['1']])]))
    const first = await written()
    vi.setSystemTime(Date.UTC(2027, 0, 1))
    expect((await written()).equals(first)).toBe(true)
    vi.useRealTimers()
  })

  test('stops requesting rows when its reader stops', async () => {
    let [given, ended] = [0, false]
    const endless: Sheet = {
      ...sheet({ n: 'text' }, []),
      async *rows() {
        try {
          for (;;) yield [`${++given} ${Math.random()}`]
        } finally {
          ended = true
        }
      },
    }
    for await (const chunk of xlsxOf([endless])) {
      expect(chunk.length).toBeGreaterThan(0)
      if (given > 10_000) break
    }
    await expect.poll(() => ended).toBe(true)
  })

  test('fails when reading its rows fails', async () => {
    const broken: Sheet = {
      ...sheet({ n: 'text' }, []),
      async *rows() {
        yield ['1']
        throw new Error('the database is gone')
      },
    }
    await expect(bytesOf(xlsxOf([broken]))).rejects.toThrow('the database is gone')
  })
})

describe('a workbook from another program', () => {
  test('with equal and missing column names has each column once', async () => {
    const line = (...texts: string[]) => `<row>${texts.map(cell).join('')}</row>`
    const parts = workbookParts(line('Name', '', 'Name') + line('a', 'b', 'c'))
    expect(await read(await zipOf(parts))).toEqual([{ Name: 'a', '#2': 'b', 'Name (2)': 'c' }])
  })

  test('is read with shared strings, date styles, booleans, gaps and formula results', async () => {
    const parts = workbookParts(
      [
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>',
        '<row r="900000"><c r="A900000" s="1"><v>45000.5</v></c><c r="C900000"><f>A1*2</f><v>0.30000000000000004</v></c></row>',
        '<row r="900001"><c r="B900001" t="b"><v>1</v></c><c r="C900001" t="str"><f>x</f><v>text</v></c></row>',
        '<row r="900002"><c r="A900002"/></row>',
      ].join(''),
      {
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/></numFmts><cellStyleXfs><xf numFmtId="170"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
        'xl/sharedStrings.xml':
          '<sst><si><t>when</t></si><si><r><t>is </t></r><r><t>open</t></r><rPh><t>x</t></rPh></si><si><t>sum</t></si></sst>',
      },
    )
    expect(await read(await zipOf(parts))).toEqual([
      { when: '2023-03-15 12:00:00', 'is open': '', sum: '0.3' },
      { when: '', 'is open': 'true', sum: 'text' },
    ])
  })

  const styled = (codes: readonly string[]) => ({
    'xl/styles.xml': `<styleSheet><numFmts>${codes
      .map((code, at) => `<numFmt numFmtId="${170 + at}" formatCode="${code}"/>`)
      .join('')}</numFmts><cellXfs>${codes
      .map((_, at) => `<xf numFmtId="${170 + at}"/>`)
      .join('')}</cellXfs></styleSheet>`,
  })

  test.each([
    ['h:mm', 0.604166666666667, '14:30:00'],
    ['hh:mm AM/PM', 0, '00:00:00'],
    ['h:mm', 45000.75, '2023-03-15 18:00:00'],
    ['[h]:mm', 1.5, '36:00:00'],
    ['0.0%', 0.256, '25.6%'],
    ['[Red]-0%', 0.07, '7%'],
    ['mmm-yy', 45000, '2023-03-15'],
    ['dd/mm/yyyy', 1, '1900-01-01'],
    ['dd/mm/yyyy', 59, '1900-02-28'],
    ['dd/mm/yyyy', 60, '60'],
    ['dd/mm/yyyy', 61, '1900-03-01'],
    ['dd/mm/yyyy', 0, '0'],
    ['[$-409]d\\-mmm;@', 45000, '2023-03-15'],
    ['#,##0 &quot;days&quot;', 3, '3'],
  ])('shows the format %s of %d as %s', async (code, value, text) => {
    const rows = `<row>${cell('a')}</row><row><c s="0"><v>${value}</v></c></row>`
    expect(await read(await zipOf(workbookParts(rows, styled([code]))))).toEqual([{ a: text }])
  })

  test('whose first sheet is a chart is read from the next one', async () => {
    const parts = workbookParts(`<row>${cell('n')}</row><row>${cell('7')}</row>`, {
      'xl/workbook.xml':
        '<workbook xmlns:rel="r"><sheets><sheet name="C" rel:id="rId2"/><sheet name="V" rel:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId2" Type="http://office/chartsheet" Target="chartsheets/sheet1.xml"/><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/chartsheets/sheet1.xml': '<chartsheet/>',
    })
    expect(await read(await zipOf(parts))).toEqual([{ n: '7' }])
  })

  test('is read from its first visible sheet', async () => {
    const parts = workbookParts('', {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="H" state="hidden" r:id="rId1"/><sheet name="V" r:id="rId2"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/second.xml"/></Relationships>',
      'xl/worksheets/second.xml': `<x:worksheet xmlns:x="y"><x:sheetData><x:row>${'<x:c t="inlineStr"><x:is><x:t>n</x:t></x:is></x:c>'}</x:row><x:row><x:c><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    })
    expect(await read(await zipOf(parts))).toEqual([{ n: '7' }])
  })
})

describe('a hostile workbook', () => {
  const entity = (text: string) =>
    `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]>${text}`
  const sheetOf = (rows: string) => zipOf(workbookParts(rows))
  const files: Readonly<Record<string, () => Promise<Uint8Array>>> = {
    'no archive at all': async () => Buffer.from('PK\u0003\u0004 and nothing else'),
    'an archive without a workbook': () => zipOf({ 'readme.txt': 'hello' }),
    'a part missing': () => zipOf({ 'xl/workbook.xml': '<workbook/>' }),
    'entities defined': async () =>
      zipOf({
        ...workbookParts(''),
        'xl/worksheets/sheet1.xml': entity('<worksheet>&b;</worksheet>'),
      }),
    'entities defined in its main part': async () =>
      zipOf({ ...workbookParts(heading), 'xl/workbook.xml': entity('<workbook/>') }),
    'an unknown entity': () => sheetOf(`${heading}<row>${cell('&passwords;')}</row>`),
    'elements nested without end': () => sheetOf('<row>'.repeat(100_000)),
    'a text without end': () =>
      sheetOf(`<row><c t="str"><v>${'x'.repeat(9_000_000)}</v></c></row>`),
    'an attribute without end': () => sheetOf(`<row r="${'1'.repeat(9_000_000)}"/>`),
    'a row of many long texts': () => sheetOf(`<row>${cell('x'.repeat(30_000)).repeat(4)}</row>`),
    'a column far right': () => sheetOf('<row><c r="ZZZZ1"><v>1</v></c></row>'),
    'more columns than an import takes': () =>
      sheetOf(`<row>${Array.from({ length: 1001 }, (_, i) => cell(`c${i}`)).join('')}</row>`),
    'a reference to no shared text': () => sheetOf('<row><c t="s"><v>99999999</v></c></row>'),
    'XML that ends early': () =>
      zipOf({ ...workbookParts(''), 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row>' }),
    'more parts than a workbook has': () =>
      zipOf(Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`p${i}`, '']))),
    'an old or encrypted workbook': async () => Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  }
  test.each(Object.keys(files))('with %s is refused', async (name) => {
    await expect(read(await files[name]!())).rejects.toMatchObject({
      status: 422,
      extra: { errors: [{ path: 'file' }] },
    })
  })

  /** Changes the size that the directory of the archive declares for each of its parts. */
  const declaring = (bytes: Buffer, size: number): Buffer => {
    const changed = Buffer.from(bytes)
    const sign = Buffer.from([0x50, 0x4b, 0x01, 0x02])
    for (let at = changed.indexOf(sign); at >= 0; at = changed.indexOf(sign, at + 1)) {
      changed.writeUInt32LE(size, at + 24)
    }
    return changed
  }
  test('that declares an excessive size is refused before it is decompressed', async () => {
    const bytes = declaring(await sheetOf(heading), 300_000_000)
    await expect(read(bytes)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('200 MB'),
    })
  })
  test('that is larger than it declares is refused', async () => {
    const bytes = declaring(await sheetOf(heading + `<row>${cell('1')}</row>`.repeat(50_000)), 9000)
    await expect(read(bytes)).rejects.toMatchObject({ status: 422 })
  })
  test('larger than 25 MB is refused before it is opened', async () => {
    const bytes = Buffer.alloc(25_000_001)
    bytes.set([0x50, 0x4b, 0x03, 0x04])
    await expect(read(bytes)).rejects.toMatchObject({ status: 413 })
  })
})
