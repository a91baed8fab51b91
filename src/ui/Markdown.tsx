import type { ReactNode } from 'react'
import { inlineOf, linesOf, type Block as Parsed, type Inline } from './markdownParts.ts'
import css from './markdown.module.css'

const drawn = (parts: readonly Inline[], mention: (id: string) => ReactNode): ReactNode[] =>
  parts.map((part, i) => {
    switch (part.kind) {
      case 'strong':
        return <strong key={i}>{drawn(part.parts, mention)}</strong>
      case 'em':
        return <em key={i}>{drawn(part.parts, mention)}</em>
      case 'code':
        return <code key={i}>{part.text}</code>
      case 'link':
        return (
          <a key={i} href={part.href} rel="noopener noreferrer nofollow" target="_blank">
            {part.text}
          </a>
        )
      case 'mention':
        return <span key={i}>{mention(part.id)}</span>
      default:
        return part.text
    }
  })

const nobody = (id: string) => `@${id.slice(0, 8)}`

const Block = ({
  block,
  mention,
}: {
  readonly block: Parsed
  readonly mention: (id: string) => ReactNode
}) => {
  const { kind, lines } = block
  switch (kind) {
    case 'rule':
      return <hr />
    case 'code':
      return (
        // Focusable, so that a keyboard can scroll it.
        <pre tabIndex={0}>
          <code>{lines.join('\n')}</code>
        </pre>
      )
    case 'list':
    case 'numbers': {
      const List = kind === 'list' ? 'ul' : 'ol'
      return (
        <List>
          {lines.map((line, n) => (
            <li key={n}>{drawn(inlineOf(line), mention)}</li>
          ))}
        </List>
      )
    }
    case 'heading': {
      // Below the headings of the page and its cards.
      const Heading = (block.level ?? 1) > 2 ? 'h4' : 'h3'
      return <Heading>{drawn(inlineOf(lines[0] ?? ''), mention)}</Heading>
    }
    default: {
      const Tag = kind === 'quote' ? 'blockquote' : 'p'
      return <Tag>{drawn(inlineOf(lines.join('\n')), mention)}</Tag>
    }
  }
}

/**
 * Renders Markdown written by people: paragraphs, headings, lists, quotes, code, bold, italic and
 * web links. It becomes elements, never HTML, so nothing needs sanitising. `mention` renders the
 * person of `@[id]`.
 */
export const Markdown = ({
  text,
  mention = nobody,
}: {
  readonly text: string
  readonly mention?: (id: string) => ReactNode
}) => (
  <div className={css.text}>
    {linesOf(text).map((block, i) => (
      <Block key={i} block={block} mention={mention} />
    ))}
  </div>
)
