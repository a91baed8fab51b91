import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileLinks } from './links.ts'
import { localFileStore } from './store.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'file-store-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function* parts(...texts: string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

test('a stored file is returned byte for byte, under a generated name', async () => {
  const store = localFileStore(folder)
  const { key, size, hash } = await store.put(parts('hello ', 'world'), { extension: 'txt' })
  expect(key).toMatch(/^[0-9a-f]{2}\/[0-9a-f-]{36}\.txt$/)
  expect({ size, hash }).toEqual({
    size: 11,
    hash: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  })
  expect(await new Response((await store.get(key))!.stream).text()).toBe('hello world')
  await store.delete(key)
  expect(await store.get(key)).toBeUndefined()
})

test('an interrupted upload leaves nothing behind', async () => {
  const before = await readdir(folder, { recursive: true })
  async function* broken(): AsyncIterable<Uint8Array> {
    yield Buffer.from('half')
    throw new Error('gone')
  }
  await expect(localFileStore(folder).put(broken(), { extension: 'txt' })).rejects.toThrow('gone')
  const left = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  expect(left.map(({ name }) => name)).toEqual(before.filter((name) => name.includes('.')))
})

test('a key with path traversal is refused', async () => {
  await expect(localFileStore(folder).get('../../etc/passwd')).rejects.toThrow()
})

test('a link is valid until it expires, and only for its own file', () => {
  let now = 1_000_000_000_000
  const links = fileLinks('a secret', () => now)
  const [, id, expires, signature] = /^\/files\/(.+)\?exp=(\d+)&sig=(.+)$/.exec(links.of('one'))!
  expect(links.valid(id!, expires!, signature!)).toBe(true)
  expect(links.valid('two', expires!, signature!)).toBe(false)
  expect(links.valid(id!, String(Number(expires) + 1), signature!)).toBe(false)
  expect(fileLinks('another', () => now).valid(id!, expires!, signature!)).toBe(false)
  now = Number(expires) * 1000
  expect(links.valid(id!, expires!, signature!)).toBe(false)
})
