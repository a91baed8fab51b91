import { say, type Said } from '#model/message.ts'
import type { Metadata, Sharp } from 'sharp'
import { invalid, Problem } from '../base/problem.ts'
import { decoding, type Decoder } from './decoder.ts'
import { framesOf, neededPng } from './parts.ts'

/** Maximum size of a picture in pixels. */
export const maxPixels = 40_000_000
/** Longest side in pixels, as of JPEG: the decoder takes its time for each row, however short. */
const maxSide = 65_535
/** Maximum pixels of all frames of an animation together, and their number. */
export const maxAnimatedPixels = 100_000_000
export const maxFrames = 1_000
/** Longest side of a thumbnail in pixels: twice the largest place that shows one. */
export const thumbnailPixels = 480
/** A picture of a thumbnail's size needs none up to this many bytes. */
const SMALL_BYTES = 50_000
/** Time to decode and encode one picture, in seconds. */
const SECONDS = 40

/** True for a picture that is small enough to be its own thumbnail. */
export const needsNoThumbnail = ({
  width,
  height,
  size,
}: {
  readonly width: number | null
  readonly height: number | null
  /** Bytes. */
  readonly size: number
}): boolean =>
  width !== null &&
  height !== null &&
  Math.max(width, height) <= thumbnailPixels &&
  size <= SMALL_BYTES

/** A picture without metadata, encoded again. */
export interface CleanPicture {
  readonly bytes: Uint8Array
  /** Pixels, as it is displayed. */
  readonly width: number
  readonly height: number
  /** WebP; undefined if the picture is small enough to be its own thumbnail. */
  readonly thumbnail: Uint8Array | undefined
}

const broken = (message = 'This picture cannot be read.'): Problem =>
  invalid([{ path: 'file', code: 'broken', message }])

const tooLarge = (message: Said): Problem => new Problem(413, 'too_large', message)

/** Runs work of the decoder; whatever it cannot read or finish is a 422. */
const reading = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem) throw error
    throw /timeout/i.test(String(error))
      ? broken('This picture takes too long to read. Save it smaller, or as JPEG or PNG.')
      : broken()
  }
}

/** Format names of the decoder by content type. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/webp', 'webp'],
  ['image/gif', 'gif'],
  ['image/avif', 'heif'],
])
const ANIMATED: ReadonlySet<string> = new Set(['image/webp', 'image/gif'])

const animationTooLarge = (): Problem =>
  tooLarge(
    say('An animation may have {{n}} frames and {{size}} megapixels in all of them at most.', {
      n: maxFrames,
      size: maxAnimatedPixels / 1_000_000,
    }),
  )

const requireSize = ({
  width,
  height: all,
  pages = 1,
  pageHeight: height = all,
}: Metadata): void => {
  const pixels = width * height
  if (pixels > maxPixels) {
    throw tooLarge(
      say('A picture may have {{n}} megapixels at most.', { n: maxPixels / 1_000_000 }),
    )
  }
  if (Math.max(width, height) > maxSide) {
    throw tooLarge(say('A picture may be {{n}} pixels wide and high at most.', { n: maxSide }))
  }
  if (pages > 1 && pixels * pages > maxAnimatedPixels) throw animationTooLarge()
}

/** Returns what the decoder may read of an upload. */
const readable = (bytes: Uint8Array, type: string): Uint8Array => {
  const frames = framesOf(bytes, type, maxFrames)
  if (frames === undefined) throw broken()
  if (frames > maxFrames) throw animationTooLarge()
  const kept = type === 'image/png' ? neededPng(bytes) : bytes
  if (!kept) throw broken()
  return kept
}

/** Encodes in the same format, without metadata and colour profile. */
const encoded = (image: Sharp, type: string, { chromaSubsampling }: Metadata): Sharp => {
  switch (type) {
    case 'image/jpeg':
      return image.jpeg({
        quality: 85,
        chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0',
      })
    case 'image/png':
      return image.png({ compressionLevel: 6 })
    case 'image/webp':
      return image.webp({ quality: 85, effort: 2 })
    case 'image/gif':
      return image.gif({ effort: 3 })
    default:
      return image.avif({ quality: 60, effort: 0 })
  }
}

/**
 * Decodes a picture and encodes it again, so that only its pixels stay: no EXIF, XMP, comments,
 * texts, hidden parts or bytes after its end. The orientation is applied, colours are converted to
 * sRGB, and the frames of GIF and WebP are kept. 413 beyond the limits of size, 422 for a broken
 * picture.
 */
export const cleanPicture = async (given: Uint8Array, type: string): Promise<CleanPicture> => {
  const bytes = readable(given, type)
  return decoding(bytes.byteLength, (sharp) => reading(() => cleaned(sharp, bytes, type)))
}

const cleaned = async (sharp: Decoder, bytes: Uint8Array, type: string): Promise<CleanPicture> => {
  const open = (animated = false): Sharp =>
    sharp(bytes, {
      // Sizes are checked below, with a message of our own.
      limitInputPixels: false,
      failOn: 'error',
      ...(animated ? { animated } : {}),
    }).timeout({ seconds: SECONDS })
  const animated = ANIMATED.has(type)
  const meta = await open(animated).metadata()
  if (meta.format !== FORMATS.get(type) || (meta.compression ?? 'av1') !== 'av1') {
    throw broken()
  }
  requireSize(meta)
  const moving = animated && (meta.pages ?? 1) > 1
  // Animations have no orientation, and cannot be turned.
  const image = moving ? open(true) : open().autoOrient()
  const { data, info } = await encoded(image, type, meta).toBuffer({ resolveWithObject: true })
  const height = moving ? (meta.pageHeight ?? info.height) : info.height
  const small = needsNoThumbnail({ width: info.width, height, size: data.byteLength })
  return {
    bytes: data,
    width: info.width,
    height,
    thumbnail: small ? undefined : await shrunk(open()).toBuffer(),
  }
}

const shrunk = (image: Sharp): Sharp =>
  image
    .autoOrient()
    .resize(thumbnailPixels, thumbnailPixels, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78, effort: 3 })

/** Makes the thumbnail of a stored picture, of its first frame; 422 when it cannot be read. */
export const thumbnailOf = (bytes: Uint8Array): Promise<Uint8Array> =>
  decoding(bytes.byteLength, (sharp) =>
    reading(() =>
      shrunk(
        sharp(bytes, { limitInputPixels: maxPixels, failOn: 'truncated' }).timeout({
          seconds: SECONDS,
        }),
      ).toBuffer(),
    ),
  )
