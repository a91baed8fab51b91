/**
 * Both adapters of Firebase Storage against its emulator: the server's with the conformance tests
 * of file stores, the browser's with Google's SDK in Chromium.
 */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Bucket, openBucket } from '../../src/data/files/firebase.ts'
import { customToken } from '../../src/server/firebase/customToken.ts'
import { firebaseFileStore } from '../../src/server/firebase/storage.ts'
import { launchBrowser } from '../support/browser.ts'
import { storeConformance } from '../support/storeConformance.ts'
import { webConfig } from './support/product.ts'
import { startStorageEmulator } from './support/storageEmulator.ts'

let emulator: Awaited<ReturnType<typeof startStorageEmulator>>
beforeAll(async () => {
  emulator = await startStorageEmulator()
})
afterAll(() => emulator?.stop())

describe("the server's store", () => {
  storeConformance(
    () =>
      firebaseFileStore({
        bucket: 'demo-store.appspot.com',
        origin: emulator.origin,
        token: async () => 'owner',
      }),
    async () => (await emulator.objects('demo-store.appspot.com')).length,
  )

  test('an anonymous client can read nothing from the store', async () => {
    const store = firebaseFileStore({
      bucket: 'demo-store.appspot.com',
      origin: emulator.origin,
      token: async () => 'owner',
    })
    async function* content(): AsyncIterable<Uint8Array> {
      yield Buffer.from('a page')
    }
    const { key } = await store.put(content(), { extension: 'txt' })
    const address = `${emulator.origin}/v0/b/demo-store.appspot.com/o/${encodeURIComponent(`files/${key}`)}`
    expect((await fetch(`${address}?alt=media`)).status).toBe(403)
    expect((await fetch(address)).status).toBe(403)
    expect(
      (
        await fetch(
          `${emulator.origin}/v0/b/demo-store.appspot.com/o?prefix=${encodeURIComponent('files/')}&delimiter=/`,
        )
      ).status,
    ).toBe(403)
  })
})

