import { expect, test } from 'vitest'
import { parseSearch } from '#model/searchText.ts'
import { escapeCell, unescapeCell } from '#model/csvCells.ts'
import { parseInstant } from '#model/filterValue.ts'
import { fold } from '#model/fold.ts'
import { mappingSchema } from '#model/importMapping.ts'
import { parseListQuery } from '#model/urlQueryParse.ts'
import { grants } from '#schemas/define/permissions.ts'
import { parsePosition } from '#server/events/position.ts'
import { splitCell } from '#server/kinds/parts/cells.ts'
import { instantValue } from '#server/kinds/parts/dateText.ts'
import { readTable } from '#server/exchange/readTable.ts'
import { minorUnits } from '#server/kinds/parts/amounts.ts'
import { dayOf } from '#server/exchange/values.ts'
import { offeredName } from '#server/files/offeredName.ts'
import { isUnstorable } from '#server/web/body.ts'
import { excessOf } from '#server/base/json.ts'
import { addressesIn, addressIn } from '#server/mail/addresses.ts'
import { acceptedLanguage } from '#server/texts/language.ts'
import { deviceName, isMobile } from '#screens/settings/deviceName.ts'
import { mentionsIn } from '#screens/shared/thread/mentionsIn.ts'
import { inlineOf, linesOf } from '#ui/markdownParts.ts'
import { REPLY_ABOVE, textOfHtml, withoutQuotes } from '#server/portal/quotes.ts'
import { readCursor } from '#server/store/read/cursor.ts'
import { leastMs, longestBlock } from './support/longestBlock.ts'
import { mailbox } from './support/mailbox.ts'
import { toy, toyModel } from './toy.ts'

/** One megabyte, the largest body. Values from URLs are cut to 16,000 characters, Node's limit. */
const SIZE = 1_000_000
/** Maximum event loop block in milliseconds of CPU time, so that a busy machine does not count. */
const MOST = 100

const classes = [
  ...'a1 \t\n\r.,;:-_<>()[]{}"\'`/\\@#%&=+*|~^$!?',
  '\r\n',
  'é',
  '\u0301',
  '＝',
  '\u200b',
  '\u2028',
  '😀',
  'كتب ',
]
const words = [
  '**a',
  '`a',
  '[a](https://a',
  'https://',
  '@[a',
  '- a\n',
  '```\n',
  '<style ',
  '<style>',
  '</style>',
  '<script',
  '</p>',
  '<blockquot',
  '&amp;',
  '&#33;',
  '&#',
  'on a wrote',
  'on a wrote\n',
  'On Monday ',
  'From: a\n',
  '-- original message',
  '\n>',
  REPLY_ABOVE.slice(0, -1),
  '"a"b',
  "' ",
  '; ',
  ";'",
  '"a",',
  'a,b\n',
  '","',
  '(a',
  '<a@b',
  '{a}',
  '{"a":',
  '["a",',
  '*a',
  'filter[or][0]',
  'filter[title]=a&',
  'sort=title&',
  'a=1&',
  'title,',
  'en;q=0.5,',
  '2026-01-01T',
  '..',
  'eyJ',
]
const texts = [...classes, ...words].map(
  (part) => [part, part.repeat(Math.ceil(SIZE / part.length)).slice(0, SIZE)] as const,
)

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const quietly = (work: () => unknown): void => {
  try {
    work()
  } catch (error) {
    // A refusal is a valid outcome; running out of stack or memory is not.
    expect(error).not.toBeInstanceOf(RangeError)
  }
}
const json = (text: string): unknown => {
  try {
    return excessOf(text) ? text : JSON.parse(text)
  } catch {
    return text
  }
}
const book = toy('book')

