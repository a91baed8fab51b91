import { MAX_MAIL_TEXT, wordsOfHtml } from './html.ts'

/** Line above the quoted conversation in an e-mail, used to find the reply. */
export const REPLY_ABOVE = '##- Please write your reply above this line -##'

/** Maximum length of an introduction or a header; a longer line was written by a person. */
const MAX_JUDGED = 1000

const FORWARDS: ReadonlySet<string> = new Set([
  'original message',
  'forwarded message',
  'mensagem original',
  'mensagem encaminhada',
  'الرسالة الأصلية',
])
const OPENINGS = /^(on|em|no dia|a \d|am|le|el|il|op)(?![\p{L}\p{N}_])/u
const VERBS = ['wrote', 'escreveu', 'schrieb', 'a écrit', 'escribió', 'ha scritto', 'schreef'].map(
  (verb) => ` ${verb}`,
)
const ARABIC_OPENINGS = ['في', 'بتاريخ']
const ARABIC_VERB = 'كتب'
const SENDERS: ReadonlySet<string> = new Set(['from', 'de', 'von', 'من'])
const HEADERS: ReadonlySet<string> = new Set([
  'sent',
  'date',
  'to',
  'subject',
  'enviado',
  'enviada',
  'data',
  'para',
  'assunto',
  'gesendet',
  'an',
  'betreff',
  'التاريخ',
  'إلى',
  'الموضوع',
])

const countOf = (line: string, char: string): number => {
  let count = 0
  while (line[count] === char) count++
  return count
}

/** `-----Original Message-----`, in the languages of mail programs. */
const isForward = (line: string): boolean => {
  const dashes = countOf(line, '-')
  if (dashes < 2 || !line.endsWith('--')) return false
  let end = line.length
  while (end > dashes && line[end - 1] === '-') end--
  return FORWARDS.has(line.slice(dashes, end).trim())
}

/** `On Monday, Ana wrote:`. */
const isIntroduction = (line: string): boolean => {
  if (line.length > 250) return false
  const bare = line.endsWith(':') ? line.slice(0, -1).trimEnd() : line
  return (
    (OPENINGS.test(bare) &&
      VERBS.some((verb) => bare.endsWith(verb) && bare.length > verb.length + 5)) ||
    ARABIC_OPENINGS.some(
      (word) => bare.startsWith(`${word} `) && bare.indexOf(ARABIC_VERB) > word.length + 4,
    )
  )
}

/** Returns the name of a header in lower case: `from` of `*From:* Ana`. */
const headerOf = (line: string): string => {
  const bare = line.startsWith('*') ? line.slice(1) : line
  return bare.slice(0, Math.max(0, bare.indexOf(':'))).trimEnd()
}
const isSender = (line: string): boolean =>
  SENDERS.has(headerOf(line)) && /^[*]?\s/u.test(line.slice(line.indexOf(':') + 1))

/**
 * Returns the new text of an e-mail, without quotes and without the signature under `-- `. Reads
 * 100,000 characters at most.
 */
export const withoutQuotes = (text: string): string => {
  const lines = text.slice(0, MAX_MAIL_TEXT).replace(/\r\n?/g, '\n').split('\n')
  const judged = (i: number): string => {
    const line = lines[i] ?? ''
    return line.length > MAX_JUDGED ? '' : line.trim().toLowerCase()
  }
  const end = lines.findIndex((whole, i) => {
    if (whole === '-- ' || whole.includes(REPLY_ABOVE)) return true
    const line = judged(i)
    if (isForward(line) || isIntroduction(line)) return true
    if (line.length >= 8 && countOf(line, '_') === line.length) return true
    // An introduction is often wrapped onto a second line.
    if (OPENINGS.test(line) && isIntroduction(`${line} ${judged(i + 1)}`)) return true
    return isSender(`${line} `) && [1, 2, 3].some((n) => HEADERS.has(headerOf(judged(i + n))))
  })
  const own = end < 0 ? lines : lines.slice(0, end)
  while (own.length && /^(>|$)/.test(own.at(-1)!.trimStart())) own.pop()
  return own.join('\n').trim()
}

/**
 * Returns the text of an HTML e-mail without a plain-text part. Reads 100,000 characters at most.
 */
export const textOfHtml = (html: string): string =>
  wordsOfHtml(html.slice(0, MAX_MAIL_TEXT))
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
