/** Several servers that start at once on one empty database. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { postgresUrl, silentLog } from '#tests/support/database.ts'
import { readConfig } from './config.ts'
import { firstStart } from './firstStart.ts'
import { createServices } from './services.ts'

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'first-start-'))
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }))

test('one creates the first account, the others wait for it and start without one of their own', async () => {
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: await postgresUrl(),
    SECRET: 'a secret of the tests, long enough to be one',
    DEMO: '0',
  })
  const all = await Promise.all(
    Array.from({ length: 3 }, () => createServices(config, { log: silentLog })),
  )
  try {
    const made: string[] = []
    await Promise.all(all.map((services) => firstStart(services, ({ email }) => made.push(email))))
    expect(made).toEqual(['admin@example.com'])
    const { rows } = await all[0]!.db.query('SELECT count(*)::int AS n FROM account')
    expect(rows).toEqual([{ n: 1 }])
  } finally {
    await Promise.all(all.map((services) => services.close()))
  }
}, 120_000)
