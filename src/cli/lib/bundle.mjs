import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { packed } from './packed.mjs'
import { at, root } from './paths.mjs'

// Not written in one word: this file is bundled too.
const PLACE = ['import', 'meta', 'url'].join('.')

/**
 * A module says where it lies among the sources, not in the bundle: files beside it are found as
 * ever.
 */
const ownPlace = {
  name: 'own-place',
  transform: {
    filter: { id: /\/src\/.*\.m?[jt]s$/, code: PLACE },
    handler: (code, id) => ({
      code: code.replaceAll(PLACE, JSON.stringify(pathToFileURL(id).href)),
      map: null,
    }),
  },
}

/**
 * Loads a source of the server as one file, made of it and all it imports but packages (those of
 * many files are packed once): a tenth of the time that
 * loading hundreds of modules one by one through a TypeScript loader takes.
 *
 * @param {string} source Path in the repository.
 * @param {string} name Folder below `.data/dev-code`; a name of its own for each time, since Node
 * never reads a module twice.
 * @throws what is wrong in a source, with its place.
 */
export async function load(source, name) {
  const outDir = at('.data/dev-code', name)
  const packages = packed()
  await build({
    root,
    configFile: false,
    mode: 'development',
    logLevel: 'silent',
    publicDir: false,
    plugins: [packages.plugin, ownPlace],
    ssr: { external: true, target: 'node' },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { main: at(source) },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  await packages.ready()
  return import(pathToFileURL(path.join(outDir, 'main.mjs')).href)
}
