/**
 * What is looked at before the decoder reads a picture: it returns one entry for each text and
 * frame, which for millions of them would hold up everybody, and it unpacks texts of any size.
 */

/** Maximum number of chunks of a PNG; programs write one for every 4 kB or more. */
const MAX_CHUNKS = 20_000
/** Maximum number of blocks of a GIF; programs fill each with up to 255 bytes. */
const MAX_BLOCKS = 1_000_000
/** Chunks that say what the pixels look like. All others are texts, times and private data. */
const NEEDED: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT eXIf'.split(' '),
)

/** Returns the PNG with needed chunks only; undefined if it ends early or has too many of them. */
export const neededPng = (bytes: Uint8Array): Uint8Array | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kept = [bytes.subarray(0, 8)]
  let at = 8
  for (let n = 0; n < MAX_CHUNKS && at + 12 <= bytes.length; n++) {
    const end = at + 12 + view.getUint32(at)
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (end > bytes.length) return undefined
    if (NEEDED.has(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND') return Buffer.concat(kept)
    at = end
  }
  return undefined
}

const GIF_END = 0x3b

const tableBytes = (packed: number): number => (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0)

/** Returns a function that finds the offset after the sub-blocks of a GIF; too many have no end. */
const blocksOf = (bytes: Uint8Array) => {
  let blocks = 0
  return (from: number): number => {
    let at = from
    for (; at < bytes.length && bytes[at] !== 0; at += bytes[at]! + 1) {
      if (++blocks > MAX_BLOCKS) return bytes.length
    }
    // An empty list counts as well, as there may be millions.
    blocks += 1
    return blocks > MAX_BLOCKS ? bytes.length : at + 1
  }
}

const gifFrames = (bytes: Uint8Array, most: number): number | undefined => {
  const behind = blocksOf(bytes)
  let frames = 0
  let at = 13 + tableBytes(bytes[10] ?? 0)
  while (at < bytes.length && frames <= most) {
    if (bytes[at] === 0x2c) {
      frames += 1
      at = behind(at + 11 + tableBytes(bytes[at + 9] ?? 0))
    } else if (bytes[at] === 0x21) at = behind(at + 2)
    else break
  }
  return frames > most || bytes[at] === GIF_END ? frames : undefined
}

const webpFrames = (bytes: Uint8Array, most: number): number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let frames = 0
  for (let at = 12; at + 8 <= bytes.length && frames <= most;) {
    if (view.getUint32(at) === 0x414e4d46) frames += 1
    const size = view.getUint32(at + 4, true)
    at += 8 + size + (size % 2)
  }
  return frames
}

/**
 * Counts the frames of a GIF or WebP, up to one more than `most`; 0 for other types. Undefined for a
 * GIF without its end, which the decoder does not miss, or with too many blocks to look for it.
 */
export const framesOf = (bytes: Uint8Array, type: string, most: number): number | undefined => {
  if (type === 'image/gif') return gifFrames(bytes, most)
  return type === 'image/webp' ? webpFrames(bytes, most) : 0
}
