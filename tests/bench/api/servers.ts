/** Starts the measured servers: the built product with a probe, and the hand-written baseline. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { tokenOf } from '#tests/support/browser.ts'
import { startProduct, type Product } from '#tests/support/product.ts'
import { targetOf, type Target } from './load.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/**
 * Measurements of the probe since the last `reset`; `cpuUs` is the CPU time of the process since
 * its start.
 */
export interface Vitals {
  readonly delayMaxMs: number
  readonly delayP99Ms: number
  readonly rss: number
  readonly heap: number
  readonly now: number
  readonly cpuUs: number
}
export interface Measured extends Target {
  readonly product: Product
  as(person: string): Promise<Target>
  vitals(): Promise<Vitals>
  reset(): Promise<void>
}

/** The built product on a data directory, signed in as a person of the demo data. */
export const measuredProduct = async (
  dataDir: string,
  databaseUrl: string | undefined,
  person: string,
): Promise<Measured> => {
  const probe = path.join(dataDir, 'probe.json')
  const pidFile = path.join(dataDir, 'probe.pid')
  const product = await startProduct({
    dataDir,
    env: {
      BENCH_PROBE: probe,
      BENCH_PROBE_PID: pidFile,
      RATE_LIMITS: 'on',
      NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, 'probe.mjs')).href}`,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
  })
  const target = async (name: string): Promise<Target> =>
    targetOf(product.url, await tokenOf(product, name))
  return {
    ...(await target(person)),
    product,
    as: target,
    async vitals() {
      await sleep(600)
      return JSON.parse(readFileSync(probe, 'utf8')) as Vitals
    },
    async reset() {
      process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGUSR2')
      await sleep(300)
    },
  }
}

/** The hand-written server on the same database. */
export const handwritten = async (place: string): Promise<Target & { stop(): Promise<void> }> => {
  const token = 'hand-written-token'
  const child = spawn(
    process.execPath,
    [
      path.join(root, 'node_modules/tsx/dist/cli.mjs'),
      path.join(import.meta.dirname, 'handwritten.ts'),
      token,
      place,
    ],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (part: Buffer) => {
      text += part.toString()
      const found = /Ready at (\S+)/.exec(text)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`The hand-written server ended with ${code}.`)))
  })
  return {
    ...targetOf(url, token),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** True when there is a build to measure. */
export const isBuilt = (): boolean => existsSync(path.join(root, 'dist/server/server.js'))
