import { spawn } from 'node:child_process'
import { root } from './paths.mjs'

/** Child processes that must end with this one. */
const running = new Set()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // Nothing to wait for: exit with the signal's usual code.
    if (running.size === 0) process.exit(signal === 'SIGINT' ? 130 : 143)
    for (const child of running) child.kill(signal)
  })
}

/**
 * Runs a program in the repository, or in `cwd`, and waits for it. Signals to this process are
 * passed to the child.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string | undefined>, quiet?: boolean, cwd?: string }} [options]
 * `quiet` keeps the output instead of showing it.
 * @returns {Promise<{ code: number, output: string }>} `code` is the child's own, 1 if it could not
 * start, 128 + n after a signal.
 */
export function run(program, args, { env = {}, quiet = false, cwd = root } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell: process.platform === 'win32' && !program.endsWith('.exe'),
    })
    running.add(child)
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text) => (output += text))
    child.stderr?.setEncoding('utf8').on('data', (text) => (output += text))
    const done = (code) => {
      running.delete(child)
      resolve({ code, output })
    }
    child.on('error', (error) => {
      output += `${program}: ${error.message}\n`
      if (!quiet) console.error(`${program}: ${error.message}`)
      done(1)
    })
    child.on('close', (code, signal) => done(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}

/** Runs a Node script in the same way. */
export const node = (script, args = [], options = {}) =>
  run(process.execPath, [script, ...args], options)

/** Prints the current step; every progress line looks like this. */
export const say = (text) => console.log(`▸ ${text}`)

/** Seconds since `start` (a `performance.now()`), formatted for display. */
export const since = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`
