const CODE = /_x([0-9A-Fa-f]{4})_/g

/** Text of a cell: a workbook writes characters that XML has not as `_x000D_` and the like. */
export const fromSheetText = (text: string): string =>
  text.includes('_x')
    ? text.replace(CODE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
