import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { FileStore } from '#server/files/store.ts'

async function* parts(bytes: Uint8Array, size = 65_536): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size)
}
const read = async (store: FileStore, key: string): Promise<Buffer | undefined> => {
  const found = await store.get(key)
  if (!found) return undefined
  const bytes = Buffer.from(await new Response(found.stream as unknown as BodyInit).arrayBuffer())
  expect(bytes.byteLength).toBe(found.size)
  return bytes
}
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Tests for every adapter of the `FileStore` port; called inside a `describe`. `objects` counts the
 * stored objects, where a test can see them.
 */
export const storeConformance = (
  make: () => FileStore,
  objects?: () => number | Promise<number>,
): void => {
  test.each([0, 1, 1000, 256 * 1024, 5 * 1024 * 1024 + 1])(
    '%i bytes are read back unchanged, under a generated name',
    async (size) => {
      const store = make()
      const bytes = randomBytes(size)
      const kept = await store.put(parts(bytes), { extension: 'bin' })
      expect(kept).toEqual({
        key: expect.stringMatching(/^[0-9a-f]{2}\/[0-9a-f-]{36}\.bin$/),
        size,
        hash: sha256(bytes),
      })
      expect((await read(store, kept.key))!.equals(bytes)).toBe(true)
    },
  )

  test('a large file is read back unchanged, and its progress increases up to its size', async () => {
    const store = make()
    const bytes = randomBytes(20_000_000)
    const seen: number[] = []
    const { key } = await store.put(parts(bytes, 1_000_000), {
      extension: 'bin',
      onProgress: (n) => seen.push(n),
    })
    expect(sha256((await read(store, key))!)).toBe(sha256(bytes))
    expect(seen.at(-1)).toBe(bytes.byteLength)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
  })

  test('reading can be cancelled at any time', async () => {
    const store = make()
    const { key } = await store.put(parts(randomBytes(1_000_000)), { extension: 'bin' })
    for (let round = 0; round < 20; round++) {
      const reader = (await store.get(key))!.stream.getReader()
      for (let n = 0; n <= round % 4; n++) {
        // Meanwhile the next chunks are read ahead.
        await new Promise((resolve) => setTimeout(resolve, 3))
        await reader.read()
      }
      await reader.cancel()
    }
    // A chunk that arrives too late would end the process.
    await new Promise((resolve) => setTimeout(resolve, 50))
  })

  test('bytes that look like a multipart body are stored unchanged', async () => {
    const store = make()
    const bytes = Buffer.from('--x\r\nContent-Type: text/plain\r\n\r\n\r\n--x--\r\n%00 \0 ü')
    expect(
      (await read(store, (await store.put(parts(bytes), { extension: 'txt' })).key))!.equals(bytes),
    ).toBe(true)
  })

  test('deleting removes only that file, and deleting it again is not an error', async () => {
    const store = make()
    const [one, two] = await Promise.all([
      store.put(parts(Buffer.from('one')), { extension: 'txt' }),
      store.put(parts(Buffer.from('two')), { extension: 'txt' }),
    ])
    await store.delete(one.key)
    await store.delete(one.key)
    expect(await store.get(one.key)).toBeUndefined()
    expect((await read(store, two.key))!.toString()).toBe('two')
  })

  test('an unknown key returns undefined', async () => {
    expect(await make().get(`ab/${randomUUID()}.png`)).toBeUndefined()
  })

  test('malformed keys are rejected', async () => {
    for (const key of [
      '../../etc/passwd',
      'ab/../../secret.txt',
      '/etc/passwd',
      'ab/x.png?acl',
      '',
    ]) {
      await expect(async () => make().get(key)).rejects.toThrow('Not a key')
      await expect(async () => make().delete(key)).rejects.toThrow('Not a key')
    }
  })

  test.each([1, 12_000_000])(
    'content that fails after %i bytes leaves nothing behind',
    async (size) => {
      const store = make()
      const before = await objects?.()
      async function* broken(): AsyncIterable<Uint8Array> {
        yield* parts(randomBytes(size))
        throw new Error('gone')
      }
      await expect(store.put(broken(), { extension: 'bin' })).rejects.toThrow('gone')
      expect(await objects?.()).toBe(before)
    },
  )

  test('twenty files stored concurrently are kept apart', async () => {
    const store = make()
    const kept = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, i) =>
          [
            i,
            (await store.put(parts(Buffer.from(`file ${i}`)), { extension: 'txt' })).key,
          ] as const,
      ),
    )
    for (const [i, key] of kept) expect((await read(store, key))!.toString()).toBe(`file ${i}`)
    expect(new Set(kept.map(([, key]) => key)).size).toBe(20)
  })
}
