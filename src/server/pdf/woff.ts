import { inflateSync } from 'node:zlib'

const [HEADER, ENTRY] = [44, 20]
const fourfold = (length: number): number => (length + 3) & ~3

/**
 * Converts a web font (WOFF 1.0) to a plain one: the same tables, decompressed once instead of on
 * every access.
 * @throws Error when the bytes are not such a font.
 */
export const plainFont = (woff: Buffer): Buffer => {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') {
    throw new Error('This is not a font of the format WOFF.')
  }
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, i) => {
    const at = HEADER + i * ENTRY
    const [offset, packed, length] = [
      woff.readUInt32BE(at + 4),
      woff.readUInt32BE(at + 8),
      woff.readUInt32BE(at + 12),
    ]
    const bytes = woff.subarray(offset, offset + packed)
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      length,
      bytes: packed < length ? inflateSync(bytes) : bytes,
    }
  })
  const power = 2 ** Math.floor(Math.log2(count))
  const out = Buffer.alloc(12 + count * 16 + tables.reduce((sum, t) => sum + fourfold(t.length), 0))
  woff.copy(out, 0, 4, 8)
  for (const [i, value] of [count, power * 16, Math.log2(power), (count - power) * 16].entries()) {
    out.writeUInt16BE(value, 4 + i * 2)
  }
  let end = 12 + count * 16
  for (const [i, { tag, checksum, length, bytes }] of tables.entries()) {
    tag.copy(out, 12 + i * 16)
    for (const [n, value] of [checksum, end, length].entries()) {
      out.writeUInt32BE(value, 16 + i * 16 + n * 4)
    }
    bytes.copy(out, end)
    end += fourfold(length)
  }
  return out
}
