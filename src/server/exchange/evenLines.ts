import { separators } from '#model/csvFormat.ts'

/** What a quotation mark follows where a cell begins with it; nothing at the start of a file. */
const BEFORE: ReadonlySet<string> = new Set(['', '\n', '\r', '\ufeff', ...separators])

/**
 * Text of CSV with `\n` at the end of every line, also where a file has several kinds of line ends;
 * those inside of quotation marks stay.
 */
export async function* evenLines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let [before, isQuoted, closedJustNow] = ['', false, false]
  for await (const text of texts) {
    const parts: string[] = []
    let from = 0
    for (const { 0: sign, index } of text.matchAll(/["\r\n]/g)) {
      const last = index === 0 ? before : text[index - 1]!
      if (sign === '"') {
        const opens = BEFORE.has(last) || (closedJustNow && last === '"')
        closedJustNow = isQuoted
        isQuoted = !isQuoted && opens
        continue
      }
      if (isQuoted) continue
      if (sign === '\r') parts.push(text.slice(from, index), '\n')
      else if (last === '\r') parts.push(text.slice(from, index))
      else continue
      from = index + 1
    }
    parts.push(text.slice(from))
    before = text.at(-1) ?? before
    yield parts.join('')
  }
}
