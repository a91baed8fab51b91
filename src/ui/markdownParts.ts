/**
 * The Markdown subset of notes and long texts. Each pattern is bounded, so that parsing takes linear
 * time.
 */

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'mention'; readonly id: string }

export interface Block {
  readonly kind: 'paragraph' | 'list' | 'numbers' | 'quote' | 'heading' | 'code' | 'rule'
  readonly lines: readonly string[]
  /** Of a heading: 1 to 6. */
  readonly level?: number
}

interface Line {
  readonly kind: Exclude<Block['kind'], 'code'>
  readonly text: string
  readonly level?: number
}

const lineOf = (line: string): Line => {
  const rest = (found: RegExpExecArray) => line.slice(found[0].length)
  const heading = /^ {0,3}(#{1,6}) +/.exec(line)
  if (heading) {
    return { kind: 'heading', text: rest(heading).trim(), level: heading[1]?.length ?? 1 }
  }
  if (/^ {0,3}(?:-{3,40}|\*{3,40}|_{3,40}) {0,40}$/.test(line)) return { kind: 'rule', text: '' }
  const item = /^ {0,3}[-*+] +/.exec(line)
  if (item) return { kind: 'list', text: rest(item) }
  const numbered = /^ {0,3}\d{1,4}[.)] +/.exec(line)
  if (numbered) return { kind: 'numbers', text: rest(numbered) }
  const quote = /^ {0,3}> ?/.exec(line)
  return quote ? { kind: 'quote', text: rest(quote) } : { kind: 'paragraph', text: line }
}

/**
 * Splits text into paragraphs, lists (`- `, `* `), numbered lists (`1. `), quotes (`> `), headings
 * (`# `), code between lines of three backticks, and rules (`---`); lines lose their mark.
 */
export const linesOf = (text: string): Block[] => {
  const blocks: { kind: Block['kind']; lines: string[]; level?: number }[] = []
  let open = false
  let fenced = false
  for (const line of text.split(/\r?\n/)) {
    if (/^ {0,3}```/.test(line)) {
      fenced = !fenced
      open = false
      if (fenced) blocks.push({ kind: 'code', lines: [] })
      continue
    }
    const last = blocks.at(-1)
    if (fenced) {
      last?.lines.push(line)
      continue
    }
    const { kind, text: rest, level } = lineOf(line)
    const alone = kind === 'heading' || kind === 'rule'
    if (kind === 'paragraph' && !line.trim()) open = false
    else {
      if (last && open && !alone && last.kind === kind) last.lines.push(rest)
      else blocks.push({ kind, lines: [rest], ...(level ? { level } : {}) })
      open = !alone
    }
  }
  return blocks
}

const TOKEN =
  /`([^`\n]{1,500})`|\*\*([^*\n]{1,500})\*\*|(?<![\w*])[*_]([^*_\n]{1,500})[*_](?!\w)|\[([^[\]\n]{1,200})\]\((https?:\/\/[^\s()]{1,1000})\)|(https?:\/\/[^\s<>()]{1,1000})|@\[([0-9a-f-]{36})\]/g

/** Parses the inline parts of a line. Only web addresses become links. */
export const inlineOf = (text: string): Inline[] => {
  const parts: Inline[] = []
  let at = 0
  for (const found of text.matchAll(TOKEN)) {
    const [whole, code, strong, em, label, href, bare, id] = found
    if (found.index > at) parts.push({ kind: 'text', text: text.slice(at, found.index) })
    at = found.index + whole.length
    if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (strong !== undefined) parts.push({ kind: 'strong', parts: inlineOf(strong) })
    else if (em !== undefined) parts.push({ kind: 'em', parts: inlineOf(em) })
    else if (label !== undefined) parts.push({ kind: 'link', text: label, href: href! })
    else if (bare !== undefined) parts.push({ kind: 'link', text: bare, href: bare })
    else parts.push({ kind: 'mention', id: id! })
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) })
  return parts
}
