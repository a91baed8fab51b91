import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileAccess, systemActor } from '#server/permissions/access.ts'
import { createFiles, maxUploadBytes } from '#server/files/files.ts'
import { fileLinks } from '#server/files/links.ts'
import { localFileStore } from '#server/files/store.ts'
import { leastMs, longestTurn } from './support/longestBlock.ts'
import { pngChunk, samplePng } from './support/samplePng.ts'
import { toyModel } from './toy.ts'

/** Maximum time in milliseconds for which an upload may hold up everybody else. */
const MOST = 100

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'long-files-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Inserts a part at an offset as often as the largest upload allows. */
const crowd = (bytes: Buffer, at: number, part: Buffer): Buffer =>
  Buffer.concat([
    bytes.subarray(0, at),
    Buffer.alloc(Math.floor((maxUploadBytes - bytes.length) / part.length) * part.length, part),
    bytes.subarray(at),
  ])
/** The same with the length that a WebP announces. */
const riff = (bytes: Buffer, at: number, part: Buffer): Buffer => {
  const crowded = crowd(bytes, at, part)
  crowded.writeUInt32LE(crowded.length - 8, 4)
  return crowded
}
const drawn = (format: 'jpeg' | 'webp' | 'gif' | 'avif'): Promise<Buffer> =>
  sharp(samplePng(60, 40, [15, 32, 81]))
    .toFormat(format)
    .toBuffer()
const moving = (): Promise<Buffer> =>
  sharp([samplePng(30, 20, [9, 9, 99]), samplePng(30, 20, [200, 9, 99])], {
    join: { animated: true },
  })
    .webp()
    .toBuffer()
const png = samplePng(60, 40, [15, 32, 81])
const bytes = (...values: number[]): Buffer => Buffer.from(values)
const gifFrame = bytes(0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0x4c, 0)
const behindTable = (gif: Buffer): number => 13 + (gif[10]! & 0x80 ? 3 << ((gif[10]! & 7) + 1) : 0)
const inGif = async (part: Buffer): Promise<Buffer> => {
  const gif = await drawn('gif')
  return crowd(gif, behindTable(gif), part)
}

/** Uploads of the largest size made of what a parser has most work with. */
const crowds: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  'texts of a PNG': () => crowd(png, 33, pngChunk('tEXt', Buffer.alloc(0))),
  'pixel data of a PNG in empty chunks': () => crowd(png, 33, pngChunk('IDAT', Buffer.alloc(0))),
  'texts of a PNG without its end': () =>
    crowd(png.subarray(0, -12), 33, pngChunk('tEXt', Buffer.alloc(0))),
  'segments of a JPEG': async () => crowd(await drawn('jpeg'), 2, bytes(0xff, 0xfe, 0, 2)),
  'fill bytes of a JPEG': async () => crowd(await drawn('jpeg'), 2, bytes(0xff)),
  'frames of a GIF': () => inGif(gifFrame),
  'comments of a GIF': () => inGif(bytes(0x21, 0xfe, 1, 65, 0)),
  'blocks of one comment of a GIF': async () => {
    const gif = await drawn('gif')
    const at = behindTable(gif)
    const open = Buffer.concat([gif.subarray(0, at), bytes(0x21, 0xfe, 0), gif.subarray(at)])
    return crowd(open, at + 2, bytes(1, 65))
  },
  'chunks of a WebP': async () => {
    const webp = await drawn('webp')
    return riff(webp, webp.length, Buffer.from('EXIF\0\0\0\0', 'latin1'))
  },
  'frames of a WebP': async () => {
    const webp = await moving()
    const from = webp.indexOf('ANMF')
    return riff(webp, from, webp.subarray(from, from + 8 + webp.readUInt32LE(from + 4)))
  },
  'boxes of an AVIF': async () => {
    const avif = await drawn('avif')
    return crowd(avif, avif.length, Buffer.from('\0\0\0\x08free', 'latin1'))
  },
  'letters of two bytes': () => Buffer.alloc(maxUploadBytes, 'é'),
  'letters of two bytes, the last one cut': () => Buffer.alloc(maxUploadBytes - 1, 'é'),
  'opening brackets': () => Buffer.alloc(maxUploadBytes, '<'),
  'objects of a PDF': () => Buffer.alloc(maxUploadBytes, '%PDF-1.7 1 0 obj<<>>endobj '),
}

const entersNothing = () => Promise.reject(new Error('Nothing is entered here.'))

test.each(Object.entries(crowds))(
  'receiving an upload full of %s does not block the event loop',
  async (_what, made) => {
    const files = createFiles({
      db: { query: entersNothing, transaction: entersNothing },
      model: toyModel,
      store: localFileStore(folder),
      links: fileLinks('secret'),
    })
    const access = compileAccess(toyModel, systemActor)
    const upload = { bytes: await made(), name: 'x.csv' }
    const took = await leastMs(MOST, () =>
      longestTurn(async () => {
        const received = await files.receive(upload, access).catch((error: unknown) => {
          expect(error).toMatchObject({ status: expect.any(Number) })
        })
        if (received) await files.discard(received)
      }),
    )
    expect(took).toBeLessThan(MOST)
  },
  300_000,
)
