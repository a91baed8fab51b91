/** Encodings of text files that import recognises. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const LOOKED_AT = 200

/** UTF-16 by its byte order mark, or because ASCII in it has a zero in every second byte. */
const utf16Of = (bytes: Uint8Array): TextEncoding | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  const start = bytes.subarray(0, LOOKED_AT)
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2]!++
  const [even = 0, odd = 0] = zeros
  if (odd > start.length / 4 && even === 0) return 'utf-16le'
  return even > start.length / 4 && odd === 0 ? 'utf-16be' : undefined
}

/** Length of a character of UTF-8 by its first byte. */
const lengthOf = (first: number): number => {
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}

/** Number of bytes at the end that begin a character which the next chunk completes. */
const openBytes = (bytes: Uint8Array): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte >= 0xc0) return lengthOf(byte) > back ? back : 0
    if (byte < 0x80) return 0
  }
  return 0
}

/**
 * Guesses the encoding from the beginning of a file; undefined while it is plain ASCII, which all
 * but UTF-16 share. Text that is not UTF-8 is Windows-1252, the default of older spreadsheets,
 * unless it has more valid characters of UTF-8 than invalid ones: then it is damaged UTF-8, and
 * stays `utf-8`, for its reader to refuse.
 */
export const encodingOf = (bytes: Uint8Array): TextEncoding | undefined => {
  const wide = utf16Of(bytes)
  if (wide) return wide
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, bytes.length - openBytes(bytes)))
  let [valid, invalid] = [0, 0]
  for (const letter of text) {
    if (letter === '\ufffd') invalid++
    else if (letter > '\u007f') valid++
  }
  if (invalid > valid) return 'windows-1252'
  return valid + invalid > 0 ? 'utf-8' : undefined
}

/** True for bytes that are not text: they have zeros, and are not UTF-16. */
export const isBinary = (bytes: Uint8Array): boolean => bytes.includes(0) && !utf16Of(bytes)
