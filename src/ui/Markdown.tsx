import type { ReactNode } from 'react'
import { inlineOf, linesOf, type Inline } from './markdownParts.ts'
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

/**
 * Renders Markdown written by people: paragraphs, lists, quotes, bold, italic, code and web links.
 * It becomes elements, never HTML, so nothing needs sanitising. `mention` renders the person of
 * `@[id]`.
 */
export const Markdown = ({
  text,
  mention,
}: {
  readonly text: string
  readonly mention: (id: string) => ReactNode
}) => (
  <div className={css.text}>
    {linesOf(text).map((block, i) => {
      if (block.kind === 'list') {
        return (
          <ul key={i}>
            {block.lines.map((line, n) => (
              <li key={n}>{drawn(inlineOf(line), mention)}</li>
            ))}
          </ul>
        )
      }
      const Tag = block.kind === 'quote' ? 'blockquote' : 'p'
      return <Tag key={i}>{drawn(inlineOf(block.lines.join('\n')), mention)}</Tag>
    })}
  </div>
)
