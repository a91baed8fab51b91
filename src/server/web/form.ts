/** Forms from outside, with limits before work. */

/** Maximum fields and files of a form. */
const MAX_PARTS = 40
/** Maximum bytes between a boundary and the content of its part. */
const MAX_HEADER_BYTES = 4_000

/** Maximum bytes of a form that is sent as text. */
const MAX_TEXT_BYTES = 1_000_000

const BOUNDARY = 'boundary='

/** Boundary of a multipart form; undefined for one that no client sends, such as with a semicolon. */
const boundaryOf = (contentType: string): string | undefined => {
  const value = contentType
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.toLowerCase().startsWith(BOUNDARY))
    ?.slice(BOUNDARY.length)
  const bare = value?.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value
  return bare && /^[\w'()+,./:=? -]{1,70}$/.test(bare) ? bare : undefined
}

/** Counts occurrences, up to one more than the maximum of parts. */
const partsOf = (bytes: Buffer, mark: string, each: (end: number) => boolean): number => {
  let parts = 0
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) {
    if (++parts > MAX_PARTS + 1 || !each(at + mark.length)) return Infinity
  }
  return parts
}

/**
 * True when a form has few parts and each has short headers: parsing looks at its bytes once for
 * each part and character of a header.
 */
const isModest = (bytes: Buffer, contentType: string): boolean => {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    return bytes.length <= MAX_TEXT_BYTES && partsOf(bytes, '&', () => true) <= MAX_PARTS
  }
  const boundary = boundaryOf(contentType)
  const isShort = (from: number): boolean => {
    const headers = bytes.subarray(from, from + MAX_HEADER_BYTES)
    return headers.length < MAX_HEADER_BYTES || headers.includes('\r\n\r\n')
  }
  return boundary !== undefined && Number.isFinite(partsOf(bytes, `--${boundary}`, isShort))
}

/** Parses a form; undefined for one that is malformed or beyond the limits. */
export const parseForm = async (
  bytes: Uint8Array,
  contentType: string,
): Promise<FormData | undefined> => {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isModest(whole, contentType)) return undefined
  return new Response(bytes as BodyInit, { headers: { 'Content-Type': contentType } })
    .formData()
    .catch(() => undefined)
}
