import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { at } from './paths.mjs'
import { run, say, since } from './run.mjs'

const LOCK = at('package-lock.json')
const STAMP = at('node_modules/.lock-stamp')

const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined)
const digest = (text) => createHash('sha256').update(text).digest('hex')

/** Ends with a sentence when this Node is too old; the syntax of this file still runs on old ones. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Node 20.19 or newer is needed; this is ${process.versions.node}. Get it from https://nodejs.org.`)
  process.exit(1)
}

/** Whether `node_modules` holds every package of the lock file; optional ones are for other platforms. */
function installed(lock) {
  const hidden = read(at('node_modules/.package-lock.json'))
  if (!hidden) return false
  const have = JSON.parse(hidden).packages
  return Object.entries(JSON.parse(lock).packages).every(([name, wanted]) => name === '' || wanted.optional || have[name]?.version === wanted.version)
}

/** npm as it was started, else the one on the path. */
function npm(args) {
  const own = process.env.npm_execpath
  if (own && path.basename(own) === 'npm-cli.js') return run(process.execPath, [own, ...args])
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args)
}

/**
 * Installs the packages of the lock file where they are not installed yet. Development packages are always included,
 * since the build needs them; nothing depends on install scripts. Ends the process when it fails.
 */
export async function ensureInstalled() {
  const lock = fs.readFileSync(LOCK, 'utf8')
  const wanted = digest(lock)
  if (read(STAMP) === wanted) return
  if (!installed(lock)) {
    const start = performance.now()
    say('Installing packages (npm ci)…')
    const { code } = await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline'])
    if (code !== 0) {
      console.error('npm ci failed; its message stands above. The packages come from the npm registry, so this step needs the network.')
      process.exit(code)
    }
    say(`Packages installed in ${since(start)}`)
  }
  fs.writeFileSync(STAMP, wanted)
}
