import { expect, test } from 'vitest'
import { pictureSize, withoutMetadata } from './pictures.ts'
import { sniff } from './sniff.ts'

const chunk = (name: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, data, Buffer.alloc(4)])
}
const png = (width: number, height: number, ...more: Buffer[]): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', Buffer.from('pixels')),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
const frame = (width: number, height: number): Buffer => {
  const data = Buffer.alloc(15)
  data[0] = 8
  data.writeUInt16BE(height, 1)
  data.writeUInt16BE(width, 3)
  return segment(0xc0, data)
}
/** EXIF with an orientation followed by a location. */
const exif = (orientation: number): Buffer =>
  segment(
    0xe1,
    Buffer.concat([
      Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0', 'latin1'),
      Buffer.from([orientation, 0, 0, 0, 0, 0, 0]),
      Buffer.from('38.7223 N 9.1393 W'),
    ]),
  )
const jpeg = (...segments: Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...segments,
    frame(640, 480),
    segment(0xda, Buffer.alloc(4)),
    Buffer.from('pixels'),
    Buffer.from([0xff, 0xd9]),
  ])

test('the size of a picture is read from its header', () => {
  expect(pictureSize(png(300, 200), 'image/png')).toEqual({ width: 300, height: 200 })
  expect(pictureSize(jpeg(exif(1)), 'image/jpeg')).toEqual({ width: 640, height: 480 })
  expect(pictureSize(Buffer.from('GIF89a\x10\0\x20\0', 'latin1'), 'image/gif')).toEqual({
    width: 16,
    height: 32,
  })
})

test('a broken picture has no size', () => {
  expect(pictureSize(png(0, 10), 'image/png')).toBeUndefined()
  expect(
    pictureSize(Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff]), 'image/jpeg'),
  ).toBeUndefined()
  expect(pictureSize(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'image/png')).toBeUndefined()
})

test('place, author and comments are taken out of a JPEG, its orientation and picture stay', () => {
  const clean = Buffer.from(
    withoutMetadata(
      jpeg(exif(6), segment(0xfe, Buffer.from('by Ada')), segment(0xed, Buffer.from('IPTC'))),
      'image/jpeg',
    ),
  )
  for (const gone of ['38.7223', 'by Ada', 'IPTC']) expect(clean.includes(gone)).toBe(false)
  expect(clean.includes('pixels')).toBe(true)
  expect(pictureSize(clean, 'image/jpeg')).toEqual({ width: 640, height: 480 })
  expect(clean.subarray(2, 4)).toEqual(Buffer.from([0xff, 0xe1]))
  expect(clean.includes(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]))).toBe(true)
})

test('what stands between the scans of a JPEG and behind its end is taken out with it', () => {
  const scan = (data: string) =>
    Buffer.concat([segment(0xda, Buffer.alloc(4)), Buffer.from(data, 'latin1')])
  const profile = segment(0xe2, Buffer.from('ICC_PROFILE\0colours', 'latin1'))
  const parts = [
    Buffer.from([0xff, 0xd8]),
    profile,
    frame(640, 480),
    scan('one\xff\x00\xff\xd0'),
    segment(0xc4, Buffer.from('table')),
    scan('two\xff\xff'),
    Buffer.from([0xff, 0xd9]),
  ]
  const [begin, ...rest] = parts as [Buffer, ...Buffer[]]
  const dirty = Buffer.concat([
    begin,
    segment(0xe2, Buffer.from('MPF\0second picture')),
    ...rest.slice(0, 3),
    exif(1),
    segment(0xfe, Buffer.from('by Ada')),
    ...rest.slice(3),
    jpeg(exif(1)),
    Buffer.from('ftypmp42 +38.7223-009.1393/'),
  ])
  expect(Buffer.from(withoutMetadata(dirty, 'image/jpeg'))).toEqual(Buffer.concat(parts))
  // A truncated picture keeps what there is of it, but no metadata.
  const cut = Buffer.concat([...parts.slice(0, 4), exif(1), Buffer.from('rest')])
  expect(Buffer.from(withoutMetadata(cut, 'image/jpeg'))).toEqual(
    Buffer.concat([...parts.slice(0, 4), Buffer.from('rest')]),
  )
  for (let n = 0; n < dirty.length; n++) {
    expect(
      Buffer.from(withoutMetadata(dirty.subarray(0, n), 'image/jpeg')).length,
    ).toBeLessThanOrEqual(n)
  }
})

