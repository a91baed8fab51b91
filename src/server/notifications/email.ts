import { directionOf, type WrittenLanguage } from '../texts/language.ts'
import type { Mail } from '../mail/types.ts'

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!)

/**
 * Content of an e-mail. Text is plain: line breaks stay, nothing in it is markup. `id` is the same
 * for every attempt, so that a recipient who gets it twice sees it once; `pages` is the base URL of
 * our pages, `language` that of the recipient (the direction of user-written text follows its own
 * script).
 */
export interface EmailContent {
  readonly language: WrittenLanguage
  readonly id: string
  readonly pages: string
  readonly to: string
  readonly title: string
  readonly body: string
  /** Replaces the body: several items, each with its own link. */
  readonly items?:
    | readonly { readonly title: string; readonly body: string; readonly link: string | null }[]
    | undefined
  readonly open?: { readonly label: string; readonly path: string } | undefined
  readonly close?: string | undefined
}

const itemText =
  (pages: string) =>
  ({ title, body, link }: NonNullable<EmailContent['items']>[number]): string =>
    [`• ${title}`, ...(body ? [body] : []), ...(link ? [`${pages}${link}`] : [])].join('\n  ')
const itemHtml =
  (pages: string) =>
  ({ title, body, link }: NonNullable<EmailContent['items']>[number]): string =>
    [
      '<li dir="auto" style="margin:0;padding:12px 0;border-top:1px solid #e2e8f0;list-style:none">',
      link
        ? `<a href="${escape(`${pages}${link}`)}" style="color:#0F2051;font-weight:600">${escape(title)}</a>`
        : `<strong>${escape(title)}</strong>`,
      ...(body ? [`<div style="color:#475569;white-space:pre-line">${escape(body)}</div>`] : []),
      '</li>',
    ].join('')

const htmlBody = ({ pages, body, items }: EmailContent): string[] => {
  if (items) {
    return ['<ul style="margin:0 0 16px;padding:0">', ...items.map(itemHtml(pages)), '</ul>']
  }
  return body ? [`<p dir="auto" style="white-space:pre-line">${escape(body)}</p>`] : []
}

const textBody = ({ pages, body, items }: EmailContent): string[] => {
  if (items) return items.map(itemText(pages))
  return body ? [body] : []
}

const textOf = (content: EmailContent): string => {
  const { pages, title, open, close } = content
  return [
    title,
    ...textBody(content),
    ...(open ? [`${open.label}: ${pages}${open.path}`] : []),
    ...(close ? [close] : []),
  ].join('\n\n')
}

const htmlOf = (content: EmailContent): string => {
  const { language, pages, title, open, close } = content
  return [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><body style="margin:0;padding:24px;background:#f4f6fb;font-family:system-ui,sans-serif;color:#0f172a">`,
    `<div style="max-width:520px;margin:auto;padding:32px;background:#fff;border-radius:8px"><h1 dir="auto" style="font-size:20px;margin:0 0 16px;color:#0F2051">${escape(title)}</h1>`,
    ...htmlBody(content),
    ...(open
      ? [
          `<p><a href="${escape(`${pages}${open.path}`)}" style="display:inline-block;padding:12px 20px;background:#0F2051;color:#fff;text-decoration:none;border-radius:4px">${escape(open.label)}</a></p>`,
        ]
      : []),
    ...(close ? [`<p style="color:#475569;font-size:14px">${escape(close)}</p>`] : []),
    '</div></body></html>',
  ].join('')
}

/** Formats one or several notifications as an e-mail. */
export const emailOf = (content: EmailContent): Mail => ({
  to: content.to,
  messageId: `<${content.id}@${new URL(content.pages).hostname}>`,
  subject: content.title.replace(/\s+/g, ' '),
  text: textOf(content),
  html: htmlOf(content),
  automatic: true,
})
