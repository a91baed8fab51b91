/**
 * Other builds of the same pages that the product is compared with: a folder each, built like the
 * product, served beside it.
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

/** Built pages. */
export interface Comparison {
  /** The address they are served under, with a slash at both ends. */
  readonly base: string
  /** Size of each script and style by its path, compressed, in bytes. */
  readonly sizes: ReadonlyMap<string, number>
  /** Serves them on the product's own address, so that their calls reach the same data. */
  serve(page: Page): Promise<void>
  remove(): Promise<void>
}

/** Builds a folder beside this file: one target, minified, without source maps. */
export const buildComparison = async (folder: string): Promise<Comparison> => {
  const out = await mkdtemp(path.join(tmpdir(), `${folder}-`))
  const base = `/${folder}/`
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: path.join(import.meta.dirname, folder),
    base,
    plugins: [react()],
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2022',
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: Infinity,
    },
  })
  const files = ([built].flat() as { output: { fileName: string }[] }[]).flatMap((b) =>
    b.output.map((o) => o.fileName),
  )
  const sizes = await Promise.all(
    files
      .filter((f) => /\.(js|css)$/.test(f))
      .map(
        async (f) =>
          [base + f, brotliCompressSync(await readFile(path.join(out, f))).length] as const,
      ),
  )
  return {
    base,
    sizes: new Map(sizes),
    async serve(page) {
      await page.route(`**${base}**`, async (route) => {
        const name = new URL(route.request().url()).pathname.replace(base, '')
        // An address of a page, not of a file.
        const file = types[path.extname(name)] ? name : 'index.html'
        await route.fulfill({
          body: await readFile(path.join(out, file)),
          contentType: types[path.extname(file)]!,
        })
      })
    },
    remove: () => rm(out, { recursive: true, force: true }),
  }
}
