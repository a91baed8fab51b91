import { createHash, randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../base/durable.ts'
import { fileStream } from '../base/fileStream.ts'

/** A store's description of a stored file. */
export interface Stored {
  /** Generated; never a name from a user. */
  readonly key: string
  /** Bytes. */
  readonly size: number
  /** SHA-256, hexadecimal. */
  readonly hash: string
}

/** Options for storing a file. */
export interface Keeping {
  /** Extension of the generated name, without a dot. */
  readonly extension: string
  /**
   * Called with the number of bytes stored so far; remote stores call it per part, the last call
   * has the total.
   */
  readonly onProgress?: (bytes: number) => void
}

/**
 * Stores the bytes of uploads. All adapters pass the same tests,
 * `tests/support/storeConformance.ts`.
 */
export interface FileStore {
  /** Stores the bytes durably before it resolves; leaves nothing when the content ends early. */
  put(content: AsyncIterable<Uint8Array>, meta: Keeping): Promise<Stored>
  /** Returns undefined when there is no such file. */
  get(
    key: string,
  ): Promise<{ readonly stream: ReadableStream<Uint8Array>; readonly size: number } | undefined>
  /** Deleting a missing file is not an error. */
  delete(key: string): Promise<void>
}

const keyForm = /^[0-9a-f]{2}\/[0-9a-f-]{36}\.[a-z0-9]{1,8}$/

/** Generates a unique key: two digits that spread files over folders, and a random name. */
export const newFileKey = (extension: string): string => {
  const id = randomUUID()
  return `${id.slice(0, 2)}/${id}.${extension}`
}

/** Accepts only generated keys, so that no key can escape the store's own folder. */
export const requireFileKey = (key: string): string => {
  if (!keyForm.test(key)) throw new Error('Not a key of this store.')
  return key
}

/** Stores files on the local disk under `folder`; an acknowledged file survives a power loss. */
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
      return found?.isFile() ? { stream: fileStream(path), size: found.size } : undefined
    },
    async delete(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}
