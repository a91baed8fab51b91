/** Styles of the cells of an export. */

/** Forms of numbers, in the order of their styles. */
const CODES = [
  '#,##0',
  '#,##0.0',
  '#,##0.00',
  '#,##0.000',
  'yyyy\\-mm\\-dd',
  'yyyy\\-mm\\-dd hh:mm',
]
const FIRST_ID = 164
const PLAIN = 3

/** Index of a style in the workbook. */
export const styleOf = {
  none: 0,
  heading: 1,
  /** Text that would be a formula if it were typed: `quotePrefix` keeps it text when it is edited. */
  quoted: 2,
  day: PLAIN + 4,
  instant: PLAIN + 5,
  /** A number with up to three decimals. */
  decimals: (digits: number): number => PLAIN + Math.min(digits, 3),
} as const

const xf = (format: number, rest = ''): string =>
  `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${rest}/>`

/** The part `xl/styles.xml`. */
export const stylesXml: string = [
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
  `<numFmts count="${CODES.length}">`,
  ...CODES.map((code, at) => `<numFmt numFmtId="${FIRST_ID + at}" formatCode="${code}"/>`),
  '</numFmts>',
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border/></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${PLAIN + CODES.length}">`,
  xf(0),
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  xf(49, ' quotePrefix="1"'),
  ...CODES.map((_, at) => xf(FIRST_ID + at)),
  '</cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '</styleSheet>',
].join('')
