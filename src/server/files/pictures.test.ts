import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { samplePng } from '#tests/support/samplePng.ts'
import { cleanPicture, maxFrames, thumbnailOf, thumbnailPixels } from './pictures.ts'
import { sniff } from './sniff.ts'

const SECRETS = ['Ada Lovelace', '38.7223', '<script>']
const EXIF = { IFD0: { Artist: 'Ada Lovelace', Copyright: '38.7223' } }
const blank = (width = 60, height = 40): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#0F2051' } })
const dotted = (width: number, height: number): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

/** The same picture in each format, with its author and location in EXIF where the format can. */
const made: Readonly<Record<string, () => Promise<Buffer>>> = {
  'image/jpeg': () => blank().withExif(EXIF).jpeg().toBuffer(),
  'image/png': () => blank().withExif(EXIF).png().toBuffer(),
  'image/webp': () => blank().withExif(EXIF).webp().toBuffer(),
  'image/gif': () => blank().gif().toBuffer(),
  'image/avif': () => blank().withExif(EXIF).avif({ effort: 0 }).toBuffer(),
}
const types = Object.keys(made)

const chunk = (name: string, data: string, announced = data.length): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(announced)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, Buffer.from(data, 'latin1'), Buffer.alloc(4)])
}
const refusal = (status: number) => ({ status })
const hasNone = (bytes: Uint8Array): void => {
  for (const secret of SECRETS) expect(Buffer.from(bytes).includes(secret), secret).toBe(false)
}

describe.each(types)('a picture of type %s', (type) => {
  test('is recognised, measured and keeps its type', async () => {
    const bytes = await made[type]!()
    expect((await sniff(bytes, 'x.html'))?.type).toBe(type)
    const clean = await cleanPicture(bytes, type)
    expect([clean.width, clean.height]).toEqual([60, 40])
    expect((await sniff(clean.bytes, 'x'))?.type).toBe(type)
  })

  test('loses its author, its location and any bytes after its end', async () => {
    const bytes = await made[type]!()
    if (type !== 'image/gif') expect(bytes.includes('Ada Lovelace')).toBe(true)
    const tail = Buffer.from('<script>alert("Ada Lovelace 38.7223")</script>')
    hasNone((await cleanPicture(Buffer.concat([bytes, tail]), type)).bytes)
  })

  test('is refused when even a few bytes of pixel data are missing', async () => {
    const bytes = await sharp(await dotted(200, 150).png().toBuffer())
      .toFormat(type.slice(6) as 'png')
      .toBuffer()
    // The last two bytes of a JPEG only say that it ends.
    const shortest = type === 'image/jpeg' ? [] : [1, 2]
    for (const cut of [...shortest, 8, 50, 400, Math.floor(bytes.length / 2)]) {
      await expect(
        cleanPicture(bytes.subarray(0, bytes.length - cut), type),
        String(cut),
      ).rejects.toMatchObject(refusal(422))
    }
  })

  test('is refused when declared as another type', async () => {
    const bytes = await made[type]!()
    const other = types[(types.indexOf(type) + 1) % types.length]!
    await expect(cleanPicture(bytes, other)).rejects.toMatchObject(refusal(422))
  })
})

test('rotates a picture by its EXIF orientation and removes the tag', async () => {
  const bytes = await blank().withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const clean = await cleanPicture(bytes, 'image/jpeg')
  expect([clean.width, clean.height]).toEqual([40, 60])
  expect((await sharp(clean.bytes).metadata()).orientation ?? 1).toBe(1)
})

test('converts colours to sRGB and removes the colour profile', async () => {
  const bytes = await blank().withIccProfile('p3').jpeg().toBuffer()
  expect((await sharp(bytes).metadata()).icc).toBeDefined()
  const meta = await sharp((await cleanPicture(bytes, 'image/jpeg')).bytes).metadata()
  expect([meta.icc, meta.space]).toEqual([undefined, 'srgb'])
})

test('refuses a PNG whose last chunk declares more bytes than follow', async () => {
  const png = samplePng(3, 2, [1, 2, 3])
  const cut = Buffer.concat([png.subarray(0, -12), chunk('tEXt', 'Author\0Ada Lovelace', 9_000)])
  await expect(cleanPicture(cut, 'image/png')).rejects.toMatchObject(refusal(422))
})

test('does not decompress the text chunks of a PNG', async () => {
  const png = samplePng(3, 2, [1, 2, 3])
  const packed = deflateSync(Buffer.alloc(7_000_000), { level: 9 }).toString('latin1')
  const texts = Array.from({ length: 200 }, (_, n) => chunk('zTXt', `k${n}\0\0${packed}`))
  const before = process.resourceUsage().maxRSS
  const clean = await cleanPicture(
    Buffer.concat([png.subarray(0, 33), ...texts, png.subarray(33)]),
    'image/png',
  )
  expect(clean.width).toBe(3)
  // Kilobytes; unpacked they would be 1.4 GB.
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(400_000)
})

