import { separatorLine } from '#model/csvCells.ts'
import { say, type Said } from '#model/message.ts'
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import Papa from 'papaparse'
import { Problem } from '../base/problem.ts'

/**
 * Maximum characters in one line: an unclosed quotation mark turns the rest of a file into one
 * line.
 */
const MAX_LINE = 100_000
/** Maximum cells in one line; a header is refused far below this. */
const MAX_CELLS = 10_000
/**
 * Characters parsed at once: few enough that even a row every two characters does not block other
 * requests.
 */
const CHUNK = 16 * 1024

/** Returns a 422 for a file that cannot be read, whatever its rows contain. */
export const refuseFile = (message: Said): Problem =>
  new Problem(422, 'invalid', message, {
    errors: [{ path: 'file', code: 'invalid_value', message }],
  })

const NEWLINES = ['\n', '\r', '\r\n'] as const
interface Format {
  readonly delimiter: string
  readonly newline: (typeof NEWLINES)[number]
}
interface Parsed {
  readonly lines: string[][]
  /** Index where the last line begins. */
  readonly last: number
  readonly format: Format
}

const parse = (text: string, format: Format | undefined, declared?: string): Parsed => {
  const lines: string[][] = []
  let [last, end] = [0, 0]
  const found = format ?? guess(text, declared)
  Papa.parse<string[]>(text, {
    ...found,
    step({ data, meta }) {
      lines.push(data)
      ;[last, end] = [end, meta.cursor]
    },
  })
  return { lines, last, format: found }
}

/** Guesses the format from the beginning, trying every known separator unless the file declares one. */
const guess = (text: string, declared?: string): Format => {
  const start = text.slice(0, CHUNK)
  const { meta } = Papa.parse<string[]>(start, { preview: 10, skipEmptyLines: true })
  const newline = /[\r\n]/.test(start) ? meta.linebreak : /\r\n?|\n/.exec(text)?.[0]
  const delimiter = declared ?? meta.delimiter
  return { delimiter, newline: NEWLINES.find((n) => n === newline) ?? '\n' }
}

async function* chunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) {
    for (let at = 0; at < text.length; at += CHUNK) yield text.slice(at, at + CHUNK)
  }
}

/**
 * Yields the cells of each non-empty line. The separator and the line end are guessed from the
 * first chunk. An unfinished line is parsed again only when its text has doubled, so the work is
 * linear in the file's size, not quadratic.
 * @throws 422 for a line of more than 100,000 characters, as an unclosed quotation mark produces.
 */
export async function* csvLines(texts: AsyncIterable<string>): AsyncGenerator<string[]> {
  let [open, wanted] = ['', CHUNK]
  let format: Format | undefined
  let declared: string | undefined
  let count = 0
  const take = (isEnd: boolean): string[][] => {
    declared ??= format ? undefined : separatorLine.exec(open)?.[1]
    if (!format) open = open.replace(separatorLine, '')
    const { lines, last, format: found } = parse(open, format, declared)
    if (lines.some((cells) => cells.length > MAX_CELLS)) {
      throw refuseFile(
        say('A line may have {{n}} cells at most, a file 1000 columns.', { n: MAX_CELLS }),
      )
    }
    const kept = isEnd ? lines : lines.slice(0, -1)
    if (kept.length) format = found
    count += kept.length
    open = isEnd ? '' : open.slice(last)
    wanted = Math.max(CHUNK, Math.min(open.length * 2, MAX_LINE + 1))
    if (open.length > MAX_LINE || kept.some((cells) => lengthOf(cells) > MAX_LINE)) {
      throw refuseFile(
        say(
          'A line may have {{n}} characters at most. After line {{line}} one has more: is a quotation mark left open?',
          { n: MAX_LINE, line: count },
        ),
      )
    }
    return kept.filter((cells) => cells.length > 1 || cells[0] !== '')
  }
  for await (const chunk of chunks(texts)) {
    open += chunk
    if (open.length < wanted) continue
    yield* take(false)
    await yieldToEvents()
  }
  if (open) yield* take(true)
}

const lengthOf = (cells: readonly string[]): number =>
  cells.reduce((sum, { length }) => sum + length, 0)
