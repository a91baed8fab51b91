import { Duplex } from 'node:stream'
import type { EmbeddedServer } from './embeddedServer.ts'

const TERMINATE = 0x58
const UTC_AND_ISO = "SET timezone = 'UTC'; SET datestyle = 'ISO, MDY'; SET client_encoding = 'UTF8'"

function message(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)),
  )
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const query = (sql: string): Buffer => message('Q', sql)

/** What a server says after accepting a connection; PGlite has no such step of its own. */
const welcome = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('S', 'client_encoding', 'UTF8'),
  message('S', 'DateStyle', 'ISO, MDY'),
  message('S', 'standard_conforming_strings', 'on'),
  message('K', Buffer.alloc(8)),
  message('Z', Buffer.from('I')),
])

/**
 * What `pg` takes for its TCP connection: bytes go to the embedded server and its answer comes back.
 * The embedded server has one session only, so each new connection first clears what the last one left.
 */
export class EmbeddedSocket extends Duplex {
  readonly #server: EmbeddedServer
  readonly #timeoutMs: () => number | undefined
  #started = false
  #arrived: Uint8Array[] = []
  #pushing = false

  constructor(server: EmbeddedServer, timeoutMs: () => number | undefined) {
    super({ allowHalfOpen: false })
    this.#server = server
    this.#timeoutMs = timeoutMs
  }

  /** Part of `net.Socket` that `pg` calls; the address means nothing here. */
  connect(): this {
    setImmediate(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(
    chunk: Buffer,
    _encoding: BufferEncoding,
    callback: (error?: Error | null) => void,
  ): void {
    void this.#exchange(chunk).then(() => callback(), callback)
  }

  override _writev(chunks: { chunk: Buffer }[], callback: (error?: Error | null) => void): void {
    void this.#exchange(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(
      () => callback(),
      callback,
    )
  }

  override _final(callback: () => void): void {
    this.push(null)
    callback()
  }

  async #exchange(bytes: Buffer): Promise<void> {
    if (!this.#started) {
      this.#started = true
      const ignore = (): void => {}
      for (const sql of ['ROLLBACK', 'DISCARD ALL', UTC_AND_ISO])
        await this.#server.run(query(sql), ignore)
      this.push(welcome)
      return
    }
    if (bytes[0] === TERMINATE) return
    await this.#server.run(bytes, (piece) => this.#arrive(piece), this.#timeoutMs())
    // pg may write again only when the whole answer was handed over, as the pieces are.
    while (this.#arrived.length > 0 && !this.destroyed) await new Promise(setImmediate)
  }

  /** Hands pieces over one per turn of the event loop, so that parsing a large answer does not block it. */
  #arrive(piece: Uint8Array): void {
    if (this.destroyed) return
    this.#arrived.push(piece)
    if (this.#pushing) return
    this.#pushing = true
    const next = (): void => {
      const first = this.#arrived.shift()
      if (first && !this.destroyed)
        this.push(Buffer.from(first.buffer, first.byteOffset, first.byteLength))
      if (this.#arrived.length > 0) setImmediate(next)
      else this.#pushing = false
    }
    next()
  }
}
