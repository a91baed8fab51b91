import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { migratedDatabase } from '#tests/support/database.ts'
import { googleStorageStandIn } from '#tests/support/googleStorageStandIn.ts'
import { s3StandIn } from '#tests/support/s3StandIn.ts'
import type { Database } from '../database/pool.ts'
import { firebaseFileStore } from '../firebase/storage.ts'
import { moveFiles, whereFilesLie } from './move.ts'
import { s3FileStore } from './s3.ts'
import { readS3Url } from './s3Address.ts'
import { localFileStore, type FileStore } from './store.ts'
import { fileStores, splitKey, type StoreName } from './stores.ts'

const quick = { pauseMs: 1, attempts: 2 }
let db: Database
let folder: string
let s3: Awaited<ReturnType<typeof s3StandIn>>
let google: Awaited<ReturnType<typeof googleStorageStandIn>>
let stores: Record<StoreName, FileStore>
beforeAll(async () => {
  db = await migratedDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'move-'))
  s3 = await s3StandIn('b', { keyId: 'ID', secret: 'secret', region: 'eu-test-1' })
  google = await googleStorageStandIn('b', () => 't')
  stores = {
    local: localFileStore(folder),
    s3: s3FileStore(
      readS3Url(`${s3.origin.replace('http://', 'http://ID:secret@')}/b/files?region=eu-test-1`),
      quick,
    ),
    firebase: firebaseFileStore(
      { bucket: 'b', origin: google.origin, token: async () => 't' },
      quick,
    ),
  }
})
afterAll(async () => {
  await s3?.close()
  await google?.close()
  await rm(folder, { recursive: true, force: true })
  await db?.close()
})
beforeEach(async () => {
  for (const table of ['uploads', 'files']) await db.query(`delete from ${table}`)
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
/** Stores a file in a store, as an upload does. */
const keep = async (place: StoreName, bytes: Uint8Array, hash?: string) => {
  const kept = await fileStores({ current: place, stores }).put(once(bytes), { extension: 'txt' })
  const id = randomUUID()
  await db.query(
    'insert into files (id, name, type, size, hash, storage_key) values ($1, $2, $3, $4, $5, $6)',
    [id, `${place}.txt`, 'text/plain', kept.size, hash ?? kept.hash, kept.key],
  )
  return { id, key: kept.key }
}
const keyOf = async (id: string): Promise<string> =>
  (await db.query<{ storage_key: string }>('select storage_key from files where id = $1', [id]))
    .rows[0]!.storage_key
const contentOf = async (key: string): Promise<string | undefined> => {
  const kept = await fileStores({ current: 'local', stores }).get(key)
  return (
    kept &&
    sha256(new Uint8Array(await new Response(kept.stream as unknown as BodyInit).arrayBuffer()))
  )
}
const move = (to: StoreName, more: Partial<Parameters<typeof moveFiles>[0]> = {}) =>
  moveFiles({ query: db.query, stores, to, ...more })

test.each([
  ['local', 's3'],
  ['local', 'firebase'],
  ['s3', 'firebase'],
  ['s3', 'local'],
  ['firebase', 's3'],
  ['firebase', 'local'],
] as const)(
  'moves files from %s to %s byte for byte and deletes the originals',
  async (from, to) => {
    const contents = [0, 1, 70_000, 9_000_000].map((size) => randomBytes(size))
    const files = await Promise.all(contents.map((bytes) => keep(from, bytes)))
    const there = await keep(to, Buffer.from('there already'))
    const seen: number[] = []
    const report = await move(to, { onProgress: (moved) => seen.push(moved.files) })
    expect(report).toEqual({
      total: { files: 4, bytes: 9_070_001 },
      moved: { files: 4, bytes: 9_070_001 },
      stayed: [],
      uploads: 0,
    })
    expect(seen).toEqual([1, 2, 3, 4])
    for (const [i, file] of files.entries()) {
      const key = await keyOf(file.id)
      expect(splitKey(key).name).toBe(to)
      expect(await contentOf(key)).toBe(sha256(contents[i]!))
      expect(await contentOf(file.key)).toBeUndefined()
    }
    expect(await keyOf(there.id)).toBe(there.key)
    expect(await whereFilesLie(db.query)).toEqual({ [to]: { files: 5, bytes: 9_070_014 } })
    expect((await move(to)).total).toEqual({ files: 0, bytes: 0 })
  },
)

test('a thumbnail moves with its picture or alone, and is unset when its file is lost', async () => {
  const picture = async (place: StoreName, thumbnailKey: string | null): Promise<string> => {
    const { id } = await keep(place, Buffer.from('a picture'))
    await db.query('update files set thumbnail_key = $2 where id = $1', [id, thumbnailKey])
    return id
  }
  const small = async (place: StoreName) => (await keep(place, Buffer.from('small'))).key
  const local = await small('local')
  const [both, alone, lost, none, later] = [
    await picture('local', local),
    await picture('s3', await small('local')),
    await picture('local', 'ab/none.webp'),
    await picture('local', ''),
    await picture('local', null),
  ]
  await db.query('delete from files where thumbnail_key is null and size = 5')
  expect(await move('s3')).toMatchObject({ moved: { files: 5 }, stayed: [] })
  const thumbnail = async (id: string) =>
    (
      await db.query<{ key: string | null }>(
        'select thumbnail_key as key from files where id = $1',
        [id],
      )
    ).rows[0]!.key
  for (const id of [both, alone]) {
    const key = await thumbnail(id)
    expect(splitKey(key!).name).toBe('s3')
    expect(await contentOf(key!)).toBe(sha256(Buffer.from('small')))
  }
  expect(await contentOf(local)).toBeUndefined()
  expect([await thumbnail(lost), await thumbnail(none), await thumbnail(later)]).toEqual([
    null,
    '',
    null,
  ])
  expect((await move('s3')).total.files).toBe(0)
})

test('a dry run counts the files to move and changes nothing', async () => {
  const { id, key } = await keep('local', Buffer.from('stay'))
  const sent = s3.requests.length
  expect(await move('s3', { dryRun: true })).toEqual({
    total: { files: 1, bytes: 4 },
    moved: { files: 0, bytes: 0 },
    stayed: [],
    uploads: 0,
  })
  expect([await keyOf(id), s3.requests.length]).toEqual([key, sent])
})

test('missing or corrupted files stay and are reported; the others move', async () => {
  const lost = await keep('local', Buffer.from('lost'))
  await stores.local.delete(lost.key)
  const rotten = await keep('local', Buffer.from('rotten'))
  await writeFile(path.join(folder, rotten.key), 'rotted')
  const sound = await keep('local', Buffer.from('sound'))
  const before = s3.objects.size
  const report = await move('s3')
  expect(report.moved.files).toBe(1)
  expect(Object.fromEntries(report.stayed.map(({ id, why }) => [id, why]))).toEqual({
    [lost.id]: expect.stringContaining('not where its record says'),
    [rotten.id]: expect.stringContaining('not what was uploaded'),
  })
  expect([await keyOf(lost.id), await keyOf(rotten.id)]).toEqual([lost.key, rotten.key])
  expect(splitKey(await keyOf(sound.id)).name).toBe('s3')
  // Nothing is left of the failed copy.
  expect(s3.objects.size).toBe(before + 1)
  expect(await contentOf(rotten.key)).toBe(sha256(Buffer.from('rotted')))
})

test('a copy that reads back differently is deleted, and the file stays', async () => {
  const { id, key } = await keep('local', Buffer.from('precious'))
  const liar: FileStore = {
    ...stores.s3,
    get: async () => ({
      stream: new Blob(['something else']).stream() as ReadableStream<Uint8Array>,
      size: 14,
    }),
  }
  const before = s3.objects.size
  const report = await move('s3', { stores: { ...stores, s3: liar } })
  expect(report.stayed).toEqual([
    { id, name: 'local.txt', why: 'the copy did not come back as it was sent' },
  ])
  expect([await keyOf(id), s3.objects.size]).toEqual([key, before])
  expect(await contentOf(key)).toBe(sha256(Buffer.from('precious')))
})

test('an unreachable store ends the run; the next run resumes it', async () => {
  const files: { id: string; key: string }[] = []
  for (let i = 0; i < 12; i++) files.push(await keep('local', Buffer.from(`file ${i}`)))
  let left = 5
  const dying: FileStore = {
    ...stores.s3,
    put: (content, meta) => {
      if (left-- <= 0) s3.fail(100)
      return stores.s3.put(content, meta)
    },
  }
  const first = await move('s3', { stores: { ...stores, s3: dying } })
  expect(first.broken).toMatch(/cannot be reached/)
  expect(first.moved.files).toBeLessThanOrEqual(5)
  s3.fail(0)
  const second = await move('s3')
  expect(second.moved.files + first.moved.files).toBe(12)
  for (const [i, { id }] of files.entries()) {
    expect(await contentOf(await keyOf(id))).toBe(sha256(Buffer.from(`file ${i}`)))
  }
  expect(
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
      (e) => e.isFile() && files.some(({ key }) => key.endsWith(e.name)),
    ),
  ).toEqual([])
})

test('a file deleted while it is being copied leaves no copy behind', async () => {
  const { id } = await keep('local', Buffer.from('gone soon'))
  const before = s3.objects.size
  const racing: FileStore = {
    ...stores.s3,
    put: async (content, meta) => {
      const kept = await stores.s3.put(content, meta)
      await db.query('delete from files where id = $1', [id])
      return kept
    },
  }
  expect((await move('s3', { stores: { ...stores, s3: racing } })).stayed).toEqual([])
  expect(s3.objects.size).toBe(before)
})

test('files in a store no longer configured stay and are reported; unfinished uploads are counted', async () => {
  const { id, key } = await keep('firebase', Buffer.from('away'))
  await db.query(
    "insert into uploads (id, created_by, name, size, parts, received) values ($1, $1, 'x', 10, $2, 5)",
    [randomUUID(), JSON.stringify([key])],
  )
  const { stayed, uploads } = await move('local', { stores: { local: stores.local } })
  expect(stayed).toEqual([
    {
      id,
      name: 'firebase.txt',
      why: expect.stringContaining('Firebase Storage, which is not connected'),
    },
  ])
  expect(uploads).toBe(1)
  await stores.firebase.delete(splitKey(key).inner)
})
