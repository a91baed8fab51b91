import { createHash } from 'node:crypto'
import { measure, chunksOf } from '../files/chunks.ts'
import { contentOf, expectOk, storeUnavailable, type RemoteOptions } from '../files/remote.ts'
import { newFileKey, requireFileKey, type FileStore } from '../files/store.ts'
import { bucketCalls, type BucketCalls, type StorageBucket } from './bucketCalls.ts'
import { sendInSession, sendWhole } from './sendObject.ts'

/**
 * Objects that browsers uploaded directly: read once, checked and deleted. Never files before the
 * server enters them.
 */
export interface BucketInbox {
  /**
   * Returns at most `maxBytes + 1` bytes of an object, so that an oversized one is detected;
   * undefined when it does not exist.
   */
  read(name: string, maxBytes: number): Promise<Uint8Array | undefined>
  remove(name: string): Promise<void>
  /** Returns the names of inbox objects older than `before`, at most 1,000. */
  olderThan(before: Date): Promise<readonly string[]>
}

/**
 * Content up to this size is sent in one request with its metadata; larger content in a resumable
 * session.
 */
const wholeBytes = 5 * 1024 * 1024
/** Cloud Storage accepts chunks in multiples of 256 KiB. */
const chunkBytes = 32 * 1024 * 1024
const folder = 'files/'
export const inboxFolder = 'incoming/'

interface Settings extends RemoteOptions {
  readonly chunkBytes?: number
  readonly wholeBytes?: number
}

const objectAt = ({ objects }: BucketCalls, name: string): string =>
  `${objects}/${encodeURIComponent(name)}`

const remove = async (calls: BucketCalls, name: string): Promise<void> => {
  const response = await calls.reach(objectAt(calls, name), { method: 'DELETE' })
  if (response.status !== 404) await expectOk(response, 'DELETE')
  await response.body?.cancel()
}

const open = async (calls: BucketCalls, name: string) =>
  contentOf(await calls.reach(`${objectAt(calls, name)}?alt=media`), 'GET')

const inboxForm = /^incoming\/[A-Za-z0-9_-]{1,128}\/[A-Za-z0-9_-]{1,128}$/
/** Restricts access by name to objects that browsers may write. */
const inboxName = (name: string): string => {
  if (!inboxForm.test(name)) throw new Error('Not a name of the inbox.')
  return name
}

const inboxOf = (calls: BucketCalls): BucketInbox => ({
  async read(name, maxBytes) {
    const found = await open(calls, inboxName(name))
    if (!found) return undefined
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of found.stream as AsyncIterable<Uint8Array>) {
      chunks.push(chunk)
      if ((size += chunk.byteLength) > maxBytes) break
    }
    return Buffer.concat(chunks)
  },
  remove: (name) => remove(calls, inboxName(name)),
  async olderThan(before) {
    const response = await expectOk(
      await calls.reach(
        `${calls.objects}?prefix=${encodeURIComponent(inboxFolder)}&maxResults=1000`,
      ),
      'list',
    )
    const { items = [] } = (await response.json()) as {
      items?: readonly { name: string; timeCreated: string }[]
    }
    return items.filter((i) => Date.parse(i.timeCreated) < before.getTime()).map((i) => i.name)
  },
})

/**
 * Stores files in Firebase Storage through the Cloud Storage JSON API, which gives objects no
 * download token: they can be read only through this server and its checks. Content over 5 MiB is
 * uploaded in a resumable session: after an interruption it asks how much arrived and resumes from
 * there. The stored content is compared with what was sent (MD5).
 */
export const firebaseFileStore = (
  bucket: StorageBucket,
  { chunkBytes: size = chunkBytes, wholeBytes: whole = wholeBytes, ...options }: Settings = {},
): FileStore & { readonly inbox: BucketInbox } => {
  const calls = bucketCalls(bucket, options)
  return {
    async put(content, { extension, onProgress }) {
      const key = newFileKey(extension)
      const measured = measure(content)
      const md5 = createHash('md5')
      async function* watched(): AsyncGenerator<Uint8Array> {
        for await (const chunk of measured.content) {
          md5.update(chunk)
          yield chunk
        }
      }
      const parts = chunksOf(watched(), size)
      const first = await parts.next()
      const second = await parts.next()
      const small = second.done && (first.value as Uint8Array).byteLength <= whole
      async function* all(): AsyncGenerator<Uint8Array> {
        yield first.value as Uint8Array
        if (!second.done) {
          yield second.value
          yield* parts
        }
      }
      const theirs = small
        ? await sendWhole(calls, folder + key, first.value as Uint8Array)
        : await sendInSession(calls, folder + key, all(), (bytes) => onProgress?.(bytes))
      if (small) onProgress?.(measured.size())
      if (theirs !== md5.digest('base64')) {
        await remove(calls, folder + key).catch(() => undefined)
        throw storeUnavailable(new Error('What the bucket kept is not what was sent.'))
      }
      return { key, size: measured.size(), hash: measured.hash() }
    },
    get: (key) => open(calls, folder + requireFileKey(key)),
    delete: (key) => remove(calls, folder + requireFileKey(key)),
    inbox: inboxOf(calls),
  }
}
