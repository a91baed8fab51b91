import { createHash, randomUUID } from 'node:crypto'
import { standIn, type StandIn } from './storeFaults.ts'

interface Session {
  readonly name: string
  bytes: Buffer
  done?: string
}

/**
 * Stand-in for the JSON API of Cloud Storage, as far as files need it: multipart, resumable
 * sessions in chunks (with 308 and `Range`), read, delete, list; checks the bearer token.
 */
export const googleStorageStandIn = async (
  bucket: string,
  token: () => string,
): Promise<
  StandIn & {
    readonly objects: Map<string, Buffer>
    readonly sessions: Map<string, Session>
    /** `Content-Range` of every chunk, in order. */
    readonly ranges: string[]
  }
> => {
  const objects = new Map<string, Buffer>()
  const ranges: string[] = []
  const made = new Map<string, number>()
  const sessions = new Map<string, Session>()
  const keep = (name: string, bytes: Buffer): string => {
    objects.set(name, bytes)
    made.set(name, Date.now())
    return JSON.stringify({
      name,
      bucket,
      size: String(bytes.byteLength),
      md5Hash: createHash('md5').update(bytes).digest('base64'),
    })
  }
  const server = await standIn(({ request, url, body, cut }, response) => {
    const say = (status: number, text = '', headers: Record<string, string> = {}) =>
      cut
        ? undefined
        : response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
    if (request.headers.authorization !== `Bearer ${token()}`) {
      return say(401, '{"error":{"code":401}}')
    }
    const upload = url.pathname === `/upload/storage/v1/b/${bucket}/o`
    const name = url.searchParams.get('name') ?? ''
    if (upload && request.method === 'POST' && url.searchParams.get('uploadType') === 'multipart') {
      if (cut) return
      const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1] ?? ''
      const [, facts, content] = body.toString('latin1').split(`--${boundary}`)
      const inner = (part = '') => part.slice(part.indexOf('\r\n\r\n') + 4, -2)
      return say(
        200,
        keep(
          (JSON.parse(inner(facts)) as { name: string }).name,
          Buffer.from(inner(content), 'latin1'),
        ),
      )
    }
    if (upload && request.method === 'POST') {
      if (cut) return
      const id = randomUUID()
      sessions.set(id, {
        name: (JSON.parse(body.toString()) as { name: string }).name,
        bytes: Buffer.alloc(0),
      })
      return say(200, '', {
        location: `http://${request.headers.host}${url.pathname}?uploadType=resumable&name=${encodeURIComponent(name)}&upload_id=${id}`,
      })
    }
    if (upload) {
      const session = sessions.get(url.searchParams.get('upload_id') ?? '')
      if (!session) return say(404)
      if (request.method === 'DELETE') {
        sessions.delete(url.searchParams.get('upload_id')!)
        return say(499)
      }
      ranges.push(request.headers['content-range'] ?? '')
      if (session.done !== undefined) return say(200, session.done)
      const [, from, total] =
        /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(request.headers['content-range'] ?? '') ?? []
      if (
        total === undefined ||
        (from !== undefined && Number(from) !== session.bytes.byteLength)
      ) {
        return say(400)
      }
      // Like the real one, it keeps whole blocks of 256 KiB of an interrupted upload.
      if (from !== undefined) {
        session.bytes = Buffer.concat([
          session.bytes,
          cut ? body.subarray(0, body.byteLength - (body.byteLength % 262_144)) : body,
        ])
      }
      if (total !== '*' && session.bytes.byteLength === Number(total)) {
        session.done = keep(session.name, session.bytes)
        return say(200, session.done)
      }
      if (total === '*' && session.bytes.byteLength % 262_144 !== 0) return say(400)
      return say(
        308,
        '',
        session.bytes.byteLength ? { range: `bytes=0-${session.bytes.byteLength - 1}` } : {},
      )
    }
    const prefix = `/storage/v1/b/${bucket}/o`
    if (url.pathname === prefix) {
      return say(
        200,
        JSON.stringify({
          items: [...objects.keys()]
            .filter((n) => n.startsWith(url.searchParams.get('prefix') ?? ''))
            .map((n) => ({ name: n, timeCreated: new Date(made.get(n) ?? 0).toISOString() })),
        }),
      )
    }
    const object = decodeURIComponent(url.pathname.slice(prefix.length + 1))
    const found = objects.get(object)
    if (!url.pathname.startsWith(`${prefix}/`) || !found) return say(404, '{"error":{"code":404}}')
    if (request.method === 'DELETE') {
      objects.delete(object)
      return say(204)
    }
    return cut
      ? undefined
      : response
          .writeHead(200, {
            'content-type': 'application/octet-stream',
            'content-length': String(found.byteLength),
          })
          .end(found)
  })
  return { ...server, objects, sessions, ranges }
}
