import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** Environment variable with a data directory of the demo data; see `journeyTemplate.ts`. */
export const TEMPLATE = 'JOURNEY_TEMPLATE'

/**
 * Copies the demo data, if there is any yet, to the data directory of a product. Synchronously,
 * since the other copy of Node takes six times the CPU.
 */
export const copyDemo = (dataDir: string): void => {
  const template = process.env[TEMPLATE]
  if (template) cpSync(template, dataDir, { recursive: true })
}

const metricsToken = 'what the monitor of the journeys sends'

/** Metrics of a running product, as text. */
export const metricsOf = async ({ url }: Pick<Product, 'url'>): Promise<string> =>
  (
    await fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  ).text()

/** The built product, running: its URL, its output so far, and a function to stop it. */
export interface Product {
  readonly url: string
  readonly dataDir: string
  readonly pid: number
  output(): string
  /** Stops it by `signal` and waits; `keep` leaves the data directory. */
  stop(options?: { signal?: NodeJS.Signals; keep?: boolean }): Promise<void>
}

/**
 * Starts the built server on a free port with its own data directory (or the given one) and waits
 * for its ready line.
 */
export const startProduct = async (
  options: { env?: Record<string, string>; dataDir?: string } = {},
): Promise<Product> => {
  const entry = path.join(root, 'dist/server/server.js')
  if (!existsSync(entry)) {
    throw new Error('The product is not built. Run `npm run build` first; `npm test` does.')
  }
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'journey-')))
  // Another environment may need other data, or none.
  if (!options.dataDir && !options.env) copyDemo(dataDir)
  const child = spawn(process.execPath, [entry], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      DEMO: '1',
      RATE_LIMITS: 'off',
      // No disk space is reserved per product, since many run at once.
      DISK_RESERVE_MB: '0',
      DATABASE_URL: '',
      METRICS_TOKEN: metricsToken,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { url, output } = await ready(child)
  return {
    url,
    dataDir,
    pid: child.pid!,
    output,
    async stop({ signal = 'SIGTERM', keep = false } = {}) {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill(signal)
        await ended
      }
      if (!keep) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const ready = (child: ChildProcess): Promise<{ url: string; output: () => string }> =>
  new Promise((resolve, reject) => {
    let text = ''
    const take = (chunk: Buffer) => {
      text += chunk.toString()
      const url = /Ready at (http:\/\/\S+)/.exec(text)?.[1]
      if (url) resolve({ url, output: () => text })
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.once('exit', (code) =>
      reject(new Error(`The product ended with ${code} before it was ready:\n${text}`)),
    )
  })
