import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/** What a store says of a kept file. */
export interface Stored { /** Generated; never a name a person gave. */ readonly key: string; /** Bytes. */ readonly size: number; /** SHA-256, hexadecimal. */ readonly hash: string }

/** Where the bytes of uploads are kept. */
export interface FileStore {
  /** Keeps the bytes for good before it answers. */
  put(content: AsyncIterable<Uint8Array>, meta: { readonly extension: string }): Promise<Stored>
  /** Undefined when there is no such file. */
  get(key: string): Promise<{ readonly stream: ReadableStream<Uint8Array>; readonly size: number } | undefined>
  delete(key: string): Promise<void>
}

const keyForm = /^[0-9a-f]{2}\/[0-9a-f-]{36}\.[a-z0-9]{1,8}$/

/** Keeps files on the local disk under `folder`: written aside, forced to disk, then renamed, so that a crash leaves no half file. */
export const localFileStore = (folder: string): FileStore => {
  const pathOf = (key: string): string => {
    if (!keyForm.test(key)) throw new Error('Not a key of this store.')
    return join(folder, key)
  }
  return {
    async put(content, { extension }) {
      const id = randomUUID()
      const key = `${id.slice(0, 2)}/${id}.${extension}`
      const target = pathOf(key)
      const aside = join(folder, `.incoming-${id}`)
      await mkdir(join(folder, id.slice(0, 2)), { recursive: true })
      const hash = createHash('sha256')
      let size = 0
      const handle = await open(aside, 'wx')
      try {
        for await (const chunk of content) {
          hash.update(chunk)
          size += chunk.byteLength
          await handle.write(chunk)
        }
        await handle.sync()
        await handle.close()
        await rename(aside, target)
      } catch (error) {
        await handle.close().catch(() => undefined)
        await rm(aside, { force: true })
        throw error
      }
      await syncFolder(join(folder, id.slice(0, 2)))
      return { key, size, hash: hash.digest('hex') }
    },
    async get(key) {
      const path = pathOf(key)
      const found = await stat(path).catch(() => undefined)
      return found?.isFile() ? { stream: Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>, size: found.size } : undefined
    },
    async delete(key) { await rm(pathOf(key), { force: true }) },
  }
}

// The rename itself lives in the folder; without this a power loss may forget it.
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