const gif = (...more: Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from('GIF89a\x10\0\x10\0\x80\0\0', 'latin1'),
    Buffer.alloc(6),
    ...more,
    Buffer.from([0x3b]),
  ])
const gifFrame = (left: number, width: number): Buffer => {
  const head = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 16, 0, 0, 2])
  head.writeUInt16LE(left, 1)
  head.writeUInt16LE(width, 5)
  return Buffer.concat([head, Buffer.from([3, 1, 2, 3, 0])])
}
const extension = (label: number, ...blocks: string[]): Buffer =>
  Buffer.concat([
    Buffer.from([0x21, label]),
    ...blocks.map((b) => Buffer.from(`${String.fromCharCode(b.length)}${b}`, 'latin1')),
    Buffer.from([0]),
  ])

test('comments, XMP and whatever stands behind the end are taken out of a GIF, its frames and how they are played stay', () => {
  const played = [
    extension(0xff, 'NETSCAPE2.0', '\x01\0\0'),
    extension(0xf9, '\x04\x0a\0\0'),
    gifFrame(0, 16),
    gifFrame(0, 16),
  ]
  const dirty = Buffer.concat([
    gif(
      extension(0xfe, 'by Ada'),
      extension(0xff, 'XMP DataXMP', '38.7223'),
      ...played,
      extension(0xfe, 'more'),
    ),
    Buffer.from('<script>'),
  ])
  expect(Buffer.from(withoutMetadata(dirty, 'image/gif'))).toEqual(gif(...played))
  expect(withoutMetadata(dirty.subarray(0, 40), 'image/gif')).toEqual(dirty.subarray(0, 40))
})

test('a GIF is as large as its largest frame needs', () => {
  expect(pictureSize(gif(gifFrame(0, 16)), 'image/gif')).toEqual({ width: 16, height: 16 })
  expect(pictureSize(gif(gifFrame(0, 16), gifFrame(500, 60_000)), 'image/gif')).toEqual({
    width: 60_500,
    height: 16,
  })
})

test('whatever stands behind the end of a WebP is taken out of it', () => {
  const data = Buffer.from('VP8 \x0a\0\0\0abcdefghij', 'latin1')
  const riff = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), data])
  riff.writeUInt32LE(riff.length - 8, 4)
  expect(
    Buffer.from(
      withoutMetadata(Buffer.concat([riff, Buffer.from('ANMF\x07\0\0\x0038.7223')]), 'image/webp'),
    ),
  ).toEqual(riff)
})

test('texts, EXIF and whatever stands behind the end are taken out of a PNG', () => {
  const dirty = Buffer.concat([
    png(3, 2, chunk('tEXt', Buffer.from('Author\0Ada')), chunk('eXIf', Buffer.from('38.7223'))),
    Buffer.from('<script>'),
  ])
  const clean = Buffer.from(withoutMetadata(dirty, 'image/png'))
  expect(clean).toEqual(png(3, 2))
})

test('the type of a file is what it holds, not what it is called', () => {
  expect(sniff(png(1, 1), 'x.html')?.type).toBe('image/png')
  expect(sniff(Buffer.from('%PDF-1.7'), 'x.png')?.type).toBe('application/pdf')
  expect(sniff(Buffer.from('a;b\n1;2\n'), 'rows.csv')?.type).toBe('text/csv')
  expect(sniff(Buffer.from('hello'), 'x.exe')?.type).toBe('text/plain')
})

test('active content and unknown bytes are not kept', () => {
  for (const text of [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    ' <!DOCTYPE html><p>',
    '<html>',
    '<?xml version="1.0"?><svg/>',
    '# x\n<script>alert(1)</script>',
    'MZ\0\0binary',
  ]) {
    expect(sniff(Buffer.from(text), 'x.png')).toBeUndefined()
  }
})
