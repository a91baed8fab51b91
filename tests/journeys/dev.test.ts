import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'

const root = path.resolve(import.meta.dirname, '../..')
const SCHEMA = 'schemas/facility.ts'
const PASSWORD = 'a-password-for-tests'
const WAIT = { timeout: 60_000 }

let copy: string
let url: string
let child: ChildProcess
let output = ''
let browser: Browser
let page: Page

const freePort = (): Promise<number> => new Promise((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const address = probe.address()
    probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
  })
})
const started = (dev: ChildProcess): Promise<void> => new Promise((resolve, reject) => {
  for (const stream of [dev.stdout, dev.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Ready at')) resolve()
    })
  }
  dev.once('exit', (code) => reject(new Error(`npm run dev ended with ${code}:\n${output}`)))
})
const edit = (change: (text: string) => string): void => {
  const file = path.join(copy, SCHEMA)
  const changed = change(readFileSync(file, 'utf8'))
  expect(changed).not.toBe(readFileSync(file, 'utf8'))
  writeFileSync(file, changed)
}

beforeAll(async () => {
  copy = mkdtempSync(path.join(tmpdir(), 'dev-'))
  for (const name of ['package.json', 'tsconfig.json', 'vite.config.ts', 'index.html', 'public', 'schemas', 'src']) cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  child = spawn(process.execPath, [path.join(copy, 'node_modules/tsx/dist/cli.mjs'), 'src/cli/dev.ts'], {
    cwd: copy, stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, VITEST: '', NODE_ENV: 'development', PORT: String(port), HOST: '127.0.0.1', DATABASE_URL: '', DATA_DIR: path.join(copy, '.data/dev'), DEMO: '0', RATE_LIMITS: 'off', ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: PASSWORD },
  })
  await started(child)
  browser = await launchBrowser()
  page = await (await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })).newPage()
})
afterAll(async () => {
  await browser?.close()
  if (child && child.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  rmSync(copy, { recursive: true, force: true })
})

test('a saved schema is on the page with its column in the database, a wrong one lies over the page and in the terminal until it is mended', async () => {
  const migrations = () => readdirSync(path.join(copy, 'src/server/migrations/sql')).join()
  const before = migrations()
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill('admin@example.com', WAIT)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard', WAIT)
  const token = ((await (await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email: 'admin@example.com', password: PASSWORD }) })).json()) as { token: string }).token
  const create = async (body: object) => {
    const answer = await fetch(`${url}/api/facilities`, { method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, 'Idempotency-Key': crypto.randomUUID() }, body: JSON.stringify(body) })
    return { status: answer.status, text: await answer.text() }
  }
  expect(await create({ name: 'Sauna', code: 'SAUNA', group: 'room' })).toMatchObject({ status: 201 })
  await page.goto('/facilities')
  await page.getByRole('cell', { name: 'Sauna' }).first().waitFor(WAIT)

  edit((text) => text.replace('shape: z.object({', "shape: z.object({\n    motto: text(40, { label: 'House motto' }).optional(),").replace("columns: ['name', ", "columns: ['name', 'motto', "))
  await page.getByRole('columnheader', { name: 'House motto' }).waitFor(WAIT)
  await page.getByRole('cell', { name: 'Sauna' }).first().waitFor(WAIT)
  await expect.poll(() => create({ name: 'Pool', code: 'POOL', group: 'property', motto: 'Swim first' }), WAIT).toMatchObject({ status: 201, text: expect.stringContaining('Swim first') })
  await page.reload()
  await page.getByRole('cell', { name: 'Swim first' }).waitFor(WAIT)
  expect(migrations()).toBe(before)

  const overlay = page.locator('vite-error-overlay')
  const length = output.length
  edit((text) => text.replace("title: 'name'", "title: 'nme'").replace("sort: 'position'", "sort: 'positoin'"))
  await overlay.waitFor({ state: 'attached', ...WAIT })
  for (const shown of [await overlay.locator('.message-body').innerText(), output.slice(length)]) {
    expect(shown).toContain('facilities.title')
    expect(shown).toContain('facilities.list.sort')
  }
  // The page and the API of before go on below it.
  await page.getByRole('cell', { name: 'Swim first' }).waitFor(WAIT)
  expect(await create({ name: 'Gym', code: 'GYM', group: 'property' })).toMatchObject({ status: 201 })

  edit((text) => text.replace("title: 'nme'", "title: 'name'").replace("sort: 'positoin'", "sort: '-position'").replace("'House motto'", "'Watchword'"))
  await overlay.waitFor({ state: 'detached', ...WAIT })
  await page.getByRole('columnheader', { name: 'Watchword' }).waitFor(WAIT)

  // Taken out and put back: what was written in it is still there.
  const whole = readFileSync(path.join(copy, SCHEMA), 'utf8')
  edit((text) => text.replace(/\n {4}motto: .*/, '').replace("'motto', ", ''))
  await page.getByRole('columnheader', { name: 'Watchword' }).waitFor({ state: 'detached', ...WAIT })
  await expect.poll(() => create({ name: 'Bar', code: 'BAR', group: 'castle', motto: 'None' }), WAIT).toMatchObject({ status: 422, text: expect.stringContaining('motto') })
  writeFileSync(path.join(copy, SCHEMA), whole)
  await page.getByRole('cell', { name: 'Swim first' }).waitFor(WAIT)
  expect(child.exitCode).toBe(null)
})

test('a mistake of grammar is shown and goes away too', async () => {
  const overlay = page.locator('vite-error-overlay')
  edit((text) => text.replace("name: 'facilities',", "name: 'facilities'"))
  await overlay.waitFor({ state: 'attached', ...WAIT })
  edit((text) => text.replace("name: 'facilities'\n", "name: 'facilities',\n"))
  await overlay.waitFor({ state: 'detached', ...WAIT })
  await page.getByRole('cell', { name: 'Swim first' }).waitFor(WAIT)
})
