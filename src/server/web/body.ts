import { say } from '#model/message.ts'
import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { invalid, Problem, type FieldProblem } from '../base/problem.ts'
import type { Ctx } from './context.ts'
import { excessOf } from '../base/json.ts'

/** Maximum JSON body, in bytes. */
export const maxBodyBytes = 1_000_000

const tooLarge = (maxBytes: number): Problem =>
  new Problem(
    413,
    'too_large',
    say('The request is larger than {{n}} MB.', { n: Math.floor(maxBytes / 1_000_000) }),
  )

// Reads Node's own stream: converting it to a web stream takes longer than everything else for a
// small body.
const readIncoming = (incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = (): void => {
      for (const [name, fn] of Object.entries(handlers)) incoming.off(name, fn)
    }
    const handlers = {
      data(chunk: Buffer) {
        size += chunk.byteLength
        if (size > maxBytes) {
          end()
          // Drain the rest, so that it does not precede the next request of this connection.
          incoming.resume()
          reject(tooLarge(maxBytes))
        } else chunks.push(chunk)
      },
      end() {
        end()
        resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
      },
      close() {
        end()
        reject(cutOff())
      },
      error() {
        end()
        reject(cutOff())
      },
    }
    for (const [name, fn] of Object.entries(handlers)) incoming.on(name, fn)
  })

const cutOff = (): Problem =>
  new Problem(400, 'malformed', 'The request ended before its body did.')

/** Reads the request's bytes up to the limit, as they arrive; 413 beyond. */
export async function* readChunks(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > maxBytes) throw tooLarge(maxBytes)
  if (!request.body) return
  let size = 0
  for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

/** Reads all of the request's bytes up to the limit; 413 beyond. */
export const readBytes = async (request: Request, maxBytes: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of readChunks(request, maxBytes)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const mediaType = (request: Request): string =>
  (request.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()

// PostgreSQL stores neither NUL nor unpaired surrogates, so such text is rejected here with its
// path.
const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/
/** True for text that no column can store. */
export const isUnstorable = (text: string): boolean => unstorable.test(text)

const examine = (value: unknown, path: string, found: FieldProblem[]): void => {
  if (typeof value === 'string') {
    if (isUnstorable(value)) {
      found.push({
        path,
        code: 'invalid',
        message: 'This text holds a character that cannot be stored.',
      })
    }
  } else if (value && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      const at = path ? `${path}.${key}` : key
      // Schemas silently ignore `__proto__`, so a filter given under that name would have no
      // effect.
      if (isUnstorable(key) || key === '__proto__') {
        found.push({
          path: at.replace(unstorable, '?'),
          code: 'unknown_name',
          message: 'There is no such field.',
        })
      } else examine(inner, at, found)
    }
  }
}

const bodyOf = async (c: Ctx): Promise<Uint8Array> => {
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming
  if (!incoming || incoming.readableEnded || incoming.destroyed) {
    return readBytes(c.req.raw, maxBodyBytes)
  }
  if (Number(incoming.headers['content-length'] ?? 0) > maxBodyBytes) throw tooLarge(maxBodyBytes)
  return readIncoming(incoming as IncomingMessage, maxBodyBytes)
}

const decoded = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Reads a JSON request as text and value. 415 for another type, 413 beyond the limit, 400 for
 * invalid JSON, 422 for text no column can store.
 */
export const readJson = async (
  c: Ctx,
  options: { optional?: boolean } = {},
): Promise<{ text: string; value: unknown }> => {
  const bytes = await bodyOf(c)
  if (bytes.byteLength === 0 && options.optional) return { text: '', value: {} }
  const type = mediaType(c.req.raw)
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) {
    throw new Problem(415, 'unsupported_media_type', 'Send the body as application/json.')
  }
  const malformed = (): Problem =>
    new Problem(400, 'malformed', 'The body is not valid JSON in UTF-8.')
  const text = decoded(bytes)
  if (text === undefined) throw malformed()
  const excess = excessOf(text)
  if (excess) throw new Problem(400, 'malformed', `The body ${excess}.`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw malformed()
  }
  const found: FieldProblem[] = []
  examine(value, '', found)
  if (found.length) throw invalid(found)
  return { text, value }
}

/** Throws 415 unless the request is a multipart form. */
export const requireMultipart = (c: Ctx): void => {
  if (mediaType(c.req.raw) !== 'multipart/form-data') {
    throw new Problem(415, 'unsupported_media_type', 'Send the file as multipart/form-data.')
  }
}
