import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Content that is hashed and counted as it is read; `hash` and `size` are valid once it was read to
 * its end.
 */
export interface Measured {
  readonly content: AsyncIterable<Uint8Array>
  readonly hash: () => string
  readonly size: () => number
}

/** Hashes (SHA-256, hexadecimal) and counts the bytes read through it. */
export const measure = (content: AsyncIterable<Uint8Array>): Measured => {
  const hash = createHash('sha256')
  let size = 0
  async function* passing(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      hash.update(chunk)
      size += chunk.byteLength
      yield chunk
    }
  }
  return { content: passing(), hash: () => hash.digest('hex'), size: () => size }
}

/**
 * Splits content into chunks of exactly `bytes`, the last one shorter; empty content yields one
 * empty chunk.
 */
export async function* chunksOf(
  content: AsyncIterable<Uint8Array>,
  bytes: number,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let size = 0
  let any = false
  for await (let chunk of content) {
    while (size + chunk.byteLength >= bytes) {
      const taken = bytes - size
      yield Buffer.concat([...held, chunk.subarray(0, taken)])
      any = true
      chunk = chunk.subarray(taken)
      held = []
      size = 0
    }
    if (chunk.byteLength > 0) held.push(chunk)
    size += chunk.byteLength
  }
  if (size > 0 || !any) yield Buffer.concat(held)
}

const SLICE_BYTES = 1_000_000

/** Hands out bytes in slices, so that hashing and storing them holds up nobody else. */
export async function* slicesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at === 0 || at < bytes.byteLength; at += SLICE_BYTES) {
    yield bytes.subarray(at, at + SLICE_BYTES)
    await nextTurn()
  }
}
