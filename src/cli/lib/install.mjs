import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { at, root } from './paths.mjs'
import { run, say, since } from './run.mjs'

const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined)
const digest = (text) => createHash('sha256').update(text).digest('hex')

/**
 * Exits with a message when this Node is too old; the syntax of this file still runs on old
 * versions.
 */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(
    `Node 20.19 or newer is needed; this is ${process.versions.node}. Get it from https://nodejs.org.`,
  )
  process.exit(1)
}

/**
 * True when `node_modules` of a folder holds every package of its lock file. Optional packages are
 * for other platforms and are not checked.
 */
function installed(folder, lock) {
  const hidden = read(path.join(folder, 'node_modules/.package-lock.json'))
  if (!hidden) return false
  const have = JSON.parse(hidden).packages
  return Object.entries(JSON.parse(lock).packages).every(
    ([name, wanted]) => name === '' || wanted.optional || have[name]?.version === wanted.version,
  )
}

/** Runs the npm that started this process, else the one on the PATH. */
function npm(args, cwd) {
  const own = process.env.npm_execpath
  if (own && path.basename(own) === 'npm-cli.js') {
    return run(process.execPath, [own, ...args], { cwd })
  }
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { cwd })
}

/**
 * Installs the packages of a folder's lock file if they are not installed yet; returns npm's exit
 * code.
 */
async function install(folder, what, args) {
  const lock = fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8')
  const stamp = path.join(folder, 'node_modules/.lock-stamp')
  const wanted = digest(lock)
  if (read(stamp) === wanted) return 0
  if (!installed(folder, lock)) {
    const start = performance.now()
    say(`Installing ${what} (npm ci)…`)
    const { code } = await npm(
      ['ci', ...args, '--no-audit', '--no-fund', '--prefer-offline'],
      folder,
    )
    if (code !== 0) return code
    say(`${what.replace(/^p/, 'P')} installed in ${since(start)}`)
  }
  fs.writeFileSync(stamp, wanted)
  return 0
}

/**
 * Installs the packages of the lock file if they are not installed yet. Always includes development
 * packages, which the build needs; nothing depends on install scripts. Ends the process if it
 * fails.
 */
export async function ensureInstalled() {
  const code = await install(root, 'packages', ['--include=dev'])
  if (code === 0) return
  console.error(
    'npm ci failed; its message is above. The packages come from the npm registry, so this step needs the network.',
  )
  process.exit(code)
}

/** Installs the packages of a folder that is not part of the product. */
async function ensureIn(folder) {
  const code = await install(at(folder), `packages of ${folder}`, ['--ignore-scripts'])
  if (code !== 0) {
    throw new Error(
      `npm ci failed in ${folder}. The packages come from the npm registry, so this step needs the network.`,
    )
  }
}

/**
 * Installs the package of the Firebase tests, which contains the emulators.
 *
 * @throws when npm fails.
 */
export const ensureEmulators = () => ensureIn('tests/firebase')

/**
 * Installs react-admin for the benches of the browser.
 *
 * @throws when npm fails.
 */
export const ensureReactAdmin = () => ensureIn('tests/bench/web/reactAdmin')
