import { createHash, randomUUID } from 'node:crypto'
import { measure, pieces } from '../files/pieces.ts'
import {
  attempt,
  contentOf,
  expectOk,
  reach,
  storeUnavailable,
  type RemoteOptions,
} from '../files/remote.ts'
import { newFileKey, requireFileKey, type FileStore } from '../files/store.ts'

/** A bucket of Firebase Storage and how the server accesses it. */
export interface StorageBucket {
  readonly bucket: string
  /** Origin of the Cloud Storage JSON API; an emulator's if configured. */
  readonly origin: string
  /** Returns an access token that may read and write the bucket's objects. */
  readonly token: () => Promise<string>
}

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
const pieceBytes = 32 * 1024 * 1024
const folder = 'files/'
export const inboxFolder = 'incoming/'

interface Settings extends RemoteOptions {
  readonly pieceBytes?: number
  readonly wholeBytes?: number
}

/**
 * Stores files in Firebase Storage through the Cloud Storage JSON API, which gives objects no
 * download token: they can be read only through this server and its checks. Content over 5 MiB is
 * uploaded in a resumable session: after an interruption it asks how much arrived and resumes from
 * there. The stored content is compared with what was sent (MD5).
 */
export const firebaseFileStore = (
  { bucket, origin, token }: StorageBucket,
  { pieceBytes: piece = pieceBytes, wholeBytes: whole = wholeBytes, ...options }: Settings = {},
): FileStore & { readonly inbox: BucketInbox } => {
  const objects = `${origin}/storage/v1/b/${encodeURIComponent(bucket)}/o`
  const uploads = `${origin}/upload/storage/v1/b/${encodeURIComponent(bucket)}/o`
  const objectAt = (name: string): string => `${objects}/${encodeURIComponent(name)}`
  const request =
    (
      url: string,
      init: { method?: string; headers?: Record<string, string>; body?: Uint8Array | string } = {},
    ) =>
    async (signal: AbortSignal): Promise<Response> =>
      fetch(url, {
        ...init,
        body: (init.body ?? null) as BodyInit | null,
        signal,
        headers: { Authorization: `Bearer ${await token()}`, ...init.headers },
      })

  const facts = (name: string) =>
    JSON.stringify({
      name,
      contentType: 'application/octet-stream',
      cacheControl: 'private, max-age=0',
    })

  const atOnce = async (name: string, body: Uint8Array): Promise<string> => {
    const boundary = `part-${randomUUID()}`
    const form = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${facts(name)}\r\n--${boundary}\r\nContent-Type: application/octet-stream\r\n\r\n`,
      ),
      body,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const answer = await reach(
      request(`${uploads}?uploadType=multipart&name=${encodeURIComponent(name)}`, {
        method: 'POST',
        headers: { 'Content-Type': `multipart/related; boundary=${boundary}` },
        body: form,
      }),
      options,
    )
    return (
      ((await (await expectOk(answer, 'multipart upload')).json()) as { md5Hash?: string })
        .md5Hash ?? ''
    )
  }

  /** Returns the bytes of a session confirmed as stored; -1 once it is complete. */
  const arrived = (answer: Response): number =>
    answer.status === 308
      ? Number(/-(\d+)$/.exec(answer.headers.get('range') ?? '')?.[1] ?? -1) + 1
      : -1

  // Sends one chunk of a session. After an interruption it is unknown how much arrived, so that is
  // checked before anything is sent again.
  const sendPiece = async (
    session: string,
    from: number,
    body: Uint8Array,
    total: number | undefined,
  ): Promise<Response> => {
    const end = total ?? '*'
    let at = 0
    for (let tries = 1; ; tries++) {
      const rest = body.subarray(at)
      const range =
        rest.byteLength === 0
          ? `bytes */${end}`
          : `bytes ${from + at}-${from + body.byteLength - 1}/${end}`
      let failure: unknown
      try {
        const answer = await attempt(
          request(session, { method: 'PUT', headers: { 'Content-Range': range }, body: rest }),
          options.timeoutMs,
        )
        if (answer.ok) return answer
        if (answer.status === 308 && arrived(answer) >= from + body.byteLength) return answer
        if (
          answer.status !== 308 &&
          answer.status < 500 &&
          answer.status !== 429 &&
          answer.status !== 408
        ) {
          return answer
        }
        failure = new Error(`resumable upload: ${answer.status}`)
        await answer.body?.cancel()
      } catch (error) {
        failure = error
      }
      if (tries >= (options.attempts ?? 4)) throw storeUnavailable(failure)
      await new Promise((resolve) =>
        setTimeout(resolve, (options.pauseMs ?? 200) * 2 ** (tries - 1)),
      )
      const asked = await reach(
        request(session, { method: 'PUT', headers: { 'Content-Range': `bytes */${end}` } }),
        options,
      )
      if (asked.ok) return asked
      if (asked.status !== 308) return expectOk(asked, 'resumable upload')
      at = Math.max(0, arrived(asked) - from)
      if (at >= body.byteLength && total === undefined) return asked
    }
  }

  const inSession = async (
    name: string,
    content: AsyncIterable<Uint8Array>,
    onKept: (bytes: number) => void,
  ): Promise<string> => {
    const begun = await expectOk(
      await reach(
        request(`${uploads}?uploadType=resumable&name=${encodeURIComponent(name)}`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json; charset=UTF-8',
            'X-Upload-Content-Type': 'application/octet-stream',
          },
          body: facts(name),
        }),
        options,
      ),
      'resumable upload',
    )
    await begun.body?.cancel()
    const session = begun.headers.get('location')
    if (!session) throw storeUnavailable(new Error('resumable upload: no session'))
    try {
      let from = 0
      let held: Uint8Array | undefined
      for await (const next of content) {
        if (held) {
          const answer = await expectPart(await sendPiece(session, from, held, undefined))
          await answer.body?.cancel()
          onKept((from += held.byteLength))
        }
        held = next
      }
      const last = held ?? new Uint8Array()
      const done = await expectOk(
        await sendPiece(session, from, last, from + last.byteLength),
        'resumable upload',
      )
      onKept(from + last.byteLength)
      return ((await done.json()) as { md5Hash?: string }).md5Hash ?? ''
    } catch (error) {
      // Cloud Storage responds 499 to this and deletes the session.
      await attempt(request(session, { method: 'DELETE' }), options.timeoutMs).then(
        (r) => r.body?.cancel(),
        () => undefined,
      )
      throw error
    }
  }
  const expectPart = async (answer: Response): Promise<Response> =>
    answer.status === 308 ? answer : expectOk(answer, 'resumable upload')

  const remove = async (name: string): Promise<void> => {
    const answer = await reach(request(objectAt(name), { method: 'DELETE' }), options)
    if (answer.status !== 404) await expectOk(answer, 'DELETE')
    await answer.body?.cancel()
  }
  const open = async (name: string) =>
    contentOf(await reach(request(`${objectAt(name)}?alt=media`), options), 'GET')

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
      const parts = pieces(watched(), piece)
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
        ? await atOnce(folder + key, first.value as Uint8Array)
        : await inSession(folder + key, all(), (bytes) => onProgress?.(bytes))
      if (small) onProgress?.(measured.size())
      if (theirs !== md5.digest('base64')) {
        await remove(folder + key).catch(() => undefined)
        throw storeUnavailable(new Error('What the bucket kept is not what was sent.'))
      }
      return { key, size: measured.size(), hash: measured.hash() }
    },
    get: (key) => open(folder + requireFileKey(key)),
    delete: (key) => remove(folder + requireFileKey(key)),
    inbox: {
      async read(name, maxBytes) {
        const found = await open(inboxName(name))
        if (!found) return undefined
        const chunks: Uint8Array[] = []
        let size = 0
        for await (const chunk of found.stream as unknown as AsyncIterable<Uint8Array>) {
          chunks.push(chunk)
          if ((size += chunk.byteLength) > maxBytes) break
        }
        return Buffer.concat(chunks)
      },
      remove: (name) => remove(inboxName(name)),
      async olderThan(before) {
        const answer = await expectOk(
          await reach(
            request(`${objects}?prefix=${encodeURIComponent(inboxFolder)}&maxResults=1000`),
            options,
          ),
          'list',
        )
        const { items = [] } = (await answer.json()) as {
          items?: readonly { name: string; timeCreated: string }[]
        }
        return items.filter((i) => Date.parse(i.timeCreated) < before.getTime()).map((i) => i.name)
      },
    },
  }
}

const inboxForm = /^incoming\/[A-Za-z0-9_-]{1,128}\/[A-Za-z0-9_-]{1,128}$/
/** Restricts access by name to objects that browsers may write. */
const inboxName = (name: string): string => {
  if (!inboxForm.test(name)) throw new Error('Not a name of the inbox.')
  return name
}
