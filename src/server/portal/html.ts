/** Maximum characters read of an e-mail; the rest is ignored. */
export const MAX_MAIL_TEXT = 100_000

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['nbsp', ' '],
  ['apos', "'"],
])
const UNREAD: ReadonlySet<string> = new Set(['style', 'script', 'head', 'title'])
const BREAKS = /^(br|\/(p|div|li|tr|h\d))$/

const charOf = (code: number): string =>
  code > 31 && code < 0x110000 ? String.fromCodePoint(code) : ' '
const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,6})|(\w{2,6}));/g, (whole, code?: string, name?: string) =>
    code ? charOf(Number(code)) : (ENTITIES.get(name ?? '') ?? whole),
  )

/** Returns the name of the tag at `at` in lower case, with the `/` of a closing one. */
const nameAt = (html: string, at: number): string =>
  /^\/?[a-z][a-z\d]{0,9}(?![a-z\d])/i.exec(html.slice(at + 1, at + 13))?.[0].toLowerCase() ?? ''

/**
 * Returns the index of the closing tag `</name` after `from`; the end of the text if it is missing.
 */
const closingOf = (html: string, name: string, from: number): number => {
  for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 2)) {
    if (nameAt(html, at) === `/${name}`) return at
  }
  return html.length
}

/** Extracts the text between the tags, up to the first quotation, in one linear pass. */
export const wordsOfHtml = (html: string): string => {
  const words: string[] = []
  let from = 0
  while (from < html.length) {
    const tag = html.indexOf('<', from)
    const end = tag < 0 ? -1 : html.indexOf('>', tag)
    if (end < 0) {
      words.push(html.slice(from))
      break
    }
    words.push(html.slice(from, tag))
    const name = nameAt(html, tag)
    if (name === 'blockquote') break
    if (BREAKS.test(name)) words.push('\n')
    from = UNREAD.has(name) ? closingOf(html, name, end) : end + 1
  }
  return decoded(words.join(''))
}
