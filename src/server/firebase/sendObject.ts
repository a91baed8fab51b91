import { randomUUID } from 'node:crypto'
import { expectOk, storeUnavailable } from '../files/remote.ts'
import type { BucketCalls } from './bucketCalls.ts'

const facts = (name: string) =>
  JSON.stringify({
    name,
    contentType: 'application/octet-stream',
    cacheControl: 'private, max-age=0',
  })

/** Sends an object with its metadata in one request; returns its MD5 in Base64. */
export const sendWhole = async (
  { uploads, reach }: BucketCalls,
  name: string,
  body: Uint8Array,
): Promise<string> => {
  const boundary = `part-${randomUUID()}`
  const form = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${facts(name)}\r\n--${boundary}\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    body,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const response = await reach(`${uploads}?uploadType=multipart&name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'Content-Type': `multipart/related; boundary=${boundary}` },
    body: form,
  })
  return (
    ((await (await expectOk(response, 'multipart upload')).json()) as { md5Hash?: string })
      .md5Hash ?? ''
  )
}

/** Returns the bytes of a session confirmed as stored; -1 once it is complete. */
const arrived = (response: Response): number =>
  response.status === 308
    ? Number(/-(\d+)$/.exec(response.headers.get('range') ?? '')?.[1] ?? -1) + 1
    : -1

/** A part of an object: where it begins, its bytes, and the size of the object if it is the last. */
interface Part {
  readonly from: number
  readonly body: Uint8Array
  readonly total: number | undefined
}

// After an interruption it is unknown how much arrived, so that is checked before anything is sent
// again.
const sendPart = async (
  { once, reach, options }: BucketCalls,
  session: string,
  { from, body, total }: Part,
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
      const response = await once(session, {
        method: 'PUT',
        headers: { 'Content-Range': range },
        body: rest,
      })
      if (response.ok) return response
      if (response.status === 308 && arrived(response) >= from + body.byteLength) return response
      if (
        response.status !== 308 &&
        response.status < 500 &&
        response.status !== 429 &&
        response.status !== 408
      ) {
        return response
      }
      failure = new Error(`resumable upload: ${response.status}`)
      await response.body?.cancel()
    } catch (error) {
      failure = error
    }
    if (tries >= (options.attempts ?? 4)) throw storeUnavailable(failure)
    await new Promise((resolve) => setTimeout(resolve, (options.pauseMs ?? 200) * 2 ** (tries - 1)))
    const asked = await reach(session, {
      method: 'PUT',
      headers: { 'Content-Range': `bytes */${end}` },
    })
    if (asked.ok) return asked
    if (asked.status !== 308) return expectOk(asked, 'resumable upload')
    at = Math.max(0, arrived(asked) - from)
    if (at >= body.byteLength && total === undefined) return asked
  }
}

const expectPart = async (response: Response): Promise<Response> =>
  response.status === 308 ? response : expectOk(response, 'resumable upload')

const openSession = async ({ uploads, reach }: BucketCalls, name: string): Promise<string> => {
  const begun = await expectOk(
    await reach(`${uploads}?uploadType=resumable&name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=UTF-8',
        'X-Upload-Content-Type': 'application/octet-stream',
      },
      body: facts(name),
    }),
    'resumable upload',
  )
  await begun.body?.cancel()
  const session = begun.headers.get('location')
  if (!session) throw storeUnavailable(new Error('resumable upload: no session'))
  return session
}

/**
 * Sends an object in a resumable session; returns its MD5 in Base64. `onKept` gets the number of
 * bytes stored so far.
 */
export const sendInSession = async (
  calls: BucketCalls,
  name: string,
  content: AsyncIterable<Uint8Array>,
  onKept: (bytes: number) => void,
): Promise<string> => {
  const session = await openSession(calls, name)
  try {
    let from = 0
    let held: Uint8Array | undefined
    for await (const next of content) {
      if (held) {
        const response = await expectPart(
          await sendPart(calls, session, { from, body: held, total: undefined }),
        )
        await response.body?.cancel()
        onKept((from += held.byteLength))
      }
      held = next
    }
    const last = held ?? new Uint8Array()
    const done = await expectOk(
      await sendPart(calls, session, { from, body: last, total: from + last.byteLength }),
      'resumable upload',
    )
    onKept(from + last.byteLength)
    return ((await done.json()) as { md5Hash?: string }).md5Hash ?? ''
  } catch (error) {
    // Cloud Storage responds 499 to this and deletes the session.
    await calls.once(session, { method: 'DELETE' }).then(
      (r) => r.body?.cancel(),
      () => undefined,
    )
    throw error
  }
}
