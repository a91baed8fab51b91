import * as z from 'zod'
import { readS3Url } from './files/s3Address.ts'
import { storeNames, type StoreName } from './files/stores.ts'
import { exposedBy } from './exposed.ts'
import {
  publicFirebase,
  readFirebase,
  type FirebaseConfig,
  type PublicFirebase,
} from './firebase/config.ts'

export { ensureSecret } from './secret.ts'
export type { FirebaseConfig } from './firebase/config.ts'

const MIN_SECRET = 32
const MIN_PASSWORD = 10

const flag = z.string().transform((text, context) => {
  if (/^(1|on|true|yes)$/i.test(text)) return true
  if (/^(0|off|false|no)$/i.test(text)) return false
  context.addIssue({ code: 'custom', message: `is "${text}"; write 1 (or on) or 0 (or off)` })
  return z.NEVER
})

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be from ${min} to ${max}`)

const address = (what: string, protocols: readonly string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be ${what}, starting with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    )

const web = address('an address', ['http:', 'https:']).transform((text) =>
  text.replace(/\/{1,9}$/, ''),
)

const tiles = address('an address of pictures', ['http:', 'https:']).refine(
  (text) => ['{z}', '{x}', '{y}'].every((part) => text.includes(part)) && !text.includes('{s}'),
  'must contain {z}, {x} and {y}, such as https://tiles.example.com/{z}/{x}/{y}.png',
)

const s3Problem = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined
  try {
    readS3Url(text)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const variables = z.object({
  NODE_ENV: z.string().optional(),
  PORT: whole(0, 65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  DISK_RESERVE_MB: whole(0, 1_000_000).default(512),
  DATABASE_URL: address('the address of a database', ['postgres:', 'postgresql:']).optional(),
  DATABASE_READ_URL: address('the address of a replica', ['postgres:', 'postgresql:']).optional(),
  PUBLIC_URL: web.optional(),
  SECRET: z.string().min(MIN_SECRET, `needs at least ${MIN_SECRET} characters`).optional(),
  PREVIOUS_SECRET: z.string().min(MIN_SECRET, `needs at least ${MIN_SECRET} characters`).optional(),
  TRUST_PROXY: z
    .union([whole(0, 10), flag.transform(Number)], {
      error: 'must be the number of proxies in front of the server, or on or off',
    })
    .default(0),
  SMTP_URL: address('a mail server', ['smtp:', 'smtps:']).optional(),
  MAIL_INBOX: z
    .email('is not an e-mail address')
    .refine(
      (v) => v.split('@')[0]!.length <= 24,
      'needs a name of at most 24 characters before the @',
    )
    .optional(),
  MAIL_SECRET: z.string().min(MIN_SECRET, `needs at least ${MIN_SECRET} characters`).optional(),
  S3_URL: address('an S3-compatible store', ['http:', 'https:', 's3:'])
    .refine((text) => s3Problem(text) === undefined, {
      error: (issue) => s3Problem(String(issue.input)) ?? '',
      abort: true,
    })
    .optional(),
  FILES: z.enum(storeNames, { error: `must be ${storeNames.join(', ')}` }).optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  PAYMENTS: z.enum(['test'], { error: 'must be test, or not set' }).optional(),
  FIREBASE_CONFIG: z.string().optional(),
  API_BASE: web.default(''),
  MAP_TILES_URL: tiles.optional(),
  MAP_TILES_ATTRIBUTION: z.string().max(200).optional(),
  REGISTRATION: flag.default(true),
  DEMO: flag.optional(),
  ADMIN_EMAIL: z.email('is not an e-mail address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(MIN_PASSWORD, `needs at least ${MIN_PASSWORD} characters`)
    .optional(),
  RATE_LIMITS: flag.default(true),
  METRICS_TOKEN: z.string().min(MIN_SECRET, `needs at least ${MIN_SECRET} characters`).optional(),
})

/** A map of other people: pictures by zoom and place. */
interface MapTiles {
  /** Address with `{z}`, `{x}` and `{y}`. */
  readonly url: string
  /** Whom the map is by, as plain text. */
  readonly attribution: string
}

/** The server's configuration, read once at startup. */
export interface Config {
  /**
   * Reasons the server is reachable by others; empty on a developer's own machine. See `exposedBy`.
   */
  readonly exposed: readonly string[]
  /** 0 picks a free port. */
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /**
   * Writes are refused while the disk of `dataDir` has fewer free bytes than this; 0 disables the
   * check.
   */
  readonly diskReserveBytes: number
  /** Absent = the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  /**
   * A streaming replica of the server of `databaseUrl`, for lists, searches, exports and the
   * dashboard.
   */
  readonly databaseReadUrl: string | undefined
  /**
   * Public base URL without a trailing slash: links in e-mails, allowed origin. With port 0 it is
   * known only after listening.
   */
  readonly publicUrl: string
  /** The configured secret; see `ensureSecret`. */
  readonly secret: string | undefined
  /**
   * The previous `secret`: values encrypted with it stay readable and are re-encrypted at the next
   * start.
   */
  readonly previousSecret: string | undefined
  /** Number of trusted proxies in front of the server, for `X-Forwarded-For`; 0 = none. */
  readonly trustProxy: number
  readonly smtpUrl: string | undefined
  /** Address that receives replies; each e-mail gets its own plus-address under it. */
  readonly mailInbox: string
  /**
   * Verifies the signature of incoming e-mail from the mail service; without it, none is accepted.
   */
  readonly mailSecret: string | undefined
  readonly s3Url: string | undefined
  /**
   * Where new files are stored; absent = Firebase Storage if that service is on, else the S3 store
   * if configured, else the local disk.
   */
  readonly files: StoreName | undefined
  readonly stripeSecretKey: string | undefined
  readonly stripeWebhookSecret: string | undefined
  /** Enables the built-in test gateway, where anyone who opens its page can press "Pay". */
  readonly testPayments: boolean
  /** Absent = the embedded services, also when the file is invalid. */
  readonly firebaseConfig: FirebaseConfig | undefined
  /** Why the configured Firebase project is not used; logged once at startup. */
  readonly firebaseProblem: string | undefined
  /**
   * Base URL of all API calls from the browser, without a trailing slash; empty = the page's own
   * origin.
   */
  readonly apiBase: string
  /** See `PublicConfig`. */
  readonly mapTiles: MapTiles | undefined
  readonly registration: boolean
  /**
   * Seeds demo data and demo accounts. Never on by default while exposed; if requested there, the
   * accounts get random passwords.
   */
  readonly demo: boolean
  readonly adminEmail: string | undefined
  readonly adminPassword: string | undefined
  /** Disabled only in tests. */
  readonly rateLimits: boolean
  /** Bearer token that lets a monitor read `/api/metrics` without an account. */
  readonly metricsToken: string | undefined
}

/** An invalid configuration; the message lists every problem, one per line. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Checks that span several variables. */
const together = (v: Partial<z.output<typeof variables>>, exposed: readonly string[]): string[] => [
  ...(v.STRIPE_SECRET_KEY && !v.STRIPE_WEBHOOK_SECRET
    ? [
        'STRIPE_WEBHOOK_SECRET is missing: with STRIPE_SECRET_KEY set, payments are confirmed by signed webhooks only.',
      ]
    : []),
  ...(v.FILES === 's3' && !v.S3_URL ? ['S3_URL is missing: FILES=s3 keeps new files there.'] : []),
  ...(v.DATABASE_READ_URL && !v.DATABASE_URL
    ? ['DATABASE_URL is missing: DATABASE_READ_URL names a replica of that server.']
    : []),
  ...(v.ADMIN_PASSWORD && !v.ADMIN_EMAIL
    ? ['ADMIN_EMAIL is missing: ADMIN_PASSWORD belongs to that account.']
    : []),
  ...(v.RATE_LIMITS === false && exposed.length > 0
    ? [
        `RATE_LIMITS must stay on where others can reach the server (${exposed[0]}); off is for tests.`,
      ]
    : []),
  ...(v.PAYMENTS && v.STRIPE_SECRET_KEY
    ? ['PAYMENTS=test and STRIPE_SECRET_KEY exclude each other.']
    : []),
]

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)
const reachable = (host: string) =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : bracketed(host)

const exposedOf = (v: z.output<typeof variables>): readonly string[] =>
  exposedBy({
    host: v.HOST,
    publicUrl: v.PUBLIC_URL,
    trustProxy: v.TRUST_PROXY,
    production: v.NODE_ENV === 'production',
  })

const mailHost = (url: string | undefined): string => (url ? new URL(url).hostname : 'localhost')

/**
 * Reads the configuration from environment variables; a blank one counts as not set.
 * @throws ConfigError listing every problem at once.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const given = Object.fromEntries(
    Object.keys(variables.shape).flatMap((name) =>
      env[name]?.trim() ? [[name, env[name].trim()]] : [],
    ),
  )
  const parsed = variables.safeParse(given)
  const problems = parsed.success
    ? together(parsed.data, exposedOf(parsed.data))
    : [
        ...parsed.error.issues.map((i) => `${i.path.join('.')} ${i.message}.`),
        ...together(given as Partial<z.output<typeof variables>>, []),
      ]
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const v = parsed.data
  const exposed = exposedOf(v)
  const firebase = v.FIREBASE_CONFIG
    ? readFirebase(v.FIREBASE_CONFIG, { exposed: exposed.length > 0 })
    : undefined
  return {
    exposed,
    port: v.PORT,
    host: v.HOST,
    dataDir: v.DATA_DIR,
    diskReserveBytes: v.DISK_RESERVE_MB * 1_000_000,
    databaseUrl: v.DATABASE_URL,
    databaseReadUrl: v.DATABASE_READ_URL,
    publicUrl: v.PUBLIC_URL ?? `http://${reachable(v.HOST)}:${v.PORT}`,
    secret: v.SECRET,
    previousSecret: v.PREVIOUS_SECRET,
    trustProxy: v.TRUST_PROXY,
    smtpUrl: v.SMTP_URL,
    mailInbox: v.MAIL_INBOX ?? `support@${mailHost(v.PUBLIC_URL)}`,
    mailSecret: v.MAIL_SECRET,
    s3Url: v.S3_URL,
    files: v.FILES,
    stripeSecretKey: v.STRIPE_SECRET_KEY,
    stripeWebhookSecret: v.STRIPE_WEBHOOK_SECRET,
    testPayments: !v.STRIPE_SECRET_KEY && (v.PAYMENTS === 'test' || exposed.length === 0),
    firebaseConfig: firebase && 'config' in firebase ? firebase.config : undefined,
    firebaseProblem: firebase && 'problem' in firebase ? firebase.problem : undefined,
    apiBase: v.API_BASE,
    mapTiles: v.MAP_TILES_URL
      ? { url: v.MAP_TILES_URL, attribution: v.MAP_TILES_ATTRIBUTION ?? '' }
      : undefined,
    registration: v.REGISTRATION,
    demo: v.DEMO ?? exposed.length === 0,
    adminEmail: v.ADMIN_EMAIL,
    adminPassword: v.ADMIN_PASSWORD,
    rateLimits: v.RATE_LIMITS,
    metricsToken: v.METRICS_TOKEN,
  }
}

/** Configuration exposed to the page; the server writes it into `index.html`. */
export interface PublicConfig {
  readonly apiBase: string
  readonly registration: boolean
  /** A mail server is configured: without one, administrators confirm e-mail addresses. */
  readonly mail: boolean
  /** The demo accounts use the well-known password, so the page may offer them. */
  readonly demo: boolean
  /** Pictures of a map by other people; without them maps are drawn from the product's own files. */
  readonly mapTiles?: MapTiles
  readonly firebase?: PublicFirebase
}

/** The public part of the configuration; contains no secrets. */
export const publicConfig = ({
  apiBase,
  registration,
  smtpUrl,
  demo,
  exposed,
  mapTiles,
  firebaseConfig,
}: Config): PublicConfig => ({
  apiBase,
  registration,
  mail: smtpUrl !== undefined,
  demo: demo && exposed.length === 0,
  ...(mapTiles ? { mapTiles } : {}),
  ...(firebaseConfig ? { firebase: publicFirebase(firebaseConfig) } : {}),
})
