import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { googleStorageStandIn } from '#tests/support/googleStorageStandIn.ts'
import { s3StandIn, signatureV4 } from '#tests/support/s3StandIn.ts'
import { storeConformance } from '#tests/support/storeConformance.ts'
import { firebaseFileStore } from '../firebase/storage.ts'
import { s3FileStore } from './s3.ts'
import { readS3Url } from './s3Address.ts'
import { localFileStore, type FileStore } from './store.ts'
import { fileStores } from './stores.ts'

async function* bytes(size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < size; at += 100_000) {
    yield Buffer.alloc(Math.min(100_000, size - at), at % 251)
  }
}
const sizeOf = async (store: FileStore, key: string) => (await store.get(key))?.size
const quick = { pauseMs: 1 }

describe('the local disk', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'stores-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  storeConformance(
    () => localFileStore(folder),
    async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((e) => e.isFile())
        .length,
  )
})

describe('an S3-compatible store (a stand-in that checks signatures)', () => {
  const credentials = { keyId: 'AKIDEXAMPLE', secret: 'a/secret+with=signs', region: 'eu-test-1' }
  let server: Awaited<ReturnType<typeof s3StandIn>>
  const url = (secret = credentials.secret, more = '') =>
    `${server.origin.replace('http://', `http://AKIDEXAMPLE:${encodeURIComponent(secret)}@`)}/our.bucket/a%20folder?region=eu-test-1${more}`
  const make = () => s3FileStore(readS3Url(url()), quick)
  beforeAll(async () => {
    server = await s3StandIn('our.bucket', credentials)
  })
  afterAll(() => server?.close())
  beforeEach(() => {
    server.requests.length = 0
    server.refused.length = 0
  })
  storeConformance(make, () => server.objects.size + server.open.size)

  test('the stand-in’s signature matches Amazon’s published example', () => {
    const signed = {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
    }
    const request = {
      method: 'GET',
      path: '/test.txt',
      query: new URLSearchParams(),
      headers: signed,
      payloadHash: signed['x-amz-content-sha256'],
    }
    expect(
      signatureV4(request, Object.keys(signed), {
        date: '20130524T000000Z',
        region: 'us-east-1',
        secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      }),
    ).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
  })

  test('a wrong secret is refused as an unavailable store, without the store’s own message', async () => {
    await expect(
      s3FileStore(readS3Url(url('another')), quick).put(bytes(10), { extension: 'txt' }),
    ).rejects.toMatchObject({ status: 503, code: 'store_unavailable' })
    expect(server.refused).toEqual(['SignatureDoesNotMatch'])
  })

  test('large content is uploaded in parts, and interrupted or refused parts are sent again', async () => {
    const store = make()
    server.cut(1, 100_000)
    const { key } = await store.put(bytes(20_000_000), { extension: 'bin' })
    expect(await sizeOf(store, key)).toBe(20_000_000)
    server.fail(2)
    expect(await sizeOf(store, (await store.put(bytes(9_000_000), { extension: 'bin' })).key)).toBe(
      9_000_000,
    )
    expect(
      server.requests.filter((r) => /^PUT .*partNumber/.test(r)).length,
    ).toBeGreaterThanOrEqual(5)
  })

  test('an unavailable store returns 503 and leaves no open upload', async () => {
    server.fail(100)
    await expect(make().put(bytes(20_000_000), { extension: 'bin' })).rejects.toMatchObject({
      status: 503,
    })
    await expect(make().get('ab/00000000-0000-0000-0000-000000000000.txt')).rejects.toMatchObject({
      status: 503,
    })
    server.fail(0)
    expect(server.open.size).toBe(0)
    const gone = s3FileStore(readS3Url('http://id:secret@127.0.0.1:1/bucket'), quick)
    await expect(gone.put(bytes(10), { extension: 'txt' })).rejects.toMatchObject({ status: 503 })
  })

  test('its address, bucket and credentials are read from one URL', () => {
    expect(readS3Url('s3://id:se%2Fcret@pictures/2024?region=eu-west-3')).toEqual({
      address: 'https://pictures.s3.eu-west-3.amazonaws.com',
      prefix: '2024/',
      region: 'eu-west-3',
      accessKeyId: 'id',
      secretAccessKey: 'se/cret',
    })
    expect(readS3Url('s3://id:secret@my.pictures').address).toBe(
      'https://s3.us-east-1.amazonaws.com/my.pictures',
    )
    expect(readS3Url('https://id:secret@minio.example:9000/box/').address).toBe(
      'https://minio.example:9000/box',
    )
    expect(() => readS3Url('https://minio.example/box')).toThrow(/access key/)
    expect(() => readS3Url('https://id:hush@minio.example')).toThrow(/bucket/)
    expect(() => readS3Url('https://id:hush@minio.example')).not.toThrow(/hush/)
  })
})

