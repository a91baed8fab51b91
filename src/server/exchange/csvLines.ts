import { separatorLine } from '#model/csvCells.ts'
import { separatorBelowTitle } from '#model/csvFormat.ts'
import { say, type Said } from '#model/message.ts'
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import Papa from 'papaparse'
import { Problem } from '../base/problem.ts'

/**
 * Maximum characters in one line: an unclosed quotation mark turns the rest of a file into one
 * line.
 */
const MAX_LINE = 100_000
/** Maximum lines of a file, as in Excel: blank ones are not rows of an import, but take time. */
const MAX_LINES = 1_048_576
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

interface Parsed {
  readonly lines: string[][]
  /** Index where the last line begins. */
  readonly last: number
  readonly delimiter: string
}

const parse = (text: string, known: string | undefined): Parsed => {
  const lines: string[][] = []
  let [last, end] = [0, 0]
  const delimiter = known ?? guess(text)
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step({ data, meta }) {
      lines.push(data)
      ;[last, end] = [end, meta.cursor]
    },
  })
  return { lines, last, delimiter }
}

/** Guesses the separator from the beginning; a title above the header may hide it. */
const guess = (text: string): string => {
  const start = text.length > CHUNK ? text.slice(0, text.lastIndexOf('\n', CHUNK) + 1) : text
  const { meta, errors } = Papa.parse<string[]>(start, {
    preview: 10,
    skipEmptyLines: true,
    newline: '\n',
  })
  const isFound = !errors.some(({ code }) => code === 'UndetectableDelimiter')
  return isFound ? meta.delimiter : (separatorBelowTitle(start) ?? meta.delimiter)
}

async function* chunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) {
    for (let at = 0; at < text.length; at += CHUNK) yield text.slice(at, at + CHUNK)
  }
}

/**
 * Yields the cells of each line, one empty cell for an empty line. The separator is guessed from
 * the first chunk. An unfinished line is parsed again only when its text has doubled, so the work
 * is linear in the file's size, not quadratic.
 * @throws 422 for a line of more than 100,000 characters, as an unclosed quotation mark produces,
 * and for too many lines.
 */
export async function* csvLines(texts: AsyncIterable<string>): AsyncGenerator<string[]> {
  let [open, wanted] = ['', CHUNK]
  let delimiter: string | undefined
  let count = 0
  const take = (isEnd: boolean): string[][] => {
    if (count === 0) {
      delimiter ??= separatorLine.exec(open)?.[1]
      open = open.replace(separatorLine, '')
    }
    const { lines, last, delimiter: found } = parse(open, delimiter)
    if (lines.some((cells) => cells.length > MAX_CELLS)) {
      throw refuseFile(
        say('A line may have {{n}} cells at most, a file 1000 columns.', { n: MAX_CELLS }),
      )
    }
    const kept = isEnd ? lines : lines.slice(0, -1)
    if (kept.length) delimiter = found
    count += kept.length
    if (count > MAX_LINES) {
      throw refuseFile(say('A file may have {{n}} lines at most. Split it.', { n: MAX_LINES }))
    }
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
    return kept
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
