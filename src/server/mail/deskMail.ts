import type { Mail } from './types.ts'
import type { DeskView } from '../portal/desk.ts'
import { REPLY_ABOVE } from '../portal/quotes.ts'
import { deskTexts } from '../texts/index.ts'
import { directionOf } from '../texts/language.ts'

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!)

interface DeskMail {
  readonly view: DeskView
  readonly to: string
  /** Reply address. */
  readonly address: string
  /** URL of the customer's page. */
  readonly href: string
  /** Id of the message it contains, and its text; without one it says that the ticket is solved. */
  readonly message?: string
  readonly body?: string
}

/**
 * Returns the e-mail with a reply to the customer, in their language, explaining how to respond.
 */
export const deskMail = ({ view, to, address, href, message, body = '' }: DeskMail): Mail => {
  const { language, texts: t } = deskTexts(view.customer.locale)
  const files = view.messages.find((m) => m.id === message)?.files.length ?? 0
  const say = message
    ? [body, ...(files ? [t.files1(files)] : [])]
    : [t.mailHello(view.customer.name), t.solvedSay]
  const host = address.split('@')[1] ?? 'localhost'
  return {
    to,
    subject: `${t.mailSubject}${view.subject}${view.number ? ` [${view.number}]` : ''}`,
    replyTo: address,
    ...(message ? {} : { automatic: true }),
    messageId: `<${message ?? `solved-${view.id}-${view.messages.length}`}@${host}>`,
    references: [`<${view.number ? 'ticket' : 'conversation'}-${view.id}@${host}>`],
    text: [REPLY_ABOVE, ...say, `${t.mailButton}: ${href}`, t.mailClose]
      .filter(Boolean)
      .join('\n\n'),
    html: [
      `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><body style="margin:0;padding:24px;background:#f4f6fb;font-family:system-ui,sans-serif;color:#0f172a">`,
      `<p style="color:#8a94a6;font-size:12px">${REPLY_ABOVE}</p><div style="max-width:560px;margin:auto;padding:32px;background:#fff;border-radius:8px">`,
      ...say
        .filter(Boolean)
        .map((line) => `<p dir="auto" style="white-space:pre-wrap">${escape(line)}</p>`),
      `<p><a href="${escape(href)}" style="display:inline-block;padding:12px 20px;background:#0F2051;color:#fff;text-decoration:none;border-radius:4px">${escape(t.mailButton)}</a></p>`,
      `<p style="color:#475569;font-size:14px">${escape(t.mailClose)}</p><p style="color:#475569;font-size:14px">${escape([view.organisation, ...(view.number ? [`#${view.number}`] : [])].join(' · '))}</p></div></body></html>`,
    ].join(''),
  }
}
