/** How the columns of a file of CSV are found. */

/** Separators of cells, the likeliest first. */
export const separators = [',', '\t', '|', ';'] as const

/** Lines by which the separator is guessed. */
const LOOKED_AT = 10
/** A separator that no text has: each line is one cell. */
export const NO_SEPARATOR = '\u001f'

const QUOTED = /"[^"]*"?/g

/** The first lines that have text, without what is in quotation marks. */
const firstLines = (text: string): string[] =>
  text
    .replaceAll(QUOTED, '""')
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, LOOKED_AT)

const countIn = (line: string, separator: string): number => line.split(separator).length - 1

/** True for commas of a sentence or an address: each is followed by a space. */
const isProse = (lines: readonly string[]): boolean => lines.every((line) => !/,(?! |$)/.test(line))

/**
 * The separator of the lines below the first few, which may be a title; `NO_SEPARATOR` for a file
 * of one column. Undefined where the lines say nothing.
 */
export const separatorBelowTitle = (text: string): string | undefined => {
  const lines = firstLines(text)
  for (let from = 1; from < lines.length; from++) {
    const rest = lines.slice(from)
    const found = separators.find((separator) => {
      const [first = 0, ...others] = rest.map((line) => countIn(line, separator))
      return first > 0 && others.every((n) => n === first) && !(separator === ',' && isProse(rest))
    })
    if (found) return found
  }
  const some = lines.filter((line) => line.includes(',')).length
  return lines.length > 0 && (!lines[0]!.includes(',') || some * 2 < lines.length)
    ? NO_SEPARATOR
    : undefined
}

/** Line ends outside of quotation marks: of one kind, or mixed, as in files put together. */
export const hasMixedLineEnds = (text: string): boolean => {
  const plain = text.replaceAll(QUOTED, '""')
  const kinds = [/\r\n/, /(?:^|[^\r])\n/, /\r(?:[^\n])/]
  return kinds.filter((kind) => kind.test(plain)).length > 1
}