describe('Firebase Storage (a stand-in for its JSON API)', () => {
  let server: Awaited<ReturnType<typeof googleStorageStandIn>>
  let good = 'token-1'
  const make = (token = async () => good, settings = {}) =>
    firebaseFileStore(
      { bucket: 'demo.appspot.com', origin: server.origin, token },
      { ...quick, ...settings },
    )
  beforeAll(async () => {
    server = await googleStorageStandIn('demo.appspot.com', () => good)
  })
  afterAll(() => server?.close())
  beforeEach(() => {
    server.requests.length = 0
    server.ranges.length = 0
  })
  storeConformance(
    () => make(),
    () =>
      server.objects.size +
      [...server.sessions.values()].filter((s) => s.done === undefined).length,
  )

  test('small content is uploaded in one request, large content in a session of chunks', async () => {
    await make().put(bytes(1000), { extension: 'txt' })
    expect(server.requests).toEqual([expect.stringMatching(/^POST .*uploadType=multipart/)])
    server.requests.length = 0
    const seen: number[] = []
    const store = make(undefined, { chunkBytes: 2 * 1024 * 1024 })
    const { key } = await store.put(bytes(7_000_000), {
      extension: 'bin',
      onProgress: (n) => seen.push(n),
    })
    expect(server.requests.map((r) => r.split(' ')[0])).toEqual([
      'POST',
      'PUT',
      'PUT',
      'PUT',
      'PUT',
    ])
    expect(seen).toEqual([2_097_152, 4_194_304, 6_291_456, 7_000_000])
    expect(await sizeOf(store, key)).toBe(7_000_000)
  })

  test('an interrupted upload asks how much arrived and sends only the rest', async () => {
    const store = make()
    server.cut(1, 9_000_000)
    const { key } = await store.put(bytes(20_000_000), { extension: 'bin' })
    expect(await sizeOf(store, key)).toBe(20_000_000)
    const kept = 9_000_000 - (9_000_000 % 262_144)
    expect(server.ranges).toEqual([
      'bytes 0-19999999/20000000',
      'bytes */20000000',
      `bytes ${kept}-19999999/20000000`,
    ])
  })

  test('a token is requested for every call, and a refused one returns 503', async () => {
    let asked = 0
    const store = make(async () => {
      asked++
      return good
    })
    const { key } = await store.put(bytes(10), { extension: 'txt' })
    good = 'token-2'
    expect(await sizeOf(store, key)).toBe(10)
    expect(asked).toBe(2)
    await expect(
      make(async () => 'old').put(bytes(10), { extension: 'txt' }),
    ).rejects.toMatchObject({ status: 503, code: 'store_unavailable' })
    await expect(
      make(async () => {
        throw new Error('no key')
      }).get(key),
    ).rejects.toMatchObject({ status: 503 })
  })

  test('the inbox reads only upload paths, and lists and removes old uploads', async () => {
    server.objects.set('incoming/uid/one', Buffer.alloc(100))
    const { inbox } = make()
    expect((await inbox.read('incoming/uid/one', 1000))!.byteLength).toBe(100)
    expect((await inbox.read('incoming/uid/one', 50))!.byteLength).toBeGreaterThan(50)
    expect(await inbox.read('incoming/uid/none', 50)).toBeUndefined()
    for (const name of [
      'files/ab/x.png',
      'incoming/../files/x',
      'incoming/uid',
      'incoming/a/b/c',
    ]) {
      await expect(async () => inbox.read(name, 1)).rejects.toThrow('Not a name')
    }
    expect(await inbox.olderThan(new Date(Date.now() + 1000))).toEqual(['incoming/uid/one'])
    await inbox.remove('incoming/uid/one')
    expect(await inbox.olderThan(new Date(Date.now() + 1000))).toEqual([])
  })
})

describe('several stores', () => {
  let folder: string
  let server: Awaited<ReturnType<typeof googleStorageStandIn>>
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'stores-'))
    server = await googleStorageStandIn('b', () => 't')
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('files stay readable in their store after the current one changes; an unconfigured store is named', async () => {
    const local = localFileStore(folder)
    const firebase = firebaseFileStore(
      { bucket: 'b', origin: server.origin, token: async () => 't' },
      quick,
    )
    const before = fileStores({ current: 'local', stores: { local } })
    const on = fileStores({ current: 'firebase', stores: { local, firebase } })
    const off = fileStores({ current: 'local', stores: { local, firebase } })
    const old = await before.put(bytes(5), { extension: 'txt' })
    const moved = await on.put(bytes(6), { extension: 'txt' })
    expect([
      await sizeOf(on, old.key),
      await sizeOf(off, moved.key),
      await sizeOf(off, old.key),
    ]).toEqual([5, 6, 5])
    const said: string[] = []
    const gone = fileStores({ current: 'local', stores: { local }, onMissing: (m) => said.push(m) })
    for (let i = 0; i < 2; i++) {
      await expect(gone.get(moved.key)).rejects.toMatchObject({
        status: 503,
        code: 'store_not_configured',
        message: expect.stringContaining('Firebase Storage'),
      })
    }
    await expect(gone.delete(moved.key)).rejects.toMatchObject({ status: 503 })
    expect(said).toHaveLength(1)
    expect([await sizeOf(gone, old.key), await sizeOf(on, moved.key)]).toEqual([5, 6])
  })
})
