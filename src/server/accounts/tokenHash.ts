import { createHash } from 'node:crypto'
import type { BetterAuthPlugin, DBAdapter, Where } from 'better-auth'
import type { Query } from '../database/query.ts'

/**
 * How a bearer token or a mailed link's token is stored. It has 24 random bytes or more, so a plain
 * hash is enough.
 */
export const hashToken = (token: string): string =>
  `sha256:${createHash('sha256').update(token).digest('hex')}`

const RESET = 'reset-password:'
/**
 * Prefix of the stored identifiers of password links. It differs from the library's prefix: the
 * library also looks up an identifier as given, and a leaked hash must not work as a link.
 */
export const RESET_LINKS = `hashed:${RESET}`

/**
 * A verification identifier as stored. Those that are not secret are unchanged: accounts, and
 * challenges, which are signed.
 */
export const storedIdentifier = (identifier: string): string =>
  identifier.startsWith(RESET)
    ? RESET_LINKS + hashToken(identifier.slice(RESET.length))
    : identifier

type Rows = Pick<
  DBAdapter,
  | 'create'
  | 'findOne'
  | 'findMany'
  | 'count'
  | 'update'
  | 'updateMany'
  | 'delete'
  | 'deleteMany'
  | 'consumeOne'
>

interface About {
  readonly model: string
}
const isSession = ({ model }: About): boolean => model === 'session'

const hashed = (value: unknown): unknown => (typeof value === 'string' ? hashToken(value) : value)

/** The conditions with hashes instead of tokens, and a function that restores the tokens. */
const conditions = (where: readonly Where[]) => {
  const tokens = new Map<unknown, string>()
  const asked = where.map((one): Where => {
    if (one.field !== 'token') return one
    for (const token of [one.value].flat()) {
      if (typeof token === 'string') tokens.set(hashToken(token), token)
    }
    return Array.isArray(one.value)
      ? { ...one, value: one.value.map((v) => String(hashed(v))) }
      : { ...one, value: typeof one.value === 'string' ? hashToken(one.value) : one.value }
  })
  /** A row with the token it was queried by. */
  const restored = <T>(row: T): T =>
    row && typeof row === 'object' && 'token' in row && tokens.has(row.token)
      ? { ...row, token: tokens.get(row.token) }
      : row
  return { asked, restored }
}

const asked = <D extends About & { where?: Where[] | undefined }>(data: D): D =>
  isSession(data) && data.where ? { ...data, where: conditions(data.where).asked } : data
const restoredBy = <T>(data: About & { where?: Where[] | undefined }, row: T): T =>
  isSession(data) && data.where ? conditions(data.where).restored(row) : row

/** The same adapter, but session tokens are stored and looked up as hashes. */
const overHashes = (inner: Rows): Rows => ({
  async create<T extends Record<string, unknown>, R = T>(
    data: Parameters<typeof inner.create<T, R>>[0],
  ): Promise<R> {
    const given: Record<string, unknown> = data.data
    if (!isSession(data) || typeof given.token !== 'string') return inner.create<T, R>(data)
    const made = await inner.create<T, R>({
      ...data,
      data: { ...data.data, token: hashToken(given.token) },
    })
    return { ...made, token: given.token }
  },
  findOne: async (data) => restoredBy(data, await inner.findOne(asked(data))),
  findMany: async <T>(data: Parameters<typeof inner.findMany<T>>[0]) =>
    (await inner.findMany<T>(asked(data))).map((row) => restoredBy(data, row)),
  count: (data) => inner.count(asked(data)),
  update: async (data) => restoredBy(data, await inner.update(asked(data))),
  updateMany: (data) => inner.updateMany(asked(data)),
  delete: (data) => inner.delete(asked(data)),
  deleteMany: (data) => inner.deleteMany(asked(data)),
  consumeOne: async (data) => restoredBy(data, await inner.consumeOne(asked(data))),
})

/** Wraps the account library's database adapter with `overHashes`. */
export const hashedSessions = (): BetterAuthPlugin => ({
  id: 'hashed-sessions',
  init({ adapter }) {
    const inner = { ...adapter }
    Object.assign(adapter, overHashes(inner), {
      // Inside a transaction the library uses another adapter.
      transaction: ((run) =>
        inner.transaction((tx) =>
          run({ ...tx, ...overHashes(tx) }),
        )) satisfies DBAdapter['transaction'],
    })
  },
})

/**
 * Hashes tokens that an earlier version stored in clear, so that sessions and mailed links keep
 * working.
 */
export const hashStoredTokens = async (query: Query): Promise<void> => {
  const hash = (text: string) => `'sha256:' || encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`
  await query(`UPDATE "session" SET token = ${hash('token')} WHERE token NOT LIKE 'sha256:%'`)
  await query(
    `UPDATE verification SET identifier = '${RESET_LINKS}' || ${hash(`substr(identifier, ${RESET.length + 1})`)} WHERE identifier LIKE '${RESET}%'`,
  )
}
