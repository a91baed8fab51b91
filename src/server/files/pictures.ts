import { own } from '#schemas/define/own.ts'
import { cleanAvif } from './avif.ts'
import { cleanGif, gifSize } from './gif.ts'

/** Width and height of a picture in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

const view = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const name = (bytes: Uint8Array, at: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + 4))

interface Segment {
  readonly marker: number
  readonly start: number
  readonly end: number
}

/**
 * Returns the segments of a JPEG before its picture data, and the offset of that data; undefined
 * for a broken file.
 */
const jpegSegments = (bytes: Uint8Array): { segments: Segment[]; data: number } | undefined => {
  const segments: Segment[] = []
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xda) return { segments, data: at }
    const end = at + 2 + view(bytes).getUint16(at + 2)
    if (end > bytes.length || end < at + 4) return undefined
    segments.push({ marker, start: at, end })
    at = end
  }
  return undefined
}

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const jpegSize = (bytes: Uint8Array): Size | undefined => {
  const frame = jpegSegments(bytes)?.segments.find((s) => isFrame(s.marker))
  return frame && frame.end - frame.start >= 9
    ? {
        height: view(bytes).getUint16(frame.start + 5),
        width: view(bytes).getUint16(frame.start + 7),
      }
    : undefined
}

const webpSize = (bytes: Uint8Array): Size | undefined => {
  const v = view(bytes)
  const kind = name(bytes, 12)
  if (bytes.length < 30) return undefined
  if (kind === 'VP8X') {
    return {
      width: 1 + (v.getUint32(24, true) & 0xffffff),
      height: 1 + (v.getUint16(27, true) | (bytes[29]! << 16)),
    }
  }
  if (kind === 'VP8 ') {
    return { width: v.getUint16(26, true) & 0x3fff, height: v.getUint16(28, true) & 0x3fff }
  }
  if (kind !== 'VP8L') return undefined
  const bits = v.getUint32(21, true)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
}

// AVIF stores sizes in `ispe` boxes; the largest is the picture, the others are tiles and
// thumbnails.
const avifSize = (bytes: Uint8Array): Size | undefined => {
  if (!cleanAvif(bytes)) return undefined
  const head = Buffer.from(bytes.subarray(0, 65_536))
  let best: Size | undefined
  for (
    let at = head.indexOf('ispe');
    at >= 0 && at + 16 <= head.length;
    at = head.indexOf('ispe', at + 4)
  ) {
    const found = { width: head.readUInt32BE(at + 8), height: head.readUInt32BE(at + 12) }
    if (!best || found.width * found.height > best.width * best.height) best = found
  }
  return best
}

const readers: Readonly<Record<string, (bytes: Uint8Array) => Size | undefined>> = {
  'image/png': (b) =>
    b.length >= 24 && name(b, 12) === 'IHDR'
      ? { width: view(b).getUint32(16), height: view(b).getUint32(20) }
      : undefined,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
  'image/gif': gifSize,
  'image/avif': avifSize,
}

/** Returns the size of a picture from its header; undefined when it is broken. */
export const pictureSize = (bytes: Uint8Array, type: string): Size | undefined => {
  const size = own(readers, type)?.(bytes)
  return size && size.width > 0 && size.height > 0 ? size : undefined
}

// True for EXIF and XMP (APP1), IPTC (APP13), vendor blocks and comments; APP0 (JFIF), a colour
// profile (APP2, which also announces further pictures) and APP14 (Adobe colours) stay.
const isMetadata = (bytes: Uint8Array, { marker, start }: Segment): boolean =>
  marker === 0xfe ||
  (marker >= 0xe1 &&
    marker <= 0xef &&
    marker !== 0xee &&
    !(
      marker === 0xe2 &&
      Buffer.from(bytes.subarray(start + 4, start + 15)).toString('latin1') === 'ICC_PROFILE'
    ))

const orientationOf = (bytes: Uint8Array, segment: Segment): number => {
  const block = Buffer.from(bytes.subarray(segment.start + 4, segment.end))
  if (segment.marker !== 0xe1 || block.toString('latin1', 0, 4) !== 'Exif' || block.length < 22) {
    return 1
  }
  const tiff = block.subarray(6)
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const u16 = (at: number) => {
    if (at + 2 > tiff.length) return 0
    return little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  }
  const start = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const entries = Math.min(u16(start), 200)
  for (let i = 0; i < entries; i++) {
    if (u16(start + 2 + i * 12) === 0x0112) return u16(start + 2 + i * 12 + 8) || 1
  }
  return 1
}

