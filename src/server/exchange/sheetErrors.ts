/** What a spreadsheet program writes into a cell whose formula failed. */
const ERRORS: ReadonlySet<string> = new Set([
  '#NULL!',
  '#DIV/0!',
  '#VALUE!',
  '#REF!',
  '#NAME?',
  '#NUM!',
  '#N/A',
  '#GETTING_DATA',
  '#SPILL!',
  '#CALC!',
  '#FIELD!',
  '#BLOCKED!',
  '#CONNECT!',
  '#UNKNOWN!',
  '#BUSY!',
  // In Portuguese files of CSV; a workbook has the names above in every language.
  '#NULO!',
  '#VALOR!',
  '#NOME?',
  '#NÚM!',
  '#N/D',
])

/** True for the error of a failed formula, `Err:502` in LibreOffice. */
export const isSheetError = (text: string): boolean => ERRORS.has(text) || /^Err:\d{3}$/.test(text)
