import fs from 'node:fs'
import path from 'node:path'
import { run, say } from './run.mjs'

const LINE = 'apt-get update && apt-get install -y chromium'
const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((place) => place && fs.existsSync(path.join(place, name)))

/** Chromium of the journeys; the suites find it the same way. */
export const chromiumPath = () => process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

const isMissing = () => !fs.existsSync(chromiumPath())

/**
 * Ensures the one program that npm does not provide: a real browser. Installs it with apt when run
 * as root; otherwise ends the process with the command to run.
 */
export async function ensurePrograms() {
  if (!isMissing()) return
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    console.error(
      `The tests need chromium. On Debian or Ubuntu: sudo sh -c "${LINE}"; elsewhere install it and set CHROMIUM_PATH.`,
    )
    process.exit(1)
  }
  say('Installing chromium (apt-get)…')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const update = await run('apt-get', ['update', '-qq'], { env })
  const install =
    update.code === 0 ? await run('apt-get', ['install', '-y', '-qq', 'chromium'], { env }) : update
  if (install.code !== 0 || isMissing()) {
    console.error(`Installing chromium failed; its message stands above. By hand: ${LINE}`)
    process.exit(1)
  }
}
