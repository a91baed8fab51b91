/**
 * The hand-written list page that the generated one is compared with: built separately, served
 * beside the product.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { Page } from 'playwright-core'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/** The built page. */
export interface Comparison {
  /** Compressed scripts and styles, in bytes. */
  readonly bytes: number
  /**
   * Serves the page under `/handwritten/` of the product's own address, so that its calls reach the
   * same data.
   */
  serve(page: Page): Promise<void>
  remove(): Promise<void>
}

/** Builds `handwritten/` like the product: one target, minified, without source maps. */
export const buildComparison = async (): Promise<Comparison> => {
  const out = await mkdtemp(path.join(tmpdir(), 'handwritten-'))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: path.join(import.meta.dirname, 'handwritten'),
    base: '/handwritten/',
    plugins: [react()],
    build: { outDir: out, emptyOutDir: true, target: 'es2022', reportCompressedSize: false },
  })
  const files = ([built].flat() as { output: { fileName: string }[] }[]).flatMap((b) =>
    b.output.map((o) => o.fileName),
  )
  const code = await Promise.all(
    files.filter((f) => /\.(js|css)$/.test(f)).map((f) => readFile(path.join(out, f))),
  )
  return {
    bytes: code.reduce((sum, text) => sum + brotliCompressSync(text).length, 0),
    async serve(page) {
      await page.route('**/handwritten/**', async (route) => {
        const name =
          new URL(route.request().url()).pathname.replace('/handwritten/', '') || 'index.html'
        await route.fulfill({
          body: await readFile(path.join(out, name)),
          contentType: types[path.extname(name)] ?? 'application/octet-stream',
        })
      })
    },
    remove: () => rm(out, { recursive: true, force: true }),
  }
}