/** The only EXIF value that a viewer needs: the orientation. */
const orientationSegment = (orientation: number): Uint8Array =>
  Uint8Array.from([
    0xff,
    0xe1,
    0x00,
    0x22,
    0x45,
    0x78,
    0x69,
    0x66,
    0,
    0,
    0x4d,
    0x4d,
    0,
    0x2a,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ])

const cleanJpeg = (bytes: Uint8Array): Uint8Array => {
  const parts = jpegSegments(bytes)
  if (!parts) return bytes
  const orientation = parts.segments
    .map((s) => orientationOf(bytes, s))
    .find((o) => o > 1 && o <= 8)
  const kept = parts.segments
    .filter((s) => !isMetadata(bytes, s))
    .map((s) => bytes.subarray(s.start, s.end))
  return Buffer.concat([
    bytes.subarray(0, 2),
    ...(orientation ? [orientationSegment(orientation)] : []),
    ...kept,
    ...scans(bytes, parts.data),
  ])
}

/**
 * Returns the picture data from its first scan to the end of the picture. Segments between scans
 * are cleaned like those before; data after the end (a video, a second picture with its own
 * location) is dropped.
 */
const scans = (bytes: Uint8Array, from: number): Uint8Array[] => {
  const kept: Uint8Array[] = []
  let [start, at] = [from, from]
  const keep = (to: number): void => {
    if (to > start) kept.push(bytes.subarray(start, to))
  }
  while ((at = bytes.indexOf(0xff, at)) >= 0 && at + 1 < bytes.length) {
    const marker = bytes[at + 1]!
    if (marker === 0xd9) {
      keep(at + 2)
      return kept
    }
    // Part of the data: an escaped byte, a restart marker, or padding.
    if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2
      continue
    }
    if (marker === 0xff) {
      at += 1
      continue
    }
    const end = at + 4 <= bytes.length ? at + 2 + view(bytes).getUint16(at + 2) : bytes.length
    if (isMetadata(bytes, { marker, start: at, end })) {
      keep(at)
      start = Math.min(end, bytes.length)
    }
    at = end
  }
  keep(bytes.length)
  return kept
}

const pngMetadata = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME'])

const cleanPng = (bytes: Uint8Array): Uint8Array => {
  const kept = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + view(bytes).getUint32(at)
    if (end > bytes.length) return bytes
    if (!pngMetadata.has(name(bytes, at + 4))) kept.push(bytes.subarray(at, end))
    // Data after the end of the picture is dropped.
    if (name(bytes, at + 4) === 'IEND') break
    at = end
  }
  return Buffer.concat(kept)
}

const cleanWebp = (bytes: Uint8Array): Uint8Array => {
  const kept: Uint8Array[] = []
  // Data after the declared end is dropped.
  const last = Math.min(bytes.length, view(bytes).getUint32(4, true) + 8)
  for (let at = 12; at + 8 <= last;) {
    const size = view(bytes).getUint32(at + 4, true)
    const end = Math.min(at + 8 + size + (size % 2), last)
    const kind = name(bytes, at)
    const chunk = Uint8Array.from(bytes.subarray(at, end))
    // The header announces EXIF (8) and XMP (4), which were removed.
    if (kind === 'VP8X' && chunk.length > 8) chunk[8] = chunk[8]! & ~0x0c
    if (kind !== 'EXIF' && kind !== 'XMP ') kept.push(chunk)
    at = end
  }
  const body = Buffer.concat(kept)
  const head = Buffer.from(bytes.subarray(0, 12))
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}

/**
 * Removes EXIF, XMP, IPTC, comments and texts (location, camera, author) from a picture; its
 * orientation stays. JPEG, PNG, WebP, GIF and AVIF; other types are returned unchanged.
 */
export const withoutMetadata = (bytes: Uint8Array, type: string): Uint8Array => {
  switch (type) {
    case 'image/jpeg':
      return cleanJpeg(bytes)
    case 'image/png':
      return cleanPng(bytes)
    case 'image/webp':
      return cleanWebp(bytes)
    case 'image/gif':
      return cleanGif(bytes)
    case 'image/avif':
      return cleanAvif(bytes) ?? bytes
    default:
      return bytes
  }
}
