/**
 * `npm run dev`: the browser application with hot reload and the API, on one address, with its own
 * database (`.data/dev`).
 */
import { realpathSync } from 'node:fs'
import { createServer } from 'vite'
import { publicConfig, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/pool.ts'
import type * as Api from './dev/api.ts'
import { serveApi } from './dev/serveApi.ts'
import { load } from './lib/bundle.mjs'
import { at, root } from './lib/paths.mjs'
import { command, terminalLog } from './terminal.ts'

await command(async () => {
  process.env.DATA_DIR ??= at('.data/dev')
  const config = readConfig()
  process.env.APP_CONFIG = JSON.stringify(publicConfig(config))
  // Database, API and dev server start in parallel. The database takes longest, so the API is
  // loaded from another file to not delay it.
  const opening = openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    log: terminalLog,
  })
  const first = load('src/cli/dev/api.ts', '0') as Promise<typeof Api>
  first.catch(() => {})
  const creating = createServer({
    root,
    clearScreen: false,
    cacheDir: at('.data/vite'),
    server: {
      host: config.host,
      port: config.port,
      strictPort: true,
      // Packages may be symlinked.
      fs: { allow: [root, realpathSync(at('node_modules'))] },
      // Database files and build output are many, change constantly and belong to no page.
      watch: { ignored: ['.data', 'dist', 'tests'].map((folder) => `${at(folder)}/**`) },
    },
    plugins: [serveApi(root, { config, db: opening, log: terminalLog }, first)],
  })
  const listening = creating.then((vite) => vite.listen())
  listening.catch(() => {})
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  const db = await opening
  try {
    const vite = await listening
    await stopped
    await vite.close()
  } finally {
    await db.close()
  }
})
// File watchers would keep the process alive.
process.exit()
