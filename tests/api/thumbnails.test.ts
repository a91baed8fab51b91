import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeUnused } from '#server/files/purge.ts'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { startApi, type Api } from './harness.ts'

let api: Api
let photo: Buffer
beforeAll(async () => {
  api = await startApi()
  await api.person('viewer', [builtInRole('viewer').id])
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  photo = await sharp({
    create: { width: 1200, height: 900, channels: 3, background: '#888', noise },
  })
    .jpeg()
    .toBuffer()
}, 120_000)
afterAll(() => api?.close())

const upload = async (content: Buffer | string, name: string) => {
  const body = new FormData()
  body.set('file', new File([content as BlobPart], name))
  const { status, body: response } = await api.call('POST', '/api/files', { body })
  expect(status).toBe(201)
  return response.data as { id: string; url: string; thumbnail: string | null; size: number }
}
const keysOf = async (id: string) => {
  const { rows } = await api.services.db.query<{
    storage_key: string
    thumbnail_key: string | null
  }>('select storage_key, thumbnail_key from files where id = $1', [id])
  return rows[0]
}
/** Requests a link without a session, as an image does. */
const shown = async (link: string) => {
  const response = await api.app.request(link)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, type: response.headers.get('content-type'), bytes, response }
}

test('a large picture gets a smaller thumbnail with the same aspect ratio', async () => {
  const file = await upload(photo, 'front.jpg')
  expect(file.thumbnail).not.toBe(file.url)
  const { status, type, bytes, response } = await shown(file.thumbnail!)
  expect([status, type]).toEqual([200, 'image/webp'])
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
  expect(response.headers.get('content-disposition')).toMatch(/^inline; .*front\.jpg\.webp$/)
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 480, height: 360 })
  expect(bytes.length).toBeLessThan(file.size / 4)
  expect((await shown(file.url)).type).toBe('image/jpeg')
})

test('a small picture is its own thumbnail; other files have none', async () => {
  const small = await sharp(photo).resize(60).png().toBuffer()
  const picture = await upload(small, 'small.png')
  expect(picture.thumbnail).toBe(picture.url)
  const text = await upload('a;b\n', 'rows.csv')
  expect(text.thumbnail).toBeNull()
  const [path, query] = text.url.split('?')
  expect((await shown(`${path}/thumbnail?${query}`)).status).toBe(404)
})

test('a thumbnail link is signed for its file and its expiry time', async () => {
  const [one, other] = [await upload(photo, 'a.jpg'), await upload(photo, 'b.jpg')]
  const [path, query] = one.thumbnail!.split('?') as [string, string]
  for (const wrong of [
    path,
    `${path}?${query.replace(/sig=..../, 'sig=AAAA')}`,
    `${path}?${query.replace(/exp=\d+/, 'exp=1')}`,
    `${path}?${other.thumbnail!.split('?')[1]}`,
    `/files/constructor/thumbnail?${query}`,
  ]) {
    expect((await shown(wrong)).status, wrong).toBe(404)
  }
  expect((await api.call('GET', `/api/files/${one.id}`, { as: 'viewer' })).status).toBe(404)
})

test('an older picture gets its thumbnail on first view, once even under concurrent requests', async () => {
  const { id, thumbnail } = await upload(photo, 'old.jpg')
  await api.services.db.query('update files set thumbnail_key = null where id = $1', [id])
  const all = await Promise.all(Array.from({ length: 5 }, () => shown(thumbnail!)))
  expect(all.map((one) => [one.status, one.type])).toEqual(
    Array.from({ length: 5 }, () => [200, 'image/webp']),
  )
  const made = await keysOf(id)
  expect(made!.thumbnail_key).toMatch(/\.webp$/)
  expect((await shown(thumbnail!)).bytes.equals(all[0]!.bytes)).toBe(true)
  expect(await keysOf(id)).toEqual(made)
})

test('a picture with a lost thumbnail is served itself', async () => {
  const { id, thumbnail } = await upload(photo, 'lost.jpg')
  await api.services.db.query("update files set thumbnail_key = 'ab/none.webp' where id = $1", [id])
  expect((await shown(thumbnail!)).type).toBe('image/jpeg')
})

test('purging a picture also deletes its thumbnail', async () => {
  const { id } = await upload(photo, 'unused.jpg')
  const keys = await keysOf(id)
  const { db, model } = api.services
  await purgeUnused({ db, model, elsewhere: new Set(), now: () => Date.now() + 25 * 3_600_000 })
  const { rows } = await db.query<{ payload: { keys: string[] } }>(
    "select payload from jobs where kind = 'forget-files'",
  )
  expect(rows.flatMap((job) => job.payload.keys)).toEqual(
    expect.arrayContaining([keys!.storage_key, keys!.thumbnail_key]),
  )
  expect(await keysOf(id)).toBeUndefined()
})
