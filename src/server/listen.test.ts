import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listen, type Listening } from './listen.ts'

describe('the port', () => {
  let open: Listening
  beforeEach(async () => {
    open = await listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => {
    open.server.close()
    open.server.closeAllConnections()
  })
  const portOf = ({ server }: Listening): number => (server.address() as AddressInfo).port

  it('answers that it is starting until the application takes over', async () => {
    const ask = async (place: string) => {
      const { status, headers } = await fetch(open.address + place)
      return [status, headers.get('retry-after')]
    }
    expect([
      await ask('/api/health'),
      await ask('/api/ready'),
      await ask('/api/hotels'),
      await ask('/'),
    ]).toEqual([
      [200, null],
      [503, '2'],
      [503, '2'],
      [503, '2'],
    ])
    expect(await (await fetch(`${open.address}/api/hotels`)).json()).toMatchObject({
      status: 503,
      code: 'starting',
    })
    open.serve(() => new Response('here'))
    expect(await (await fetch(open.address)).text()).toBe('here')
  })

  it('in use is told with what to do', async () => {
    const port = portOf(open)
    await expect(listen({ port, host: '127.0.0.1' })).rejects.toThrow(
      `Port ${port} is already in use. Stop the other program, or choose another port: PORT=${port + 1} npm start`,
    )
  })

  it('in use stops the program before it touches its data', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'port-'))
    const dataDir = path.join(folder, 'data')
    const root = path.resolve(import.meta.dirname, '../..')
    const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'test',
        DATABASE_URL: '',
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PORT: String(portOf(open)),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += String(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      text += String(chunk)
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect([code, text.trim(), existsSync(dataDir)]).toEqual([
      1,
      expect.stringMatching(/^Port \d+ is already in use\./),
      false,
    ])
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)
})
