/** Files encoded as text: base64, base64url and data URLs, each validated. */
import { ApiProblem } from '../problem.ts'

export const encodings = ['base64', 'base64url', 'data_url'] as const
export type Encoding = (typeof encodings)[number]

const malformed = () =>
  new ApiProblem({
    status: 422,
    code: 'invalid_format',
    detail: 'This text is not a file in the format it claims.',
  })

const alphabets = { base64: /^[A-Za-z0-9+/]*={0,2}$/, base64url: /^[A-Za-z0-9_-]*={0,2}$/ } as const

const decode = (text: string, encoding: 'base64' | 'base64url'): Uint8Array<ArrayBuffer> => {
  const bare = text.replace(/={1,2}$/, '')
  // Padding is optional only in base64url, and one character beyond a group of four never encodes a
  // byte.
  const padded = text.length % 4 === 0 || (encoding === 'base64url' && bare === text)
  if (!alphabets[encoding].test(text) || !padded || bare.length % 4 === 1) throw malformed()
  const binary = atob(
    encoding === 'base64url' ? bare.replaceAll('-', '+').replaceAll('_', '/') : bare,
  )
  return Uint8Array.from(binary, (c) => c.charCodeAt(0))
}

/** Parses a data URL; throws if invalid. Without a type it is plain text, as the standard says. */
const readDataUrl = (url: string): { type: string; bytes: Uint8Array<ArrayBuffer> } => {
  const comma = url.indexOf(',')
  const head = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[\w.+-]+=[^;,]*)*)(;base64)?$/i.exec(
    url.slice(0, Math.max(0, comma)),
  )
  if (comma < 0 || !head) throw malformed()
  const type = (head[1] ?? 'text/plain').toLowerCase()
  if (head[3]) return { type, bytes: decode(url.slice(comma + 1).replace(/%3D/gi, '='), 'base64') }
  try {
    return { type, bytes: new TextEncoder().encode(decodeURIComponent(url.slice(comma + 1))) }
  } catch {
    throw malformed()
  }
}

/** True for text that starts like a data URL; parsing shows whether it is valid. */
export const looksLikeDataUrl = (text: string): boolean =>
  /^data:[^,\s]*,/i.test(text.slice(0, 300).trimStart())

/** The file encoded in a text. Throws `ApiProblem` 422 `invalid_format` for invalid text. */
export const fileOf = (
  text: string,
  encoding: Encoding,
  {
    name,
    type = 'application/octet-stream',
  }: { readonly name?: string; readonly type?: string } = {},
): File => {
  const plain = text.trim()
  const read =
    encoding === 'data_url' ? readDataUrl(plain) : { type, bytes: decode(plain, encoding) }
  return new File(
    [read.bytes],
    name ?? `pasted.${read.type.split('/')[1]!.replace(/\+.*|[^a-z0-9]/g, '') || 'bin'}`,
    { type: read.type },
  )
}
