import fs from 'node:fs'
import path from 'node:path'
import { run, say } from './run.mjs'

const PACKAGES = ['chromium', 'chromium-headless-shell']
const LINE = `apt-get update && apt-get install -y ${PACKAGES.join(' ')}`
const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((place) => place && fs.existsSync(path.join(place, name)))

const SHELL = '/usr/bin/chromium-headless-shell'

/** The complete browser, which push messages need. */
export const chromiumPath = () => process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/**
 * The browser of everything else: Debian's Chromium without windows, which takes a third of the
 * time for a fresh profile and its first page (1.2 against 3.5 seconds of CPU). Elsewhere the
 * complete one.
 */
export const browserPath = () => (fs.existsSync(SHELL) ? SHELL : chromiumPath())

const isMissing = () => !fs.existsSync(chromiumPath())
/** On Debian both are expected; elsewhere `CHROMIUM_PATH` names one. */
const isComplete = () =>
  !isMissing() && (process.env.CHROMIUM_PATH !== undefined || fs.existsSync(SHELL))

/**
 * Ensures the one program that npm does not provide: a real browser. Installs it with apt when run
 * as root; otherwise ends the process with the command to run.
 */
export async function ensurePrograms() {
  if (isComplete()) return
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    if (!isMissing()) return
    console.error(
      `The tests need chromium. On Debian or Ubuntu: sudo sh -c "${LINE}"; elsewhere install it and set CHROMIUM_PATH.`,
    )
    process.exit(1)
  }
  say('Installing chromium (apt-get)…')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const update = await run('apt-get', ['update', '-qq'], { env })
  // One by one: not every distribution has both, and the complete browser does.
  for (const name of update.code === 0 ? PACKAGES : []) {
    await run('apt-get', ['install', '-y', '-qq', name], { env })
  }
  if (isMissing()) {
    console.error(`Installing chromium failed; its message is above. By hand: ${LINE}`)
    process.exit(1)
  }
}
