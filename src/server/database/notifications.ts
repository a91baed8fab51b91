import { EventEmitter } from 'node:events'
import pg from 'pg'
import type { DatabaseLog } from './query.ts'

/**
 * Wakes listeners on a channel, with a short text. Wake-ups may be spurious (with empty text) or,
 * across a lost connection, merged.
 */
export type Notifications = {
  listen: (channel: string, fn: (text: string) => void) => Promise<() => void>
  /** `text` has at most 7999 bytes, PostgreSQL's limit. */
  notify: (channel: string, text?: string) => Promise<void>
  close: () => Promise<void>
}

/**
 * Within this process only: the fallback for servers without LISTEN, e.g. behind some connection
 * poolers.
 */
export function localNotifications(): Notifications {
  const emitter = new EventEmitter().setMaxListeners(0)
  return {
    listen: async (channel, fn) => {
      emitter.on(channel, fn)
      return () => emitter.off(channel, fn)
    },
    notify: async (channel, text = '') => void setImmediate(() => emitter.emit(channel, text)),
    close: async () => void emitter.removeAllListeners(),
  }
}

const RETRY_MS = 500

/**
 * Uses PostgreSQL's LISTEN on its own connection, opened at the first `listen` and again when lost.
 */
export function postgresNotifications(
  pool: pg.Pool,
  connectionString: string,
  log: DatabaseLog,
): Notifications {
  const listeners = new Map<string, Set<(text: string) => void>>()
  let connection: Promise<pg.Client> | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false
  let connectedBefore = false

  const wake = (channel: string, text = ''): void =>
    listeners.get(channel)?.forEach((fn) => fn(text))

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString, keepAlive: true })
    let lostOnce = false
    const lost = (error?: Error): void => {
      if (lostOnce || closed) return
      lostOnce = true
      log.warn(
        `The database connection for notifications was lost (${error?.message ?? 'closed'}); connecting again.`,
      )
      connection = undefined
      retry = setTimeout(() => void ready().catch(lost), RETRY_MS).unref()
    }
    client.on('error', lost)
    client.on('end', () => lost())
    client.on('notification', ({ channel, payload }) => wake(channel, payload))
    try {
      await client.connect()
      for (const channel of listeners.keys()) {
        await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      }
    } catch (error) {
      lost(error as Error)
      await client.end().catch(() => {})
      throw error
    }
    // Notifications may have been missed while the connection was lost.
    if (connectedBefore) for (const channel of listeners.keys()) wake(channel)
    connectedBefore = true
    return client
  }

  const ready = (): Promise<pg.Client> => (connection ??= connect())

  return {
    async listen(channel, fn) {
      const known = listeners.get(channel)
      if (known) known.add(fn)
      else {
        listeners.set(channel, new Set([fn]))
        const client = await ready()
        await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      }
      return () => void listeners.get(channel)?.delete(fn)
    },
    notify: async (channel, text = '') =>
      void (await pool.query({
        name: 'notify',
        text: 'SELECT pg_notify($1, $2)',
        values: [channel, text],
      })),
    async close() {
      closed = true
      clearTimeout(retry)
      const client = await connection?.catch(() => undefined)
      await client?.end()
    },
  }
}
