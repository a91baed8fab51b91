import { isIP } from 'node:net'

/** Settings that decide whether others can reach the server. */
export interface Surroundings {
  /** Host the server binds to. */
  readonly host: string
  /** Public base URL, if set. */
  readonly publicUrl: string | undefined
  /** Number of trusted proxies. */
  readonly trustProxy: number
  /** `NODE_ENV=production`. */
  readonly production: boolean
}

/** True if a host name or address is loopback: `localhost`, 127.0.0.0/8, `::1`. */
export const isLoopback = (host: string): boolean => {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

/**
 * Returns why the server counts as exposed, one phrase per reason; empty on a developer's own
 * machine. Single definition: demo data and accounts, test payments, emulators, cookies and
 * warnings all use it.
 */
export const exposedBy = ({
  host,
  publicUrl,
  trustProxy,
  production,
}: Surroundings): readonly string[] => [
  ...(isLoopback(host) ? [] : [`HOST is ${host}`]),
  ...(publicUrl === undefined || isLoopback(new URL(publicUrl).hostname)
    ? []
    : [`PUBLIC_URL is ${publicUrl}`]),
  ...(trustProxy > 0 ? ['TRUST_PROXY is set'] : []),
  ...(production ? ['NODE_ENV is production'] : []),
]

/** Returns startup warnings for the operator of an exposed server, one sentence each. */
export const exposureWarnings = ({
  exposed,
  demo,
  testPayments,
  publicUrl,
  smtpUrl,
}: {
  readonly exposed: readonly string[]
  readonly demo: boolean
  readonly testPayments: boolean
  readonly publicUrl: string
  readonly smtpUrl: string | undefined
}): readonly string[] =>
  exposed.length === 0
    ? []
    : [
        `Others can reach this server (${exposed.join(', ')}).`,
        ...(publicUrl.startsWith('https:')
          ? []
          : [
              `PUBLIC_URL is not an https address (${publicUrl}): links in mails lead there, and browsers are not required to stay on https. Put a proxy that ends TLS in front and set PUBLIC_URL and TRUST_PROXY.`,
            ]),
        ...(smtpUrl
          ? []
          : [
              'Mail is not configured: set SMTP_URL. Until then nobody receives a link to reset a password, to prove an address or to accept an invitation, and no link is written to the log.',
            ]),
        ...(demo ? ['DEMO is on: demo accounts exist, each with a random password.'] : []),
        ...(testPayments
          ? ['PAYMENTS=test: whoever opens a payment page can mark the payment as paid.']
          : []),
      ]
