/**
 * `npm run bench:dev`: time until `npm run dev` is ready, and until a saved schema is visible on an
 * open page.
 */
import os from 'node:os'
import { startBrowser } from '#tests/support/browser.ts'
import { DEV_PASSWORD, startDev } from '#tests/support/devServer.ts'
import { held, median, printTable } from './table.ts'

const ROUNDS = 5
const SCHEMA = 'schemas/facility.ts'

console.log(
  `Load of the machine before: ${os
    .loadavg()
    .map((n) => n.toFixed(1))
    .join(' ')} on ${os.cpus().length} cores`,
)
const seconds = (ms: readonly number[]): string =>
  `${(median(ms) / 1000).toFixed(2)} s (${ms.map((n) => (n / 1000).toFixed(2)).join(', ')})`

let dev = await startDev()
const first = dev.readyMs
const starts: number[] = []
for (let i = 0; i < 3; i++) {
  await dev.stop()
  dev = await dev.restart()
  starts.push(dev.readyMs)
}
const browser = await startBrowser()
const page = await (
  await browser.newContext({ baseURL: dev.url, viewport: { width: 1440, height: 900 } })
).newPage()
try {
  page.setDefaultTimeout(20_000)
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill('admin@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill(DEV_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('authTokens')!) as { token: string }).token,
  )
  const made = await fetch(`${dev.url}/api/facilities`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ name: 'Sauna', code: 'SAUNA', group: 'room' }),
  })
  if (!made.ok) throw new Error(await made.text())
  await page.goto('/facilities')
  await page.getByRole('columnheader', { name: 'Name' }).waitFor()

  /**
   * Saves a change; returns the time until the heading is on the screen and until the API knows the
   * field, in ms.
   */
  const save = async (change: (text: string) => string, heading: string, field?: string) => {
    const from = performance.now()
    dev.edit(SCHEMA, change)
    const shown = page
      .getByRole('columnheader', { name: heading })
      .waitFor()
      .then(() => performance.now() - from)
    const known = (async () => {
      if (!field) return undefined
      for (;;) {
        const response = await fetch(`${dev.url}/api/facilities?limit=1&sort=${field}`, {
          headers: { Authorization: `Bearer ${token}` },
        })
        if (response.ok) return performance.now() - from
        await new Promise((resolve) => {
          setTimeout(resolve, 50)
        })
      }
    })()
    return { shown: await shown, known: await known }
  }
  const labels: number[] = []
  const fields: number[] = []
  const api: number[] = []
  let last = ''
  for (let i = 0; i < ROUNDS; i++) {
    const field = `motto${i}`
    const added = await save(
      (t) =>
        t
          .replace(
            'shape: z.object({',
            `shape: z.object({\n    ${field}: text(40, { label: 'Motto ${i}' }).optional(),`,
          )
          .replace("columns: ['name', ", `columns: ['name', '${field}', `),
      `Motto ${i}`,
      field,
    )
    fields.push(added.shown)
    api.push(added.known!)
    await page.waitForTimeout(1500)
    labels.push(
      (await save((t) => t.replace(`'Motto ${i}'`, `'Watchword ${i}'`), `Watchword ${i}`)).shown,
    )
    await page.waitForTimeout(3000)
    last = `Watchword ${i}`
  }
  await page.getByRole('columnheader', { name: last }).waitFor()
  printTable('Dev server', [
    { measure: 'first start, empty database', value: `${(first / 1000).toFixed(2)} s` },
    held('ready', seconds(starts), median(starts) / 1000, { most: 2, unit: 's' }),
    held('a saved label is on the screen', seconds(labels), median(labels) / 1000, {
      most: 1,
      unit: 's',
    }),
    held('a saved new field is on the screen', seconds(fields), median(fields) / 1000, {
      most: 1,
      unit: 's',
    }),
    { measure: 'the API knows the new field', value: seconds(api) },
  ])
} catch (error) {
  console.error(dev.output())
  throw error
} finally {
  await browser.close()
  await dev.remove()
}
