import fs from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { silentLog } from '#tests/support/database.ts'
import { scratch } from '#tests/support/postgres.ts'
import { initialise, launch, type PostgresProcess } from './process.ts'
import { preparePrograms } from './programs.ts'
import { socketUrl, untilReady, withClient } from './ready.ts'
import { own } from './runner.ts'
import { productSettings } from './settings.ts'

let root: string
let server: PostgresProcess
afterEach(async () => {
  vi.restoreAllMocks()
  await server?.stop(0)
  fs.rmSync(root, { recursive: true, force: true })
})

test('waits for recovery without a time limit, logs its progress, and fails when PostgreSQL ends', async () => {
  root = scratch('ready')
  fs.chmodSync(root, 0o711)
  const programs = preparePrograms(root)
  const [directory, socket] = ['database', 'socket'].map((name) => {
    const made = path.join(root, name)
    fs.mkdirSync(made, { mode: 0o700 })
    own(made, programs.runner)
    return made
  }) as [string, string]
  await initialise(programs, directory, { sync: false })
  // Recovery from an archive that delivers nothing until the test says so.
  fs.writeFileSync(path.join(directory, 'recovery.signal'), '')
  own(path.join(directory, 'recovery.signal'), programs.runner)
  const go = path.join(root, 'go')
  const start = (): PostgresProcess =>
    launch({
      ...programs,
      directory,
      lock: path.join(socket, 'lock'),
      socket,
      settings: {
        ...productSettings,
        hot_standby: 'off',
        restore_command: `while [ ! -e ${go} ]; do sleep 0.1; done; false`,
      },
    })
  server = start()
  const said: string[] = []
  const states: string[] = []
  const real = Date.now.bind(Date)
  let hours = 0
  // Each look at the time is an hour later.
  vi.spyOn(Date, 'now').mockImplementation(() => real() + hours++ * 3_600_000)
  let done = false
  const log = { ...silentLog, info: (message?: string): void => void said.push(message ?? '') }
  const ready = untilReady(server, socket, log, () => states.push('recovering')).then(() => {
    done = true
  })
  await vi.waitFor(() => expect(states.length).toBeGreaterThan(48), { timeout: 60_000 })
  expect(done).toBe(false)
  expect(said.length).toBeGreaterThan(24)
  expect(said.at(-1)).toMatch(/^The database is recovering what was written .* \(\d{5,} s\)…$/)
  fs.writeFileSync(go, '')
  await ready
  expect(await withClient(socketUrl(socket, 'postgres', 'postgres'), async () => 1)).toBe(1)
  await server.stop(0)
  fs.rmSync(path.join(directory, 'global/pg_control'))
  server = start()
  await expect(untilReady(server, socket, silentLog)).rejects.toThrow(
    /^PostgreSQL ended: .*pg_control/s,
  )
})
