import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { unnamed } from './query.ts'

/** Set while a callback of `Database.transaction` runs. */
export const openTransaction = new AsyncLocalStorage<{ open: boolean }>()

/**
 * A `pg.Pool` that refuses to hand out a second connection inside a transaction: the query would
 * silently run outside the transaction and, with all connections taken, wait for it forever.
 */
export class GuardedPool extends pg.Pool {
  readonly #clients = new Set<pg.PoolClient>()
  #isUnnamed = false

  constructor(config: pg.PoolConfig) {
    super(config)
    const report = (): void => {}
    // An error on an idle or checked-out connection also rejects its query; an unhandled event
    // would end the process.
    this.on('error', report)
    this.on('connect', (client) => {
      this.#clients.add(client)
      if (this.#isUnnamed) unnamed.add(client)
      client.on('error', report)
    })
    this.on('remove', (client) => this.#clients.delete(client))
  }

  /** From now on prepares no statement under a name, as behind a pooler in transaction mode. */
  forgetNames(): void {
    this.#isUnnamed = true
    for (const on of [this, ...this.#clients]) unnamed.add(on)
  }

  /** Ends the pool; statements still running after `patienceMs` fail with their connections. */
  async endSoon(patienceMs: number): Promise<void> {
    const late = setTimeout(() => {
      // With a statement running, pg drops the connection instead of closing it cleanly.
      for (const client of this.#clients) void (client as pg.Client).end()
    }, patienceMs)
    await this.end().finally(() => clearTimeout(late))
  }

  // One override cannot repeat pg's overloads (promise and callback) without a wider type.
  override connect(...args: never[]): never {
    if (openTransaction.getStore()?.open) {
      const error = new Error(
        'Inside a transaction use tx.query: a query outside it would wait for the transaction itself.',
      )
      const callback = args[0] as ((error: Error) => void) | undefined
      if (!callback) return Promise.reject(error) as never
      callback(error)
      return undefined as never
    }
    return (super.connect as (...args: never[]) => never)(...args)
  }
}
