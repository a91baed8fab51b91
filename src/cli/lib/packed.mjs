import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { at, root } from './paths.mjs'

/**
 * Packages of hundreds of small files; reading them one by one takes most of a start. None of them
 * reads files from its own folder.
 */
const MANY_FILES = /^(?:better-auth|hono|jose|uuid|zod)(?:\/|$)/

/**
 * Folder of the packed packages, rebuilt after an installation; undefined when the installed
 * versions are unknown.
 */
const folder = () => {
  const installed = at('node_modules/.package-lock.json')
  return existsSync(installed)
    ? at(
        '.data/dev-packages',
        createHash('sha256').update(readFileSync(installed)).digest('hex').slice(0, 16),
      )
    : undefined
}

/**
 * A plugin that redirects imports of these packages to the packed files, and `ready`, which creates
 * missing ones; await it before loading the bundle.
 */
export const packed = () => {
  const to = folder()
  const wanted = new Set()
  const nameOf = (id) => `${id.replaceAll('/', '_')}.mjs`
  const plugin = {
    name: 'packed-packages',
    enforce: 'pre',
    resolveId: {
      filter: { id: MANY_FILES },
      handler(id) {
        if (!to) return null
        wanted.add(id)
        return { id: pathToFileURL(path.join(to, nameOf(id))).href, external: true }
      },
    },
  }
  const ready = async () => {
    if (!to) return
    const list = path.join(to, 'made.json')
    const made = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
    if ([...wanted].every((id) => made.includes(id))) return
    const all = [...new Set([...made, ...wanted])]
    await build({
      root,
      configFile: false,
      mode: 'development',
      logLevel: 'silent',
      publicDir: false,
      ssr: { noExternal: true, target: 'node' },
      build: {
        ssr: true,
        outDir: to,
        emptyOutDir: false,
        target: 'node20',
        minify: false,
        reportCompressedSize: false,
        rolldownOptions: {
          input: Object.fromEntries(all.map((id) => [nameOf(id), id])),
          preserveEntrySignatures: 'strict',
          output: { entryFileNames: '[name]', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
    })
    writeFileSync(list, JSON.stringify(all))
  }
  return { plugin, ready }
}
