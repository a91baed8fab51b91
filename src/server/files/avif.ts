/**
 * AVIF is a file of boxes (ISO base media, HEIF): pictures and their metadata are items of a `meta`
 * box, whose bytes are elsewhere in the file.
 */

interface Box {
  readonly type: string
  readonly start: number
  readonly content: number
  readonly end: number
}

/**
 * Item types that make up a picture: coded pictures and how they are combined. All others are
 * metadata: EXIF, XMP (`mime`), links.
 */
const PICTURES = new Set(['av01', 'grid', 'iovl', 'iden', 'tmap', 'sato'])
/** Boxes that contain boxes of interest; so does `meta`, after its version. */
const OUTER = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'iprp', 'ipco'])
/** The only boxes a file needs at the top level. */
const TOP = new Set(['ftyp', 'meta', 'moov', 'mdat'])
/** Boxes with arbitrary content. */
const ANYTHING = new Set(['uuid', 'udta', 'free', 'skip', 'wide', 'xml ', 'bxml', 'udes'])
/** Handlers of pictures and picture sequences. */
const SEEN = new Set(['pict', 'vide', 'auxv'])
/** Empty EXIF: a reader that looks for its header finds one. */
const NOTHING = Buffer.from('\0\0\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0', 'latin1')

class Broken extends Error {}
const must = (holds: boolean): void => {
  if (!holds) throw new Broken()
}

/** Returns the boxes between two offsets; a remainder too short to be a box is ignored. */
const boxesOf = (bytes: Buffer, from: number, to: number): Box[] => {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to;) {
    const short = bytes.readUInt32BE(at)
    const content = at + (short === 1 ? 16 : 8)
    must(content <= to)
    const end =
      short === 0 ? to : at + (short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short)
    must(end >= content && end <= to)
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start: at, content, end })
    at = end
  }
  return boxes
}

/** Reads a big-endian integer of `size` bytes; 0 when there are none. */
const unsigned = (bytes: Buffer, at: number, size: number): number => {
  if (size === 0) return 0
  return size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, size)
}

/** Reads consecutive integers of given sizes in bytes. */
const reader = (bytes: Buffer, { content, end }: Box) => {
  let at = content
  return {
    next(size: number): number {
      must(at + size <= end)
      const value = unsigned(bytes, at, size)
      at += size
      return value
    },
    get at() {
      return at
    },
  }
}

/** Returns the types of the items that are not pictures, by item id. */
const saidOf = (bytes: Buffer, info: Box): Map<number, string> => {
  const head = reader(bytes, info)
  const listed = head.next(1) === 0 ? 2 : 4
  head.next(3)
  head.next(listed)
  const said = new Map<number, string>()
  for (const entry of boxesOf(bytes, head.at, info.end)) {
    const own = reader(bytes, entry)
    const version = own.next(1)
    own.next(3)
    const id = own.next(version === 3 ? 4 : 2)
    own.next(2)
    const type = version < 2 ? '' : bytes.toString('latin1', own.at, own.at + 4)
    if (!PICTURES.has(type)) said.set(id, type)
  }
  return said
}

interface Extent {
  readonly item: number
  readonly inside: boolean
  readonly offset: number
  readonly length: number
}

/** Locations of the items' bytes: in the file, or `inside` the box `idat`. */
const extentsOf = (bytes: Buffer, place: Box): Extent[] => {
  const next = reader(bytes, place)
  const version = next.next(1)
  next.next(3)
  const sizes = [next.next(1), next.next(1)].flatMap((pair) => [pair >> 4, pair & 15])
  const [offsetSize = 0, lengthSize = 0, baseSize = 0, indexSize = 0] = sizes
  must(sizes.every((size) => [0, 4, 8].includes(size)))
  const wide = version === 2 ? 4 : 2
  const extents: Extent[] = []
  for (let items = next.next(wide); items > 0; items--) {
    const item = next.next(wide)
    const method = version > 0 ? next.next(2) & 15 : 0
    const elsewhere = next.next(2) !== 0
    const base = next.next(baseSize)
    for (let count = next.next(2); count > 0; count--) {
      if (version > 0) next.next(indexSize)
      const offset = base + next.next(offsetSize)
      const length = next.next(lengthSize)
      if (!elsewhere && method < 2) extents.push({ item, inside: method === 1, offset, length })
    }
  }
  return extents
}

const blank = (bytes: Buffer, box: Box): void => {
  bytes.write('free', box.start + 4, 'latin1')
  bytes.fill(0, box.content, box.end)
}

const handlerOf = (bytes: Buffer, { content, end }: Box): string =>
  bytes.toString('latin1', content + 8, Math.min(content + 12, end))

const cleanItems = (bytes: Buffer, meta: Box): void => {
  const inner = boxesOf(bytes, meta.content + 4, meta.end)
  const box = (type: string): Box | undefined => inner.find((b) => b.type === type)
  const [info, place, data] = [box('iinf'), box('iloc'), box('idat')]
  const handler = box('hdlr')
  // Not the `meta` of a picture, but metadata a camera or player stores in a video.
  if (!handler || handlerOf(bytes, handler) !== 'pict') return blank(bytes, meta)
  blankBoxes(bytes, inner)
  if (!info) return
  const said = saidOf(bytes, info)
  if (!said.size) return
  must(place !== undefined)
  for (const { item, inside, offset, length } of extentsOf(bytes, place!)) {
    const type = said.get(item)
    if (type === undefined) continue
    const within: readonly [number, number] = data ? [data.content + offset, data.end] : [0, 0]
    const [start, end] = inside ? within : [offset, bytes.length]
    // A length of 0 means everything to the end, which would include the picture.
    must(length > 0 && start + length <= end)
    bytes.fill(type === 'mime' ? 0x20 : 0, start, start + length)
    if (type === 'Exif' && length >= NOTHING.length) NOTHING.copy(bytes, start)
  }
}

function blankBoxes(bytes: Buffer, boxes: readonly Box[]): void {
  for (const box of boxes) {
    if (ANYTHING.has(box.type)) blank(bytes, box)
    else if (box.type === 'meta') cleanItems(bytes, box)
    // A track of text, locations or sound keeps its bytes among those of the pictures.
    else if (box.type === 'hdlr') must(SEEN.has(handlerOf(bytes, box)))
    else if (OUTER.has(box.type)) blankBoxes(bytes, boxesOf(bytes, box.content, box.end))
  }
}

/**
 * Returns an AVIF picture without metadata (EXIF, XMP, links, boxes of arbitrary content): those
 * bytes are blanked in place, so that all others keep their offsets. Orientation is a property of
 * the picture itself and stays. Undefined when the boxes are broken, so their content cannot be
 * determined.
 */
export const cleanAvif = (given: Uint8Array): Uint8Array | undefined => {
  const bytes = Buffer.from(given)
  try {
    const boxes = boxesOf(bytes, 0, bytes.length)
    must(boxes[0]?.type === 'ftyp' && boxes.some((b) => b.type === 'meta' || b.type === 'moov'))
    for (const box of boxes) if (!TOP.has(box.type)) blank(bytes, box)
    blankBoxes(bytes, boxes)
    return bytes.subarray(0, boxes.at(-1)!.end)
  } catch (error) {
    if (error instanceof Broken) return undefined
    throw error
  }
}
