import type { Transporter } from 'nodemailer'
import type { LastCalls } from '../health/lastCalls.ts'
import type { Mail, Mailer, MailLog } from './types.ts'

/** Asks other programs not to respond (RFC 3834), also those of Microsoft. */
const AUTOMATIC = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
}
const RETRY_AFTER_MS = [1_000, 10_000]

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Sends in the background with three attempts, and tracks pending deliveries. */
const background = (
  deliver: (mail: Mail) => Promise<unknown>,
  log: MailLog,
  close: () => void = () => {},
): Mailer => {
  const pending = new Set<Promise<void>>()
  let closing = false
  const attempt = async (mail: Mail): Promise<void> => {
    for (let tried = 0; ; tried++) {
      try {
        return void (await deliver(mail))
      } catch (error) {
        const pause = closing ? undefined : RETRY_AFTER_MS[tried]
        if (pause === undefined) {
          return log.error(`The mail "${mail.subject}" was not sent: ${reason(error)}`)
        }
        await new Promise((resolve) => setTimeout(resolve, pause).unref())
      }
    }
  }
  return {
    send(mail) {
      const sending = attempt(mail).finally(() => pending.delete(sending))
      pending.add(sending)
    },
    async deliver(mail) {
      await deliver(mail)
    },
    async close() {
      closing = true
      await Promise.all(pending)
      close()
    },
  }
}

const logged = ({ to, subject, text, attachments = [] }: Mail): string =>
  [
    `Mail to ${to}: ${subject}`,
    text.replace(/^/gm, '  '),
    ...attachments.map(({ fileName, bytes }) => `  [${fileName}, ${bytes.byteLength} bytes]`),
  ].join('\n')

/** Logs e-mails, for development: their links can be clicked in the terminal. */
export const consoleMailer = (log: MailLog): Mailer =>
  background(async (mail) => log.info(logged(mail)), log)

/**
 * Sends by SMTP. `url` such as
 * `smtps://user:password@mail.example.com:465?from=office@example.com`; without `from`, `no-reply@`
 * the host.
 */
export const smtpMailer = (
  url: string,
  log: MailLog,
  around: (run: () => Promise<unknown>) => Promise<unknown> = (run) => run(),
): Mailer => {
  const parsed = new URL(url)
  const from = parsed.searchParams.get('from') ?? `no-reply@${parsed.hostname}`
  parsed.searchParams.delete('from')
  let opened: Promise<Transporter> | undefined
  const transport = () =>
    (opened ??= import('nodemailer').then(({ createTransport }) => createTransport(parsed.href)))
  const mailer = background(
    (mail) =>
      around(async () =>
        (await transport()).sendMail({
          ...mail,
          // Never read as a list of addresses.
          to: { name: '', address: mail.to },
          headers: mail.automatic ? AUTOMATIC : {},
          references: [...(mail.references ?? [])],
          attachments: (mail.attachments ?? []).map(({ fileName, type, bytes }) => ({
            filename: fileName,
            contentType: type,
            content: Buffer.from(bytes),
          })),
          from,
        }),
      ),
    log,
    () => void opened?.then((t) => t.close()),
  )
  return {
    ...mailer,
    check: async () => void (await around(async () => (await transport()).verify())),
  }
}

/** Keeps e-mails in memory, for tests. */
export const memoryMailer = (): Mailer & { readonly sent: Mail[] } => {
  const sent: Mail[] = []
  return {
    sent,
    send: (mail) => void sent.push(mail),
    deliver: async (mail) => void sent.push(mail),
    close: async () => {},
  }
}

const NOT_CONFIGURED = 'mail is not configured (SMTP_URL)'

/** Sends nothing and logs that, without the e-mail's text: its links give access to accounts. */
export const absentMailer = (log: MailLog): Mailer => ({
  send: ({ subject }) => log.error(`The mail "${subject}" was not sent: ${NOT_CONFIGURED}`),
  deliver: () => Promise.reject(new Error(NOT_CONFIGURED)),
  absent: true,
  close: async () => {},
})

/**
 * SMTP if `smtpUrl` is set; else the log on a developer's own machine, and nothing when others can
 * reach the server.
 */
export const createMailer = (
  {
    smtpUrl,
    exposed,
  }: { readonly smtpUrl: string | undefined; readonly exposed: readonly string[] },
  log: MailLog,
  calls?: LastCalls,
): Mailer => {
  if (smtpUrl) return smtpMailer(smtpUrl, log, calls && ((run) => calls.around('mail', run)))
  return exposed.length > 0 ? absentMailer(log) : consoleMailer(log)
}
