import { availableParallelism } from 'node:os'
import { Problem } from '../base/problem.ts'

/** The picture library. */
export type Decoder = (typeof import('sharp'))['default']

/** Pictures decoded at once. Each takes a thread of the pool that files and passwords share. */
const ABREAST = Math.min(2, availableParallelism())
/** Bytes of pictures that may wait for their turn. */
const MAX_WAITING_BYTES = 250_000_000

// The decoder reads many more formats, some of which run what they hold (SVG).
const READS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((one) => `VipsForeignLoad${one}Buffer`)

const missing = (cause: unknown): Problem =>
  Object.assign(new Problem(503, 'unavailable', 'Pictures cannot be processed right now.'), {
    cause,
  })

let loading: Promise<Decoder> | undefined

/** Loads the decoder with the first picture: most processes never need it. */
const load = async (): Promise<Decoder> => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: READS })
  return sharp
}

const waiting: (() => void)[] = []
let running = 0
let waitingBytes = 0

const turn = async (bytes: number): Promise<void> => {
  if (running < ABREAST) {
    running += 1
    return
  }
  if (waitingBytes + bytes > MAX_WAITING_BYTES) {
    throw new Problem(503, 'unavailable', 'Too many pictures at once. Try again in a moment.', {
      headers: { 'Retry-After': '5' },
    })
  }
  waitingBytes += bytes
  await new Promise<void>((resolve) => waiting.push(resolve))
  waitingBytes -= bytes
}

/**
 * Runs work with the picture decoder, outside the event loop and two at a time; further pictures
 * wait. Only JPEG, PNG, WebP, GIF and AVIF can be read. 503 when too much waits, or when this
 * platform has no decoder.
 *
 * @param bytes Size of the picture.
 */
export const decoding = async <T>(
  bytes: number,
  work: (decoder: Decoder) => Promise<T>,
): Promise<T> => {
  loading ??= load()
  const decoder = await loading.catch((cause: unknown) => {
    loading = undefined
    throw missing(cause)
  })
  await turn(bytes)
  try {
    return await work(decoder)
  } finally {
    // The place passes to the next one; it is free only when nobody waits.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
