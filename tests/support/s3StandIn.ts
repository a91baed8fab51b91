import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { standIn, type StandIn } from './storeFaults.ts'

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()
// Percent-encodes everything except unreserved characters, in upper case.
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Parts of a request that a signature covers. */
export interface Signable {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly payloadHash: string
}

const ascending = (a: string, b: string): number => (a < b ? -1 : 1)

/**
 * Signature Version 4 of a request, implemented from Amazon's description without the product's
 * code.
 */
export const signatureV4 = (
  r: Signable,
  signedHeaders: readonly string[],
  { date, region, secret }: { date: string; region: string; secret: string },
): string => {
  const query = [...r.query]
    .map(([k, v]) => [encoded(k), encoded(v)] as const)
    .sort(([a, x], [b, y]) => (a === b ? ascending(x, y) : ascending(a, b)))
    .map((p) => p.join('='))
    .join('&')
  const path = r.path
    .split('/')
    .map((p) => encoded(decodeURIComponent(p)))
    .join('/')
  const headers = signedHeaders
    .map((name) => `${name}:${(r.headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`)
    .join('')
  const canonical = [r.method, path, query, headers, signedHeaders.join(';'), r.payloadHash].join(
    '\n',
  )
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`
  const key = ['s3', 'aws4_request'].reduce(
    (k, part) => hmac(k, part),
    hmac(hmac(`AWS4${secret}`, date.slice(0, 8)), region),
  )
  return hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex')
}

const dateOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** S3's code for refusing a request; undefined for a valid one. */
const refusal = (
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  { keyId, secret, region }: Credentials,
): string | undefined => {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!parts) return 'AccessDenied'
  const [, id, day, where, list, signature] = parts as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const date = String(request.headers['x-amz-date'] ?? '')
  const payloadHash = String(request.headers['x-amz-content-sha256'] ?? '')
  const signed = list.split(';')
  if (id !== keyId) return 'InvalidAccessKeyId'
  if (where !== region || day !== date.slice(0, 8)) return 'AuthorizationHeaderMalformed'
  if (!(Math.abs(Date.now() - dateOf(date)) < 15 * 60_000)) return 'RequestTimeTooSkewed'
  if (['host', 'x-amz-content-sha256', 'x-amz-date'].some((name) => !signed.includes(name))) {
    return 'AccessDenied'
  }
  if (payloadHash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([k, v]) => [k, String(v)]),
  )
  const ours = signatureV4(
    { method: request.method!, path: url.pathname, query: url.searchParams, headers, payloadHash },
    signed,
    { date, region, secret },
  )
  return timingSafeEqual(Buffer.from(ours), Buffer.from(signature))
    ? undefined
    : 'SignatureDoesNotMatch'
}

export interface Credentials {
  readonly keyId: string
  readonly secret: string
  readonly region: string
}

/**
 * Stand-in for an S3-compatible store: one bucket, every signature and body hash checked, multipart
 * like S3 (parts of at least 5 MiB except the last).
 */
export const s3StandIn = async (
  bucket: string,
  credentials: Credentials,
): Promise<
  StandIn & {
    readonly objects: Map<string, Buffer>
    readonly open: Map<string, Map<number, Buffer>>
    readonly refused: string[]
  }
> => {
  const objects = new Map<string, Buffer>()
  const open = new Map<string, Map<number, Buffer>>()
  const refused: string[] = []
  const server = await standIn(({ request, url, body, cut }, response) => {
    if (cut) return
    const say = (status: number, xml = '', headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(xml)
    const error = (status: number, code: string) =>
      say(status, `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
    const wrong = refusal(request, url, body, credentials)
    if (wrong) {
      refused.push(wrong)
      return error(403, wrong)
    }
    const key = decodeURIComponent(url.pathname).replace(`/${bucket}/`, '')
    if (!url.pathname.startsWith(`/${bucket}/`)) return error(404, 'NoSuchBucket')
    const upload = url.searchParams.get('uploadId')
    const etag = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const id = `${randomUUID()}+/=&<`
      open.set(id, new Map())
      return say(
        200,
        `<InitiateMultipartUploadResult><UploadId>${id.replace('&', '&amp;').replace('<', '&lt;')}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    if (upload !== null) {
      const parts = open.get(upload)
      if (!parts) return error(404, 'NoSuchUpload')
      if (request.method === 'PUT') {
        parts.set(Number(url.searchParams.get('partNumber')), body)
        return say(200, '', { etag: etag(body) })
      }
      if (request.method === 'DELETE') {
        open.delete(upload)
        return say(204)
      }
      const listed = [
        ...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g),
      ].map(([, n, tag]) => [Number(n), tag!.replaceAll('&#34;', '"')] as const)
      const good = listed.every(
        ([n, tag], i) =>
          n === i + 1 &&
          parts.get(n) &&
          etag(parts.get(n)!) === tag &&
          (i === listed.length - 1 || parts.get(n)!.byteLength >= 5 * 1024 * 1024),
      )
      if (!good) return error(400, 'InvalidPart')
      objects.set(key, Buffer.concat(listed.map(([n]) => parts.get(n)!)))
      open.delete(upload)
      return say(200, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
    }
    if (request.method === 'PUT') {
      objects.set(key, body)
      return say(200, '', { etag: etag(body) })
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return say(204)
    }
    const found = objects.get(key)
    if (!found) return error(404, 'NoSuchKey')
    response
      .writeHead(200, { 'content-length': String(found.byteLength), etag: etag(found) })
      .end(found)
  })
  return { ...server, objects, open, refused }
}
