import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { at, command, root } from './paths.mjs'
import { precompress } from './precompress.mjs'
import { bringBack, setAside } from './replaced.mjs'
import { node, say } from './run.mjs'

const STAMP = at('dist/.stamp')
const SOURCES = [
  'src',
  'schemas',
  'public',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/** Lists every file a build reads, in a fixed order, without tests and snapshots. */
function files(place) {
  const stat = fs.statSync(place, { throwIfNoEntry: false })
  if (!stat) return []
  if (stat.isFile()) return /\.test\.tsx?$/.test(place) ? [] : [place]
  return fs
    .readdirSync(place)
    .filter((name) => name !== '__snapshots__')
    .sort()
    .flatMap((name) => files(path.join(place, name)))
}

/** Hash of the names and contents of all sources. */
export function sourceStamp() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((name) => files(at(name)))) {
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(fs.readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

/** True when `dist` was built from exactly these sources. */
export const isBuilt = (stamp = sourceStamp()) =>
  fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === stamp

/** Copies files that the server loads from its own folder: worker scripts and SQL. */
function copyBeside() {
  const server = at('src/server')
  for (const file of files(server)) {
    if (!/\.(mjs|sql|json)$/.test(file)) continue
    const place = at(
      'dist/server',
      file.endsWith('.mjs') ? path.basename(file) : path.relative(server, file),
    )
    fs.mkdirSync(path.dirname(place), { recursive: true })
    fs.copyFileSync(file, place)
  }
}

/**
 * Builds browser, push worker and server into `dist`, then compresses the served files.
 *
 * @param {{ quiet?: boolean }} [options] `quiet` returns the tools' output instead of showing it.
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function build({ quiet = false } = {}) {
  const stamp = sourceStamp()
  fs.rmSync(STAMP, { force: true })
  setAside(at('dist'))
  const env = { NODE_ENV: 'production' }
  const vite = (...args) =>
    node(command.vite(), ['build', '--logLevel', 'warn', ...args], { env, quiet })
  const [web, server] = await Promise.all([
    vite().then((first) => (first.code === 0 ? vite('--mode', 'push') : first)),
    vite('--mode', 'server'),
  ])
  const output = web.output + server.output
  const code = web.code || server.code
  if (code !== 0) return { code, output }
  copyBeside()
  await precompress(at('dist/web'))
  bringBack(at('dist'), Date.now())
  // If sources change during the build, the stamp does not match and the next start builds again.
  fs.writeFileSync(STAMP, stamp)
  return { code: 0, output }
}

/**
 * Builds if the sources changed since the last build, in a separate process that frees its memory
 * at exit. Ends this process if the build fails.
 */
export async function ensureBuilt() {
  if (isBuilt()) return
  say('Building (browser and server)…')
  const { code } = await node(at('src/cli/build.mjs'))
  if (code !== 0) process.exit(code)
}
