import { serverTexts } from '../texts/index.ts'
import type { LetterTexts, PlainLetterTexts } from '../texts/types.ts'
import { directionOf, languageTo, type WrittenLanguage } from '../texts/language.ts'
import type { Mail } from './types.ts'

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!)

/** Recipient of an e-mail; `locale` is their chosen language, BCP 47. */
export interface Addressee {
  readonly email: string
  /** Null when it is unverified that the name belongs to the owner of the address. */
  readonly name: string | null
  readonly locale?: string | null | undefined
}

const letter = (
  { email, name }: Addressee,
  language: WrittenLanguage,
  { subject, say, close }: PlainLetterTexts,
  link?: { readonly button: string; readonly href: string },
): Mail => {
  const hello = serverTexts[language].mail.hello(name)
  return {
    to: email,
    subject,
    automatic: true,
    text: [hello, say, ...(link ? [`${link.button}: ${link.href}`] : []), close].join('\n\n'),
    html: [
      `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><body style="margin:0;padding:24px;background:#f4f6fb;font-family:system-ui,sans-serif;color:#0f172a">`,
      '<div style="max-width:520px;margin:auto;padding:32px;background:#fff;border-radius:8px">',
      `<h1 style="font-size:20px;margin:0 0 16px;color:#0F2051">${escape(subject)}</h1><p>${escape(hello)}</p><p>${escape(say)}</p>`,
      link &&
        `<p><a href="${escape(link.href)}" style="display:inline-block;padding:12px 20px;background:#0F2051;color:#fff;text-decoration:none;border-radius:4px">${escape(link.button)}</a></p>`,
      `<p style="color:#475569;font-size:14px">${escape(close)}</p></div></body></html>`,
    ]
      .filter(Boolean)
      .join(''),
  }
}

const write = (
  to: Addressee,
  texts: (language: WrittenLanguage) => LetterTexts,
  href: string,
): Mail => {
  const language = languageTo(to.locale)
  const own = texts(language)
  return letter(to, language, own, { button: own.button, href })
}

/**
 * E-mails of the account pages, in the recipient's language. `href` is the URL of the page that
 * completes the action.
 */
export const messages = {
  resetPassword: (to: Addressee, href: string): Mail =>
    write(to, (l) => serverTexts[l].mail.resetPassword, href),
  verifyEmail: (to: Addressee, href: string): Mail =>
    write(to, (l) => serverTexts[l].mail.verifyEmail, href),
  alreadyRegistered: (to: Addressee, href: string): Mail =>
    write(to, (l) => serverTexts[l].mail.alreadyRegistered, href),
  /** A code that confirms the identity of a session's user. */
  proofCode: (to: Addressee, code: string): Mail => {
    const language = languageTo(to.locale)
    return letter(to, language, serverTexts[language].mail.proofCode(code))
  },
  invitation: (to: Addressee, href: string, from: string | null): Mail =>
    write(to, (l) => serverTexts[l].mail.invitation(from), href),
}
