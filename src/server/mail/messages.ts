import type { Mail } from './types.ts'

const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!)

interface Letter { readonly to: string; readonly name: string; readonly subject: string; readonly say: readonly string[]; readonly button: { readonly label: string; readonly href: string }; readonly close: string }

const letter = ({ to, name, subject, say, button, close }: Letter): Mail => ({
  to,
  subject,
  text: [`Hello ${name},`, ...say, `${button.label}: ${button.href}`, close].join('\n\n'),
  html: [
    '<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#f4f6fb;font-family:system-ui,sans-serif;color:#0f172a">',
    '<div style="max-width:520px;margin:auto;padding:32px;background:#fff;border-radius:8px">',
    `<h1 style="font-size:20px;margin:0 0 16px;color:#0F2051">${escape(subject)}</h1><p>Hello ${escape(name)},</p>`,
    ...say.map((line) => `<p>${escape(line)}</p>`),
    `<p><a href="${escape(button.href)}" style="display:inline-block;padding:12px 20px;background:#0F2051;color:#fff;text-decoration:none;border-radius:4px">${escape(button.label)}</a></p>`,
    `<p style="color:#475569;font-size:14px">${escape(close)}</p></div></body></html>`,
  ].join(''),
})

interface To { readonly email: string; readonly name: string }

/** The letters of the account pages. `href` is the address of the page that finishes the deed. */
export const messages = {
  resetPassword: (to: To, href: string): Mail => letter({
    to: to.email, name: to.name, subject: 'Choose a new password', say: ['Someone asked for a new password for your account.'],
    button: { label: 'Choose a new password', href }, close: 'The link works once, within one hour. If it was not you, nothing needs to be done.',
  }),
  verifyEmail: (to: To, href: string): Mail => letter({
    to: to.email, name: to.name, subject: 'Confirm your e-mail address', say: ['Please confirm that this address is yours.'],
    button: { label: 'Confirm address', href }, close: 'The link works for 24 hours. If you did not create an account, ignore this mail.',
  }),
  invitation: (to: To, href: string, from: string): Mail => letter({
    to: to.email, name: to.name, subject: 'You are invited', say: [`${from} invites you to the back-office. Choose a password to start.`],
    button: { label: 'Accept the invitation', href }, close: 'The link works once, within seven days.',
  }),
}
