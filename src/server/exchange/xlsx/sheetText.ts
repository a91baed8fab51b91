/** Text of a cell as a workbook holds it: characters that XML has not are `_x0001_`. */

const MAX_CELL = 32_767
const CODE = /_x([0-9A-Fa-f]{4})_/g
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000d-\u001f\ufffe\uffff]/g
const NAMES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
])

const coded = (letter: string): string =>
  `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** Text with `_x000D_` and the like replaced. */
export const fromSheetText = (text: string): string =>
  text.includes('_x')
    ? text.replace(CODE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** XML of a cell's text; a longer one than a cell may hold ends in `…`. */
export const toSheetText = (text: string): string =>
  (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text)
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(CODE, (match) => `_x005F${match}`)
    .replace(FORBIDDEN, coded)
    .replaceAll(/[&<>]/g, (letter) => NAMES.get(letter) ?? letter)
