import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { invalid, Problem } from '../base/problem.ts'

/** Bytes handled in one turn of the event loop. */
export const SLICE_BYTES = 65_536
/** A longer `content` is kept apart. */
const LONG_CONTENT = 65_536
/** Maximum of everything else in a mail, in bytes. */
const MAX_REST_BYTES = 8_000_000
const KEY = 'content'

const [QUOTE, BACKSLASH] = [0x22, 0x5c]

/** Yields slices, each in a turn of its own, so that other requests run between them. */
export async function* slicesOf(chunks: Iterable<Uint8Array>): AsyncGenerator<Buffer> {
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.byteLength; at += SLICE_BYTES) {
      const bytes = chunk.subarray(at, at + SLICE_BYTES)
      yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      await nextTurn()
    }
  }
}

const notBase64 = () =>
  invalid([{ path: 'attachments', code: 'invalid', message: 'Send the content in base64.' }])

/** Decodes base64 as JSON holds it, where some senders escape the slash. */
const decode = async (parts: readonly Buffer[]): Promise<Uint8Array> => {
  const decoded: Buffer[] = []
  let [rest, isOver] = ['', false]
  for await (const slice of slicesOf(parts)) {
    let text = rest + slice.toString('latin1')
    const half = text.endsWith('\\') ? '\\' : ''
    text = text.slice(0, text.length - half.length).replaceAll('\\/', '/')
    if (isOver || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw notBase64()
    isOver = text.endsWith('=')
    const whole = text.length - (text.length % 4)
    decoded.push(Buffer.from(text.slice(0, whole), 'base64'))
    rest = text.slice(whole) + half
  }
  if (rest !== '') throw notBase64()
  return new Uint8Array(Buffer.concat(decoded))
}

/** Finds the texts of JSON without parsing it; `onText` receives each, without its quotes. */
const scanner = (onRest: (bytes: Buffer) => void, onText: (parts: readonly Buffer[]) => void) => {
  let [isInText, isEscaped] = [false, false]
  let parts: Buffer[] = []
  /** Index behind the text's last byte in this slice, and whether the text ends there. */
  const endOf = (slice: Buffer, from: number): readonly [number, boolean] => {
    let at = isEscaped ? from + 1 : from
    isEscaped = false
    let quote = slice.indexOf(QUOTE, at)
    for (;;) {
      if (quote >= 0 && quote < at) quote = slice.indexOf(QUOTE, at)
      const end = quote < 0 ? slice.length : quote
      const escape = slice.subarray(at, end).indexOf(BACKSLASH)
      if (escape < 0) return [end, quote >= 0]
      at += escape + 2
      if (at > slice.length) {
        isEscaped = true
        return [slice.length, false]
      }
    }
  }
  return (slice: Buffer): void => {
    let at = 0
    while (at < slice.length) {
      if (isInText) {
        const [end, isEnd] = endOf(slice, at)
        parts.push(slice.subarray(at, end))
        at = end
        if (!isEnd) continue
        onText(parts)
        parts = []
      } else {
        const quote = slice.indexOf(QUOTE, at)
        const end = quote < 0 ? slice.length : quote
        onRest(slice.subarray(at, end))
        at = end
        if (quote < 0) continue
      }
      isInText = !isInText
      at++
    }
  }
}

/** A mail as sent, with its large contents kept apart. */
export interface TakenApart {
  /** JSON in which a name that nobody can guess replaces each large content. */
  readonly text: string
  readonly contents: ReadonlyMap<string, Uint8Array>
}

const sizeOf = (parts: readonly Uint8Array[]): number =>
  parts.reduce((sum, part) => sum + part.byteLength, 0)

/**
 * Takes the large `content` texts out of JSON and decodes them, in slices: tens of megabytes at
 * once would hold up everybody. 413 if the rest is too large, 422 for content that is not base64.
 */
export const takeApart = async (chunks: readonly Uint8Array[]): Promise<TakenApart> => {
  // One block of memory: millions of short texts would each take a buffer.
  const rest = Buffer.allocUnsafe(Math.min(sizeOf(chunks), MAX_REST_BYTES))
  const found: { readonly name: string; readonly parts: readonly Buffer[] }[] = []
  const nonce = randomBytes(12).toString('hex')
  let [size, before, between] = [0, '', '']
  const keep = (bytes: Buffer): void => {
    if (size + bytes.byteLength > rest.byteLength) {
      throw new Problem(413, 'too_large', 'The mail without its attachments is too large.')
    }
    rest.set(bytes, size)
    size += bytes.byteLength
  }
  const quote = Buffer.from('"')
  const scan = scanner(
    (bytes) => {
      keep(bytes)
      between = (between + bytes.subarray(0, 16).toString('latin1')).slice(0, 16)
    },
    (parts) => {
      const length = sizeOf(parts)
      const isContent = before === KEY && between.trim() === ':' && length > LONG_CONTENT
      keep(quote)
      if (isContent) {
        const name = `${nonce}${String(found.length).padStart(8, '0')}`
        found.push({ name, parts })
        keep(Buffer.from(name))
      } else parts.forEach(keep)
      keep(quote)
      before = length === KEY.length ? Buffer.concat(parts).toString('latin1') : ''
      between = ''
    },
  )
  for await (const slice of slicesOf(chunks)) scan(slice)
  const contents = new Map<string, Uint8Array>()
  for (const { name, parts } of found) contents.set(name, await decode(parts))
  return { text: rest.toString('utf8', 0, size), contents }
}
