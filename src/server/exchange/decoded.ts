import { encodingOf } from '#model/textEncoding.ts'
import { refuseFile } from './csvLines.ts'

const NOTHING = new Uint8Array()
/** Bytes at the beginning by which UTF-16 is recognised. */
const FIRST = 64

const joined = (first: Uint8Array, second: Uint8Array): Uint8Array => {
  if (first.length === 0) return second
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

/** The bytes up to the last ASCII one: what follows may be half a character. */
const asciiEnd = (bytes: Uint8Array): number => {
  let end = bytes.length
  while (end > 0 && bytes[end - 1]! >= 0x80) end--
  return end
}

/**
 * Decodes text as it arrives, without its byte order mark. The encoding is decided by the first
 * bytes that are not ASCII, since UTF-8 and Windows-1252 agree until then.
 * @throws 422 for bytes that are not text of the encoding, and for zeros, as binary files have.
 */
export async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  onBytes: (count: number) => void,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let open: Uint8Array = NOTHING
  let started = false
  const read = (chunk: Uint8Array, isEnd: boolean): string => {
    try {
      const all = joined(open, chunk)
      open = started || isEnd || all.length >= FIRST ? NOTHING : all
      if (open === all) return ''
      started = true
      const found = decoder ? undefined : encodingOf(all)
      if (found) decoder = new TextDecoder(found, { fatal: true })
      if (!decoder && !isEnd) open = all.slice(asciiEnd(all))
      const text = (decoder ?? new TextDecoder('windows-1252')).decode(
        all.subarray(0, all.length - open.length),
        { stream: !isEnd },
      )
      if (text.includes('\0')) throw new TypeError('binary')
      return text
    } catch {
      throw refuseFile(
        'The file is neither an Excel workbook nor CSV text. Save it as XLSX or "CSV UTF-8" and try again.',
      )
    }
  }
  for await (const chunk of bytes) {
    const text = read(chunk, false)
    onBytes(chunk.byteLength)
    if (text) yield text
  }
  const rest = read(NOTHING, true)
  if (rest) yield rest
}
