import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** Password of `admin@example.com` on a dev server created here. */
export const DEV_PASSWORD = 'a-password-for-tests'

/** `npm run dev` in a copy of the repository, without demo data. */
export interface DevServer {
  readonly url: string
  /** Absolute path of the copy. */
  readonly folder: string
  /** Milliseconds from the start of the process to its "Ready at". */
  readonly readyMs: number
  /** All output so far. */
  output(): string
  /** True until the process ends. */
  running(): boolean
  /** Edits a file of the copy and saves it; fails if nothing changed. */
  edit(file: string, change: (text: string) => string): void
  /** Stops the process; it may be restarted. */
  stop(): Promise<void>
  /** Restarts it on the same copy and data. */
  restart(): Promise<DevServer>
  /** Stops the process and removes the copy. */
  remove(): Promise<void>
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const run = async (folder: string): Promise<DevServer> => {
  const port = await freePort()
  const from = performance.now()
  let said = ''
  const child = spawn(process.execPath, ['src/cli/dev.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      VITEST: '',
      NODE_ENV: 'development',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: '',
      DATA_DIR: path.join(folder, '.data/dev'),
      DEMO: '0',
      RATE_LIMITS: 'off',
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: DEV_PASSWORD,
    },
  })
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (said.includes('Ready at')) resolve()
      })
    }
    child.once('exit', (code) => reject(new Error(`npm run dev ended with ${code}:\n${said}`)))
  })
  const readyMs = performance.now() - from
  const stop = async () => {
    if (child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  return {
    url: `http://127.0.0.1:${port}`,
    folder,
    readyMs,
    stop,
    output: () => said,
    running: () => child.exitCode === null,
    edit(name, change) {
      const file = path.join(folder, name)
      const text = readFileSync(file, 'utf8')
      const changed = change(text)
      if (changed === text) throw new Error(`The edit of ${name} changes nothing.`)
      writeFileSync(file, changed)
    },
    restart: () => run(folder),
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Copies the repository and starts `npm run dev` in the copy; resolves when it is ready. */
export const startDev = (): Promise<DevServer> => {
  const copy = mkdtempSync(path.join(tmpdir(), 'dev-'))
  for (const name of [
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
    'index.html',
    'public',
    'schemas',
    'src',
  ]) {
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  return run(copy)
}
