/** A part of a GIF, with the size of its frame if it is one. */
interface Part {
  readonly start: number
  readonly end: number
  readonly kind: 'frame' | 'note' | 'other'
  readonly width?: number
  readonly height?: number
}

/**
 * Applications whose blocks store how often the picture is played; other blocks store its author or
 * location.
 */
const PLAYED = ['NETSCAPE2.0', 'ANIMEXTS1.0']

const tableBytes = (packed: number): number => (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0)

/**
 * Splits a GIF into parts up to its end; undefined when they do not lead there. Bytes after the end
 * are dropped.
 */
export const gifParts = (bytes: Uint8Array): readonly Part[] | undefined => {
  const v = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 13) return undefined
  let at = 13 + tableBytes(bytes[10]!)
  const parts: Part[] = [{ start: 0, end: at, kind: 'other' }]
  /** Offset after the sub-blocks that begin at `from`. */
  const behind = (from: number): number => {
    let to = from
    while (to < bytes.length && bytes[to] !== 0) to += bytes[to]! + 1
    return to + 1
  }
  while (at < bytes.length) {
    const start = at
    if (bytes[at] === 0x3b) return [...parts, { start, end: at + 1, kind: 'other' }]
    if (bytes[at] === 0x2c && at + 10 <= bytes.length) {
      at = behind(at + 11 + tableBytes(bytes[at + 9]!))
      parts.push({
        start,
        end: at,
        kind: 'frame',
        width: v.getUint16(start + 1, true) + v.getUint16(start + 5, true),
        height: v.getUint16(start + 3, true) + v.getUint16(start + 7, true),
      })
    } else if (bytes[at] === 0x21) {
      const label = bytes[at + 1]
      const note =
        label === 0xfe ||
        (label === 0xff &&
          !PLAYED.includes(Buffer.from(bytes.subarray(at + 3, at + 14)).toString('latin1')))
      at = behind(at + 2)
      parts.push({ start, end: at, kind: note ? 'note' : 'other' })
    } else return undefined
  }
  return undefined
}

/**
 * Removes comments, blocks written by other programs, and bytes after the end. Returns a picture
 * that cannot be split into parts unchanged.
 */
export const cleanGif = (bytes: Uint8Array): Uint8Array => {
  const parts = gifParts(bytes)
  return parts
    ? Buffer.concat(
        parts.filter((p) => p.kind !== 'note').map((p) => bytes.subarray(p.start, p.end)),
      )
    : bytes
}

/** Size at which it is drawn: as declared, or as its frames need. */
export const gifSize = (
  bytes: Uint8Array,
): { readonly width: number; readonly height: number } | undefined => {
  if (bytes.length < 10) return undefined
  const v = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const frames = gifParts(bytes)?.filter((p) => p.kind === 'frame') ?? []
  return {
    width: frames.reduce((most, f) => Math.max(most, f.width!), v.getUint16(6, true)),
    height: frames.reduce((most, f) => Math.max(most, f.height!), v.getUint16(8, true)),
  }
}
