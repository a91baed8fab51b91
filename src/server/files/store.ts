import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { writeDurably } from '../durable.ts'

/** What a store says of a kept file. */
export interface Stored {
  /** Generated; never a name a person gave. */
  readonly key: string
  /** Bytes. */
  readonly size: number
  /** SHA-256, hexadecimal. */
  readonly hash: string
}

/** What a store is told of a file it shall keep. */
export interface Keeping {
  /** Ending of the generated name, without a dot. */
  readonly extension: string
  /** Hears how many bytes are kept so far; remote stores tell it per piece, the last call is the whole. */
  readonly onProgress?: (bytes: number) => void
}

/** Where the bytes of uploads are kept. One set of tests, `tests/support/storeConformance.ts`, holds every adapter to it. */
export interface FileStore {
  /** Keeps the bytes durably before it answers; leaves nothing when the content breaks off. */
  put(content: AsyncIterable<Uint8Array>, meta: Keeping): Promise<Stored>
  /** Undefined when there is no such file. */
  get(
    key: string,
  ): Promise<{ readonly stream: ReadableStream<Uint8Array>; readonly size: number } | undefined>
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>
}

const keyForm = /^[0-9a-f]{2}\/[0-9a-f-]{36}\.[a-z0-9]{1,8}$/

/** A key nobody has: two digits that spread files over folders, and a random name. */
export const newFileKey = (extension: string): string => {
  const id = randomUUID()
  return `${id.slice(0, 2)}/${id}.${extension}`
}

/** Lets only generated keys through, so that no key leaves the store's own place. */
export const requireFileKey = (key: string): string => {
  if (!keyForm.test(key)) throw new Error('Not a key of this store.')
  return key
}

/** Keeps files on the local disk under `folder`; a file that was acknowledged survives a loss of power. */
export const localFileStore = (folder: string): FileStore => {
  const pathOf = (key: string): string => join(folder, requireFileKey(key))
  return {
    async put(content, { extension, onProgress }) {
      const key = newFileKey(extension)
      const hash = createHash('sha256')
      let size = 0
      async function* measured(): AsyncIterable<Uint8Array> {
        for await (const chunk of content) {
          yield chunk
          hash.update(chunk)
          size += chunk.byteLength
          onProgress?.(size)
        }
      }
      await writeDurably(pathOf(key), measured())
      return { key, size, hash: hash.digest('hex') }
    },
    async get(key) {
      const path = pathOf(key)
      const found = await stat(path).catch(() => undefined)
      return found?.isFile()
        ? {
            stream: Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
            size: found.size,
          }
        : undefined
    },
    async delete(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}
