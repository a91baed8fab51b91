import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listen, type Listening } from './listen.ts'

describe('listening on a port', () => {
  let open: Listening
  beforeEach(async () => {
    open = await listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => {
    open.server.close()
    open.server.closeAllConnections()
  })
  const portOf = ({ server }: Listening): number => (server.address() as AddressInfo).port

  test('reports that it is starting until the application takes over', async () => {
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

  test('reports a port in use, with what to do about it', async () => {
    const port = portOf(open)
    await expect(listen({ port, host: '127.0.0.1' })).rejects.toThrow(
      `Port ${port} is already in use. Stop the other program, or choose another port: PORT=${port + 1} npm start`,
    )
  })

  test('stops the program before it touches its data when the port is in use', async () => {
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

describe('slow connections', () => {
  const times = { headers: 300, request: 600, keepAlive: 300, check: 50 }
  let open: Listening
  beforeEach(async () => {
    open = await listen({ port: 0, host: '127.0.0.1' }, times)
    open.serve(async (request) => {
      if (new URL(request.url).pathname === '/events') {
        return new Response(
          new ReadableStream({
            async start(controller) {
              for (let n = 0; n < 10; n++) {
                await sleep(200)
                controller.enqueue(Buffer.from(`${n};`))
              }
              controller.close()
            },
          }),
        )
      }
      return new Response(`${(await request.arrayBuffer()).byteLength} bytes`)
    })
  })
  afterEach(() => {
    open.server.close()
    open.server.closeAllConnections()
  })
  /**
   * Sends the chunks with pauses and returns everything received until the server closed the
   * connection.
   */
  const sends = async (pauseMs: number, ...chunks: string[]): Promise<string> => {
    const socket = connect((open.server.address() as AddressInfo).port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += String(chunk)
    })
    socket.on('error', () => undefined)
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    for (const chunk of chunks) {
      if (socket.writable) socket.write(chunk)
      await sleep(pauseMs)
    }
    await closed
    return text
  }
  const head = (length: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`

  test('are closed when idle, or when headers or a body stall or trickle', async () => {
    const responses = await Promise.all([
      sends(0),
      sends(0, 'GET / HTTP/1.1\r\nHost: x\r\n'),
      sends(0, head(10), 'abc'),
      sends(50, head(1000), ...Array.from({ length: 40 }, () => 'x')),
    ])
    expect(responses.map((text) => text.split('\r\n')[0])).toEqual([
      expect.stringMatching(/^$|408/),
      'HTTP/1.1 408 Request Timeout',
      'HTTP/1.1 408 Request Timeout',
      'HTTP/1.1 408 Request Timeout',
    ])
  })

  test('are closed after a response when no further request comes', async () => {
    expect(await sends(0, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')).toContain('0 bytes')
  })

  test('are kept open during a steady upload and while events are streamed', async () => {
    const chunks = Array.from({ length: 20 }, () => 'x'.repeat(2_000))
    const [upload, events] = await Promise.all([
      sends(100, head(40_000), ...chunks),
      sends(0, 'GET /events HTTP/1.1\r\nHost: x\r\n\r\n'),
    ])
    expect(upload).toContain('40000 bytes')
    expect(events).toContain('9;')
  })

  test('are refused when their headers exceed 16 kB', async () => {
    expect(
      await sends(0, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`),
    ).toContain(' 431 ')
  })
})