const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  'the quotes of a mail': withoutQuotes,
  'a mail after what introduces a quote': (text) =>
    withoutQuotes(`on abcde wrote${text}x\n${text}`),
  'the words of an HTML mail': textOfHtml,
  'an unclosed HTML mail': (text) => textOfHtml(`<p>${text}</p><style>${text}`),
  'an address': addressIn,
  'a list of addresses': addressesIn,
  'cells of a CSV file': (text) => unescapeCell(escapeCell(text)),
  'lists in a cell': splitCell,
  amounts: (text) => minorUnits(text, 'EUR'),
  'long numbers': (text) => minorUnits(`1${text}`, 'EUR'),
  'dates and times of people': (text) => instantValue(`2025-01-01${text}`, { dates: 'day first' }),
  days: (text) => dayOf(text, text, text),
  instants: parseInstant,
  'a mapping': (text) => mappingSchema.safeParse(json(text)),
  'a template of a mapping': (text) =>
    mappingSchema.safeParse({ fields: { title: { template: text } } }),
  'JSON bodies': json,
  'deep JSON': (text) => json('['.repeat(text.length / 2) + ']'.repeat(text.length / 2)),
  'text that cannot be stored': isUnstorable,
  // A pattern has at most 200 characters.
  'patterns of a role': (text) => {
    const long = text.slice(0, 100_000)
    grants({ allow: [long, `${long}~`, text.slice(0, 200)], deny: [] }, 'hotel.field.name.read')
  },
  // No searched field is longer, and a query has at most 200 characters.
  'search text': (text) => fold(text.slice(0, 100_000)),
  'the address of a page': (text) => parseSearch(text.slice(0, 16_000)),
  'the address of a list': (text) =>
    parseListQuery(book, toyModel, new URLSearchParams(text.slice(0, 16_000))),
  'a filter': (text) =>
    parseListQuery(
      book,
      toyModel,
      new URLSearchParams({ 'filter[title][in]': text.slice(0, 16_000) }),
    ),
  'the name of a filter': (text) =>
    parseListQuery(book, toyModel, new URLSearchParams([[`filter[${text.slice(0, 16_000)}`, 'x']])),
  'a sort order': (text) =>
    parseListQuery(book, toyModel, new URLSearchParams({ sort: text.slice(0, 16_000) })),
  cursors: (text) => readCursor('secret', 'print', text.slice(0, 16_000)),
  'positions of the event stream': parsePosition,
  languages: acceptedLanguage,
  // No text that is shown as Markdown has more than 20,000 characters.
  'Markdown in blocks': (text) => linesOf(text.slice(0, 100_000)),
  'a line of Markdown': (text) => inlineOf(text.slice(0, 100_000)),
  'the name of a device': (text) => [deviceName(text), isMobile(text)],
  // No message has more than 10,000 characters.
  'mentions in a message': (text) => mentionsIn(text.slice(0, 100_000), ['a', 'Ana Silva', '@@']),
  'names of files': (text) => offeredName(text, 'text/plain'),
}

test.each(Object.entries(parsers))(
  'reading %s does not block the event loop, for any text of one megabyte',
  async (_name, parse) => {
    for (const [part, text] of texts) {
      const took = await leastMs(MOST, () => {
        const from = cpuMs()
        quietly(() => parse(text))
        return cpuMs() - from
      })
      expect(took, JSON.stringify(part)).toBeLessThan(MOST)
    }
  },
)

test.for<[where: string, file: (text: string) => string]>([
  ['as it is', (text) => text],
  ['in quotes that do not end', (text) => `a,b\n"${text}`],
])(
  'reading any text of one megabyte as CSV, %s, does not block the event loop',
  async ([, file]) => {
    async function* bytes(text: string) {
      yield new TextEncoder().encode(text)
    }
    const longest = async (text: string): Promise<number> => {
      let [last, most] = [cpuMs(), 0]
      const look = () => {
        const now = cpuMs()
        most = Math.max(most, now - last)
        last = now
      }
      const ticking = setInterval(look, 1)
      try {
        for await (const rows of readTable(bytes(text))) expect(rows.length).toBeGreaterThan(0)
      } catch (error) {
        expect(error).toMatchObject({ status: 422 })
      } finally {
        clearInterval(ticking)
        look()
      }
      return most
    }
    for (const [part, text] of texts) {
      const took = await leastMs(MOST, () => longest(file(text)))
      expect(took, JSON.stringify(part)).toBeLessThan(MOST)
    }
  },
)

test('an incoming e-mail of the largest size does not block the event loop, signed or not', async () => {
  const size = 3_000_000
  const box = mailbox({ limits: false })
  const attached = (content: string): string =>
    JSON.stringify(box.letter({ attachments: [{ name: 'a.txt', content }] }))
  const mails: Readonly<Record<string, string>> = {
    'the largest attachment': attached('QUJD'.repeat(8_000_000)),
    'escaped slashes': attached('/'.repeat(size / 2)).replaceAll('//', '\\/\\/'),
    backslashes: attached('\\'.repeat(size / 2)),
    'many contents': attached('QUJD').replace('}]', `}${',{"content":"QUJD"}'.repeat(200_000)}]`),
    'a long HTML text': JSON.stringify(box.letter({ html: '<'.repeat(7_900_000) })),
    'escaped text': JSON.stringify(box.letter({ text: '\u0001'.repeat(1_000_000) })),
    'an odd header': JSON.stringify(box.letter({ headers: { x: '"'.repeat(3_900_000) } })),
    lists: '['.repeat(size),
    quotes: '"'.repeat(size),
    texts: '"",'.repeat(size / 3),
    spaces: ' '.repeat(size),
  }
  const streamed = (text: string) => {
    const bytes = new TextEncoder().encode(text)
    let at = 0
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) controller.close()
        else controller.enqueue(bytes.subarray(at, (at += 65_536)))
      },
    })
  }
  const wrong = `t=${box.now()},v1=${'0'.repeat(64)}`
  for (const [name, text] of Object.entries(mails)) {
    const right = box.signatureOf(text)
    for (const signature of name === 'the largest attachment' ? [right, wrong] : [right]) {
      const took = await leastMs(MOST, async () => {
        const end = longestBlock()
        await box.post(streamed(text), signature)
        return end()
      })
      expect(took, name).toBeLessThan(MOST)
    }
  }
}, 300_000)
