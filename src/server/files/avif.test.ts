import { expect, test } from 'vitest'
import { cleanAvif } from './avif.ts'
import { pictureSize, withoutMetadata } from './pictures.ts'

/** A real picture of 2 × 2 pixels, written by libavif: one `av01` item of 29 bytes. */
const REAL = Buffer.from(
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=',
  'base64',
)
const CODED = REAL.subarray(REAL.length - 29)

const u16 = (n: number): Buffer => Buffer.from([n >> 8, n & 255])
const u32 = (n: number): Buffer => Buffer.concat([u16(n >>> 16), u16(n & 0xffff)])
const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, 'latin1'), content])
}
const full = (type: string, version: number, ...parts: readonly Buffer[]): Buffer =>
  box(type, Buffer.from([version, 0, 0, 0]), ...parts)

/** EXIF as a camera writes it: a header, an empty list and a location. */
const EXIF = Buffer.concat([
  Buffer.from('\0\0\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0', 'latin1'),
  Buffer.from('GPS 38.7223 N 9.1393 W'),
])
const XMP = Buffer.from('<x:xmpmeta><dc:creator>Ada Lovelace</dc:creator></x:xmpmeta>')
const SECRETS = ['38.7223', 'Ada Lovelace', 'Lisbon']

interface Item {
  readonly type: string
  readonly data: Buffer
  readonly inside?: boolean
}
const PICTURE: Item = { type: 'av01', data: CODED }
const SAID: readonly Item[] = [
  { type: 'Exif', data: EXIF },
  { type: 'mime', data: XMP },
]

/** The real picture with further items, laid out as encoders do; `version` is that of `iloc`. */
const avif = (
  items: readonly Item[],
  {
    version = 1,
    meta = [],
    top = [],
  }: {
    readonly version?: 0 | 1 | 2
    readonly meta?: readonly Buffer[]
    readonly top?: readonly Buffer[]
  } = {},
): Buffer => {
  const start = REAL.indexOf('meta') - 4
  const part = (type: string): Buffer => {
    const at = REAL.indexOf(type) - 4
    return REAL.subarray(at, at + REAL.readUInt32BE(at))
  }
  const count = version === 2 ? u32 : u16
  const iinf = full(
    'iinf',
    0,
    u16(items.length),
    ...items.map(({ type }, i) =>
      full(
        'infe',
        2,
        u16(i + 1),
        u16(0),
        Buffer.from(`${type}\0`, 'latin1'),
        Buffer.from(type === 'mime' ? 'application/rdf+xml\0' : ''),
      ),
    ),
  )
  const inside = items.filter((i) => i.inside)
  const built = (data: number): Buffer => {
    let [file, idat] = [data, 0]
    const places = items.map(({ data: bytes, inside: held }, i) => {
      const offset = held ? idat : file
      if (held) idat += bytes.length
      else file += bytes.length
      return Buffer.concat([
        count(i + 1),
        ...(version ? [u16(held ? 1 : 0)] : []),
        u16(0),
        u16(1),
        u32(offset),
        u32(bytes.length),
      ])
    })
    return full(
      'meta',
      0,
      part('hdlr'),
      part('pitm'),
      full('iloc', version, Buffer.from([0x44, 0]), count(items.length), ...places),
      iinf,
      part('iprp'),
      ...(inside.length ? [box('idat', ...inside.map((i) => i.data))] : []),
      ...meta,
    )
  }
  const before = Buffer.concat([REAL.subarray(0, start), ...top])
  const data = before.length + built(0).length + 8
  return Buffer.concat([
    before,
    built(data),
    box('mdat', ...items.filter((i) => !i.inside).map((i) => i.data)),
  ])
}
const hasNone = (bytes: Buffer): void => {
  for (const secret of SECRETS) expect(bytes.includes(secret)).toBe(false)
}

test('a picture without anything said of it stays as it is', () => {
  expect(Buffer.from(cleanAvif(REAL)!).equals(REAL)).toBe(true)
  expect(pictureSize(REAL, 'image/avif')).toEqual({ width: 2, height: 2 })
})

test.each([0, 1, 2] as const)(
  'place and author are blanked where they lie, the picture keeps its bytes and their place (iloc %i)',
  (version) => {
    const dirty = avif([PICTURE, ...SAID], { version })
    const given = Buffer.from(dirty)
    const clean = Buffer.from(withoutMetadata(dirty, 'image/avif'))
    hasNone(clean)
    expect(dirty.equals(given)).toBe(true)
    expect([clean.length, clean.indexOf(CODED), pictureSize(clean, 'image/avif')]).toEqual([
      dirty.length,
      dirty.indexOf(CODED),
      { width: 2, height: 2 },
    ])
    // A reader that looks for EXIF finds a header and nothing after it.
    expect(
      clean
        .subarray(dirty.indexOf(EXIF), dirty.indexOf(EXIF) + EXIF.length)
        .equals(Buffer.concat([EXIF.subarray(0, 18), Buffer.alloc(EXIF.length - 18)])),
    ).toBe(true)
  },
)

test('so is what lies inside the list of items, what is of no known kind, and boxes of anything', () => {
  const personal = Buffer.from('Lisbon 38.7223 Ada Lovelace')
  const dirty = avif(
    [PICTURE, ...SAID.map((item) => ({ ...item, inside: true })), { type: 'note', data: personal }],
    {
      meta: [box('uuid', personal), full('xml ', 0, personal)],
      top: [
        box('free', personal),
        box('mine', personal),
        box(
          'moov',
          box('udta', personal),
          full('meta', 0, full('hdlr', 0, u32(0), Buffer.from('mdta')), box('ilst', personal)),
        ),
      ],
    },
  )
  const clean = Buffer.from(
    cleanAvif(Buffer.concat([dirty, box('uuid', personal), Buffer.from('Lisbon')]))!,
  )
  hasNone(clean)
  expect(clean.indexOf(CODED)).toBe(dirty.indexOf(CODED))
})

test('what nobody can tell the insides of is no picture that can be read', () => {
  const dirty = avif([PICTURE, ...SAID])
  const iloc = dirty.indexOf('iloc')
  const changed = (at: number, value: number): Buffer => {
    const copy = Buffer.from(dirty)
    copy.writeUInt32BE(value, at)
    return copy
  }
  // Box lengths beyond the end of the file, items beyond it, no extents at all, and an item that
  // extends to the end.
  const lastLength = iloc + dirty.readUInt32BE(iloc - 4) - 8
  for (const broken of [
    changed(0, 9),
    changed(iloc - 4, 0xffff),
    changed(lastLength, 0xffffff),
    changed(lastLength, 0),
    changed(iloc, 0x66726565),
    avif([PICTURE], {
      top: [box('moov', box('trak', box('mdia', full('hdlr', 0, u32(0), Buffer.from('text')))))],
    }),
  ]) {
    expect(cleanAvif(broken)).toBeUndefined()
    expect(pictureSize(broken, 'image/avif')).toBeUndefined()
  }
  // Whatever is truncated or overwritten: it returns, and never a longer file.
  for (let n = 0; n < dirty.length; n++) {
    expect(cleanAvif(dirty.subarray(0, n))?.length ?? 0).toBeLessThanOrEqual(n)
  }
  for (let n = 0; n < dirty.length; n++) {
    const copy = Buffer.from(dirty)
    copy[n] = 255
    cleanAvif(copy)
  }
})
