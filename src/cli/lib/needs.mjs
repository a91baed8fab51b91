import fs from 'node:fs'
import path from 'node:path'
import { run, say } from './run.mjs'

const LINE = 'apt-get update && apt-get install -y chromium postgresql'
const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((place) => place && fs.existsSync(path.join(place, name)))

/** The Chromium of the journeys; the suites find it the same way. */
export const chromiumPath = () => process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

const hasPostgres = () =>
  (onPath('initdb') && onPath('postgres')) ||
  (fs.existsSync('/usr/lib/postgresql') &&
    fs
      .readdirSync('/usr/lib/postgresql')
      .some((version) => fs.existsSync(`/usr/lib/postgresql/${version}/bin/initdb`)))

const missing = () => [
  ...(fs.existsSync(chromiumPath()) ? [] : ['chromium']),
  ...(hasPostgres() ? [] : ['postgresql']),
]

/**
 * Makes sure of the two programs that npm does not bring: a real browser and a real PostgreSQL. Installs them with apt
 * when run as root, and otherwise ends the process naming the line to run.
 */
export async function ensurePrograms() {
  const wanted = missing()
  if (wanted.length === 0) return
  const names = wanted.join(' and ')
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    console.error(
      `The tests need ${names}. On Debian or Ubuntu: sudo sh -c "${LINE}"; elsewhere install them and set CHROMIUM_PATH.`,
    )
    process.exit(1)
  }
  say(`Installing ${names} (apt-get)…`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const update = await run('apt-get', ['update', '-qq'], { env })
  const install =
    update.code === 0 ? await run('apt-get', ['install', '-y', '-qq', ...wanted], { env }) : update
  if (install.code !== 0 || missing().length > 0) {
    console.error(`Installing ${names} failed; its message stands above. By hand: ${LINE}`)
    process.exit(1)
  }
}