const animation = async (frames: number, type: 'gif' | 'webp'): Promise<Buffer> =>
  sharp(
    await Promise.all(
      Array.from({ length: frames }, (_, n) =>
        sharp({
          create: { width: 30, height: 20, channels: 3, background: { r: 80 * n, g: 9, b: 99 } },
        })
          .png()
          .toBuffer(),
      ),
    ),
    { join: { animated: true } },
  )
    [type]({ delay: Array.from({ length: frames }, (_, n) => 100 + 100 * n), loop: 3 })
    .toBuffer()

test.each(['gif', 'webp'] as const)(
  'keeps the frames, delays and loop count of an animated %s',
  async (type) => {
    const bytes = await animation(3, type)
    const comment = Buffer.from('\x21\xfe\x0cAda Lovelace\0', 'latin1')
    const given =
      type === 'gif' ? Buffer.concat([bytes.subarray(0, -1), comment, bytes.subarray(-1)]) : bytes
    // Without its end, which a reader of metadata might not miss.
    if (type === 'gif') {
      await expect(cleanPicture(given.subarray(0, -1), 'image/gif')).rejects.toMatchObject(
        refusal(422),
      )
    }
    const clean = await cleanPicture(given, `image/${type}`)
    hasNone(clean.bytes)
    expect([clean.width, clean.height]).toEqual([30, 20])
    expect(await sharp(clean.bytes, { animated: true }).metadata()).toMatchObject({
      pages: 3,
      delay: [100, 200, 300],
      loop: 3,
    })
  },
)

test('refuses an image or animation that is too large when decoded', async () => {
  // 25,000 × 25,000 pixels in a few kilobytes.
  const bomb = await blank(25_000, 2_000).png({ compressionLevel: 9 }).toBuffer()
  expect(bomb.length).toBeLessThan(500_000)
  await expect(cleanPicture(bomb, 'image/png')).rejects.toMatchObject(refusal(413))
  // Few pixels, in rows that each take the decoder's time.
  for (const [width, height] of [
    [1, 70_000],
    [70_000, 1],
  ] as const) {
    const long = await blank(width, height).png().toBuffer()
    await expect(cleanPicture(long, 'image/png')).rejects.toMatchObject(refusal(413))
  }
  const one = await made['image/gif']!()
  const from = 13 + (one[10]! & 0x80 ? 3 << ((one[10]! & 7) + 1) : 0)
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0x4c, 0])
  const many = Buffer.concat([
    one.subarray(0, from),
    ...Array.from({ length: maxFrames + 1 }, () => frame),
    Buffer.from([0x3b]),
  ])
  await expect(cleanPicture(many, 'image/gif')).rejects.toMatchObject(refusal(413))
})

test('refuses anything but pictures of an accepted format', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const tiff = await blank().tiff().toBuffer()
  for (const bytes of [svg, tiff, Buffer.from('GIF89a/*'), Buffer.from('%PDF-1.7')]) {
    for (const type of types) {
      await expect(cleanPicture(bytes, type)).rejects.toMatchObject(refusal(422))
    }
  }
})

test('creates a thumbnail for a large picture but not for a small one', async () => {
  const small = await cleanPicture(await made['image/png']!(), 'image/png')
  expect(small.thumbnail).toBeUndefined()
  const large = await cleanPicture(await dotted(1200, 800).jpeg().toBuffer(), 'image/jpeg')
  const meta = await sharp(large.thumbnail).metadata()
  expect([meta.format, meta.width, meta.height]).toEqual([
    'webp',
    thumbnailPixels,
    (thumbnailPixels * 2) / 3,
  ])
  expect(
    Buffer.from(await thumbnailOf(large.bytes))
      .subarray(8, 12)
      .toString(),
  ).toBe('WEBP')
})

test('detects the type of a file by its content, not its name', async () => {
  expect((await sniff(Buffer.from('%PDF-1.7'), 'x.png'))?.type).toBe('application/pdf')
  expect((await sniff(Buffer.from('a;b\n1;2\n'), 'rows.csv'))?.type).toBe('text/csv')
  expect((await sniff(Buffer.from('hello'), 'x.exe'))?.type).toBe('text/plain')
  // The letters of a bitmap, of a sound and of a font.
  for (const text of ['BMW;1\n', 'ID3;1\n', 'OTTO;1\n']) {
    expect((await sniff(Buffer.from(text), 'rows.csv'))?.type).toBe('text/csv')
  }
})

test('recognises no type for active content and unknown bytes', async () => {
  for (const text of [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    ' <!DOCTYPE html><p>',
    '<html>',
    '<?xml version="1.0"?><svg/>',
    '# x\n<script>alert(1)</script>',
    'MZ\0\0binary',
    'PK\x03\x04\x14\0\0\0',
    '\xff\xfb\x90\x64',
  ]) {
    expect(await sniff(Buffer.from(text, 'latin1'), 'x.png')).toBeUndefined()
  }
  // Two bytes of a letter on both sides of a slice, and half of a letter at the end.
  const letters = Buffer.from('é'.repeat(600_000))
  expect((await sniff(Buffer.concat([Buffer.from('a'), letters]), 'x'))?.type).toBe('text/plain')
  expect(await sniff(letters.subarray(0, -1), 'x')).toBeUndefined()
})
