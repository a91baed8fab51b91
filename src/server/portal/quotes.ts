/** Written above what a mail quotes of the conversation, so that a reply is told from it. */
export const REPLY_ABOVE = '##- Please write your reply above this line -##'

const INTRODUCTIONS = [
  /^\s*-{2,}\s*(original message|forwarded message|mensagem original|mensagem encaminhada|الرسالة الأصلية)\s*-{2,}\s*$/iu,
  /^\s*(on|em|no dia|a \d|am|le|el|il|op)\b.{4,200}\b(wrote|escreveu|schrieb|a écrit|escribió|ha scritto|schreef)\s*:?\s*$/iu,
  /^\s*(في|بتاريخ)\s.{4,200}كتب.*:?\s*$/u,
  /^\s*_{8,}\s*$/u,
]
const HEADER = /^\s*\*?(from|de|von|من)\s*:\*?\s.*$/iu
const HEADER_NEXT =
  /^\s*\*?(sent|date|to|subject|enviado|enviada|data|para|assunto|gesendet|an|betreff|التاريخ|إلى|الموضوع)\s*:/iu

/** What somebody wrote in a mail, without what it quotes and without the signature under `-- `. */
export const withoutQuotes = (text: string): string => {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const end = lines.findIndex((line, i) => {
    if (line.includes(REPLY_ABOVE) || line === '-- ' || INTRODUCTIONS.some((p) => p.test(line)))
      return true
    // An introduction is often broken over two lines.
    if (
      /^\s*(on|em|am|le|el)\b/iu.test(line) &&
      INTRODUCTIONS[1]!.test(`${line} ${(lines[i + 1] ?? '').trim()}`)
    )
      return true
    return HEADER.test(line) && lines.slice(i + 1, i + 4).some((next) => HEADER_NEXT.test(next))
  })
  const own = end < 0 ? lines : lines.slice(0, end)
  while (own.length && (/^\s*>/.test(own.at(-1)!) || !own.at(-1)!.trim())) own.pop()
  return own.join('\n').trim()
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  apos: "'",
}

/** The words of an HTML mail, where it brings no plain text. */
export const textOfHtml = (html: string): string =>
  html
    .replace(/<(style|script|head|title)\b[^]*?<\/\1\s*>/gi, '')
    .replace(/<blockquote\b[^]*$/i, '')
    .replace(/<br\s*\/?>|<\/(p|div|li|tr|h\d)\s*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,6})|(\w{2,6}));/g, (whole, code?: string, name?: string) =>
      code
        ? Number(code) > 31 && Number(code) < 0x110000
          ? String.fromCodePoint(Number(code))
          : ' '
        : (ENTITIES[name ?? ''] ?? whole),
    )
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
