/** `npm run dev`: the browser application with hot reload and the API, at one address. */
import { spawn } from 'node:child_process'
import { createServer } from 'vite'
import { publicConfig, readConfig } from '#server/config.ts'
import { command as programs, root } from './lib/paths.mjs'
import { command } from './terminal.ts'

await command(async () => {
  const config = readConfig()
  const apiPort = config.port + 1
  const target = `http://127.0.0.1:${apiPort}`
  process.env.APP_CONFIG = JSON.stringify(publicConfig(config))
  const vite = await createServer({
    root,
    server: { host: config.host, port: config.port, strictPort: true, proxy: { '^/(api|files)/': { target, changeOrigin: false } } },
    clearScreen: false,
  })
  await vite.listen()
  // `publicUrl` is the address of the pages: links in mails and the allowed origin.
  const api = spawn(process.execPath, [programs.tsx(), 'watch', '--clear-screen=false', 'src/server/main.ts'], {
    cwd: root, stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PORT: String(apiPort), HOST: '127.0.0.1', PUBLIC_URL: config.publicUrl, DEMO: config.demo ? '1' : '0' },
  })
  vite.printUrls()
  const stop = (): void => {
    api.kill('SIGTERM')
    void vite.close()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  await new Promise((resolve) => api.once('close', resolve))
  await vite.close()
})
