import { directionOf, type WrittenLanguage } from '../texts/language.ts'
import { serverTexts } from '../texts/index.ts'
import type { DocumentAddressee } from '../store/write/rules.ts'

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!)

/** Subject and message that an e-mail with a document starts with, in the recipient's language. */
export const proposedLetter = (
  { name, title, language, say }: Omit<DocumentAddressee, 'of' | 'email'>,
  organisation: string,
): { readonly subject: string; readonly message: string } => {
  const { mail, documents } = serverTexts[language]
  return {
    subject: `${title} · ${organisation}`.slice(0, 200),
    message: [
      mail.hello(name),
      say ?? documents.attached(title),
      `${documents.close}\n${organisation}`,
    ].join('\n\n'),
  }
}

/** Addresses of pages in a text that has no markup. */
const LINK = /https?:\/\/[^\s<>"']{1,2000}/g

const linked = (part: string): string =>
  escape(part).replace(LINK, (href) => `<a href="${href}">${href}</a>`)

/**
 * HTML of a message that a person wrote: its paragraphs, line breaks and links, nothing in it is
 * markup.
 */
export const letterHtml = (message: string, language: WrittenLanguage): string =>
  [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><body style="margin:0;padding:24px;background:#f4f6fb;font-family:system-ui,sans-serif;color:#0f172a">`,
    '<div style="max-width:560px;margin:auto;padding:32px;background:#fff;border-radius:8px">',
    ...message
      .split(/\n{2,}/)
      .map((part) => `<p dir="auto" style="white-space:pre-line">${linked(part)}</p>`),
    '</div></body></html>',
  ].join('')