describe("the browser's bucket, with the real SDK", () => {
  const bucketName = 'demo-bucket.appspot.com'
  let browser: Browser
  let page: Page
  let server: http.Server
  beforeAll(async () => {
    const [built] = (await build({
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        minify: false,
        lib: {
          entry: path.resolve(import.meta.dirname, '../../src/data/files/firebase.ts'),
          formats: ['es'],
          fileName: 'bucket',
        },
      },
    })) as Rolldown.RolldownOutput[]
    const files = new Map(
      built!.output.map((file) => [
        `/${file.fileName}`,
        file.type === 'chunk' ? file.code : String(file.source),
      ]),
    )
    const [entry] = files.keys()
    server = http.createServer((request, response) => {
      const code = files.get(new URL(request.url!, 'http://x').pathname)
      if (code !== undefined) {
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(code)
      } else {
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(
            `<!doctype html><title>bucket</title><script type="module">import * as m from '${entry}'; window.bucketModule = m</script>`,
          )
      }
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    browser = await launchBrowser()
    page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.waitForFunction(() => 'bucketModule' in window)
  })
  afterAll(async () => {
    await browser?.close()
    server?.closeAllConnections()
    server?.close()
  })

  interface Within {
    bucketModule: { openBucket: typeof openBucket }
    buckets: Record<string, Bucket>
  }
  /** Grants one upload of a person to the bucket, as our server does. */
  const open = async (person: string, upload: string): Promise<string> => {
    const token = await customToken({ uid: person, claims: { upload } }, undefined)
    const project = {
      ...webConfig('demo-bucket'),
      services: ['files'],
      identity: { providers: [] },
      documents: { resources: [], live: [] },
      emulators: { auth: inject('authEmulator'), storage: emulator.origin },
    }
    await page.evaluate(
      async ([config, given, name]) => {
        const w = window as unknown as Within
        w.buckets = {
          ...w.buckets,
          [name]: await w.bucketModule.openBucket(config as never, given),
        }
      },
      [project, token, upload] as const,
    )
    return `incoming/${person}/${upload}`
  }
  const code = (run: Promise<unknown>): Promise<string> =>
    run.then(
      () => 'done',
      (error: unknown) =>
        /storage\/[\w-]+|invalid_format|cancelled/.exec(String(error))?.[0] ?? String(error),
    )

  test('a large upload reports progress and stores the sent bytes; metadata, address and deletion work', async () => {
    const place = await open('ada', 'large')
    const { stored, seen, known } = await page.evaluate(async (at) => {
      const bucket = (window as unknown as Within).buckets.large!
      const shares: number[] = []
      const uploaded = await bucket.upload(
        at,
        new Blob([new Uint8Array(1_500_000).fill(7)], { type: 'image/png' }),
        { onProgress: (share) => shares.push(share) },
      )
      return { stored: uploaded, seen: shares, known: await bucket.metadata(at) }
    }, place)
    expect(stored).toMatchObject({ path: place, size: 1_500_000, type: 'image/png' })
    expect(known).toEqual(stored)
    expect(known.md5).toMatch(/^[\w+/]{22}==$/)
    expect(seen.at(-1)).toBe(1)
    expect(seen.length).toBeGreaterThan(2)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    const link = await page.evaluate(
      (at) => (window as unknown as Within).buckets.large!.downloadUrl(at),
      place,
    )
    expect((await (await fetch(link)).arrayBuffer()).byteLength).toBe(1_500_000)
    await page.evaluate((at) => (window as unknown as Within).buckets.large!.remove(at), place)
    expect(await emulator.objects(bucketName)).toEqual([])
    expect((await fetch(link)).status).not.toBe(200)
    expect(
      await code(
        page.evaluate((at) => (window as unknown as Within).buckets.large!.metadata(at), place),
      ),
    ).toBe('storage/object-not-found')
  })

  test('uploads base64, base64url and data URLs as their bytes, and rejects invalid ones before sending', async () => {
    const texts = [
      ['b64', 'aGVs/G8=', 'base64', 5],
      ['b64url', 'aGVs_G8', 'base64url', 5],
      ['dataurl', 'data:image/png;base64,iVBORw0KGgo=', 'data_url', 8],
      ['plainurl', 'data:text/plain,a%20b', 'data_url', 3],
    ] as const
    for (const [upload, text, encoding, size] of texts) {
      const place = await open('ada', upload)
      const stored = await page.evaluate(
        ([at, content, how, name]) =>
          (window as unknown as Within).buckets[name]!.uploadText(at, content, how),
        [place, text, encoding, upload] as const,
      )
      expect(stored.size).toBe(size)
      if (upload === 'dataurl') expect(stored.type).toBe('image/png')
    }
    const before = await emulator.objects(bucketName)
    const place = await open('ada', 'wrong')
    for (const [text, encoding] of [
      ['a-_%%', 'base64'],
      ['a-_b', 'base64'],
      ['a+/=', 'base64url'],
      ['abc', 'base64'],
      ['a', 'base64url'],
      ['notadataurl', 'data_url'],
      ['data:image/png;base64,%%', 'data_url'],
      ['data:;;,', 'data_url'],
    ] as const) {
      const said = await page.evaluate(
        ([at, content, how]) =>
          (window as unknown as Within).buckets.wrong!.uploadText(at, content, how).then(
            () => 'done',
            (error: { code?: string }) => error.code,
          ),
        [place, text, encoding] as const,
      )
      expect([text, said]).toEqual([text, 'invalid_format'])
    }
    expect(await emulator.objects(bucketName)).toEqual(before)
  })

  test('an upload token works once, for its own upload only, and not under files/', async () => {
    await open('eve', 'hers')
    const put = (at: string) =>
      code(
        page.evaluate(
          (target) =>
            (window as unknown as Within).buckets
              .hers!.upload(target, new Blob(['x']), { onProgress: () => undefined })
              .then(
                () => 'done',
                (error: { code?: string }) => {
                  throw new Error(error.code)
                },
              ),
          at,
        ),
      )
    for (const at of ['incoming/ada/other', 'incoming/eve/other', 'files/ab/x.png', 'x.png']) {
      expect([at, await put(at)]).toEqual([at, 'storage/unauthorized'])
    }
    expect(await put('incoming/eve/hers')).toBe('done')
    expect(await put('incoming/eve/hers')).toBe('storage/unauthorized')
    expect(
      await code(
        page.evaluate(() =>
          (window as unknown as Within).buckets.hers!.downloadUrl('incoming/ada/b64').then(
            () => 'done',
            (error: { code?: string }) => {
              throw new Error(error.code)
            },
          ),
        ),
      ),
    ).toBe('storage/unauthorized')
  })

  test('a cancelled upload leaves no object', async () => {
    const place = await open('ada', 'stopped')
    const said = await page.evaluate(async (at) => {
      const abort = new AbortController()
      return (window as unknown as Within).buckets
        .stopped!.upload(at, new Blob([new Uint8Array(3_000_000)]), {
          onProgress: (share) => {
            if (share > 0) abort.abort()
          },
          signal: abort.signal,
        })
        .then(
          () => 'done',
          (error: { code?: string }) => error.code,
        )
    }, place)
    expect(said).toBe('cancelled')
    expect(await emulator.objects(bucketName, place)).toEqual([])
  })
})
