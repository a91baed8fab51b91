/** The Markdown subset of notes. Each pattern is bounded, so that parsing takes linear time. */

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'mention'; readonly id: string }

export interface Block {
  readonly kind: 'paragraph' | 'list' | 'quote'
  readonly lines: readonly string[]
}

/**
 * Splits text into paragraphs, lists (`- `, `* `, `1. `) and quotes (`> `); list items and quoted
 * lines lose their mark.
 */
export const linesOf = (text: string): Block[] => {
  const blocks: { kind: Block['kind']; lines: string[] }[] = []
  let open = false
  for (const line of text.split(/\r?\n/)) {
    const item = /^ {0,3}(?:[-*+]|\d{1,4}[.)]) /.exec(line)
    const quote = /^ {0,3}> ?/.exec(line)
    const kind = (item && 'list') ?? (quote && 'quote') ?? 'paragraph'
    const rest = line.slice((item ?? quote)?.[0].length ?? 0)
    const last = blocks.at(-1)
    if (kind === 'paragraph' && !line.trim()) open = false
    else {
      if (last && open && last.kind === kind) last.lines.push(rest)
      else blocks.push({ kind, lines: [rest] })
      open = true
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
