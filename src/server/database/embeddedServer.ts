import { Worker } from 'node:worker_threads'
import { ConnectionLost, DATABASE_CRASHED, DatabaseUnusable, QUERY_TIMED_OUT } from './errors.ts'
import { unusableMessage } from './dataDirectory.ts'

export type EmbeddedOptions = {
  /** Directory of the PostgreSQL files, or `memory://` for a database that lives as long as its worker. */
  directory: string
  /** A query running longer is stopped by ending the worker. */
  queryTimeoutMs: number
  /** Tar file made by `dump`, from which an empty directory (or memory) starts instead of `initdb`. */
  template?: string | undefined
  log: { error(message: string): void }
}

type Answer = {
  id?: number
  bytes?: Uint8Array
  done?: true
  failed?: string
  ready?: true
  closed?: true
}

type Running = {
  onBytes: (bytes: Uint8Array) => void
  resolve: () => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

/**
 * The embedded PostgreSQL: PGlite in a worker thread, spoken to in PostgreSQL's wire protocol.
 * When a query runs too long or the worker dies, the worker is ended and a new one opens the same files
 * (a commit that was acknowledged is on disk); whatever was running is rejected with `ConnectionLost`.
 */
export class EmbeddedServer {
  readonly #options: EmbeddedOptions
  #worker: Promise<Worker> | undefined
  #running = new Map<number, Running>()
  #lastId = 0
  #closed = false

  private constructor(options: EmbeddedOptions) {
    this.#options = options
  }

  /** Opens the files; throws `DatabaseUnusable` when PGlite cannot. */
  static async open(options: EmbeddedOptions): Promise<EmbeddedServer> {
    const server = new EmbeddedServer(options)
    await server.#ready()
    return server
  }

  /** Runs wire messages; `onBytes` gets the answer in pieces. One call at a time is worked on, in order. */
  async run(
    bytes: Uint8Array,
    onBytes: (bytes: Uint8Array) => void,
    timeoutMs?: number,
  ): Promise<void> {
    await this.#send({ bytes }, onBytes, timeoutMs)
  }

  /** All files as a tar, for `template`. */
  async dump(): Promise<Uint8Array> {
    const parts: Uint8Array[] = []
    await this.#send({ dump: true }, (bytes) => parts.push(bytes))
    return Buffer.concat(parts)
  }

  /** Writes everything out and ends the worker. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    const worker = await this.#worker?.catch(() => undefined)
    if (!worker) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#options.queryTimeoutMs)
      const finished = (): void => {
        clearTimeout(timer)
        resolve()
      }
      worker.on('message', (answer: Answer) => answer.closed && finished())
      worker.on('exit', finished)
      worker.postMessage({ close: true })
    })
    await worker.terminate()
  }

  async #send(
    message: object,
    onBytes: (bytes: Uint8Array) => void,
    timeoutMs?: number,
  ): Promise<void> {
    const worker = await this.#ready()
    const id = ++this.#lastId
    const limit = timeoutMs ?? this.#options.queryTimeoutMs
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        const seconds = limit / 1000
        this.#lose(
          worker,
          new ConnectionLost(
            `The query ran longer than ${seconds} s and was stopped; its transaction did not happen.`,
            QUERY_TIMED_OUT,
          ),
        )
      }, limit)
      this.#running.set(id, { onBytes, resolve, reject, timer })
      worker.postMessage({ id, ...message })
    })
  }

  #ready(): Promise<Worker> {
    if (this.#closed) return Promise.reject(new DatabaseUnusable('The database is closed.'))
    this.#worker ??= this.#start().catch((error) => {
      this.#worker = undefined
      throw error
    })
    return this.#worker
  }

  #start(): Promise<Worker> {
    const { directory, template } = this.#options
    return new Promise<Worker>((resolve, reject) => {
      const worker = new Worker(new URL('./pgliteWorker.mjs', import.meta.url), {
        workerData: { dataDir: directory, template },
        execArgv: [],
      })
      const refuse = (reason: string): void => {
        reject(new DatabaseUnusable(unusableMessage(directory, reason)))
        void worker.terminate()
      }
      const died = (reason: string): void => {
        refuse(reason)
        this.#lose(
          worker,
          new ConnectionLost(
            `The embedded database stopped (${reason}); the running transaction did not happen.`,
            DATABASE_CRASHED,
          ),
        )
      }
      worker.on('error', (error) => died(error.message))
      worker.on('exit', (code) => died(`its worker ended with code ${code}`))
      worker.on('message', (answer: Answer) => {
        if (answer.ready) resolve(worker)
        else if (answer.id === undefined && answer.failed !== undefined) refuse(answer.failed)
        else this.#take(worker, answer)
      })
    })
  }

  #take(worker: Worker, { id, bytes, done, failed }: Answer): void {
    const running = id === undefined ? undefined : this.#running.get(id)
    if (!running) return
    if (bytes) running.onBytes(bytes)
    else if (failed !== undefined) {
      this.#lose(
        worker,
        new ConnectionLost(
          `The embedded database failed (${failed}); the running transaction did not happen.`,
          DATABASE_CRASHED,
        ),
      )
    } else if (done) {
      clearTimeout(running.timer)
      this.#running.delete(id!)
      running.resolve()
    }
  }

  /** Ends the worker and opens the files in a new one; everything running is rejected. */
  #lose(worker: Worker, error: ConnectionLost): void {
    worker.removeAllListeners()
    // A second event of the same worker must not hurt its successor.
    worker.on('error', () => {})
    const running = [...this.#running.values()]
    this.#running.clear()
    for (const { timer } of running) clearTimeout(timer)
    const ended = worker.terminate()
    if (!this.#closed) {
      this.#options.log.error(`${error.message} Reopening the database.`)
      this.#worker = ended.then(() => this.#start())
      this.#worker.catch((reason: Error) => {
        this.#options.log.error(reason.message)
        this.#worker = undefined
      })
    }
    for (const { reject } of running) reject(error)
  }
}
