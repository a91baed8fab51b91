import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { countBookings } from '#tests/support/bookingsCount.ts'
import { signIn, visit, type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { eventually } from '#tests/support/pages.ts'
import { samplePng } from '#tests/support/samplePng.ts'
import { importResult } from '#tests/support/importResult.ts'

const MINUTES = 10 * 60_000
const at = (name: string) => new URL(`../data/${name}`, import.meta.url).pathname
const file = readFileSync(at('hotel_bookings.csv'), 'utf8').split('\r\n')
const folder = mkdtempSync(path.join(tmpdir(), 'import-'))
/** The first rows of the real file. */
const firstRows = (count: number) => {
  const part = path.join(folder, `${count}.csv`)
  writeFileSync(part, file.slice(0, count + 1).join('\r\n'))
  return { file: part, expected: countBookings(part) }
}
// The suite of the bookings file imports all of it.
const { file: most, expected } = firstRows(5_000)
/** A smaller file, which is refused first and repeated last. */
const { file: part, expected: expectedOfPart } = firstRows(2_000)

let admin: Visitor
test.beforeAll(async () => {
  admin = await visit(browser, product)
  await signIn(admin.page, 'admin')
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
})

const open = async (page: Page, list: string, many: string): Promise<void> => {
  await page.goto(`${list}/import`)
  await page.getByRole('heading', { level: 1, name: `Import ${many}` }).waitFor()
}
const upload = (
  page: Page,
  label: string,
  file: string | { name: string; mimeType: string; buffer: Buffer },
) => page.getByLabel(label, { exact: true }).setInputFiles(file)

const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(readFileSync(at('../../node_modules/axe-core/axe.min.js'), 'utf8'))
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(
          root: Element | null,
        ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
      }
    }
    return (await axe.run(document.querySelector('main'))).violations.map(
      (v) => `${v.id}: ${v.nodes[0]?.html ?? ''}`,
    )
  })
}

test(
  'dry run and import of real bookings match an independent count; the import survives leaving the page',
  async () => {
    const { page } = admin
    await open(page, '/bookings', 'bookings')
    expect(await violations(page)).toEqual([])
    const choose = async (file: string) => {
      await upload(page, 'CSV or Excel file', file)
      await page.getByText('32 columns', { exact: false }).first().waitFor()
      await eventually(() =>
        page.getByRole('combobox', { name: 'Adults', exact: true }).inputValue(),
      ).toBe('c:adults')
      await upload(page, 'Mapping file', at('bookings.mapping.json'))
      await expect
        .poll(() => page.getByRole('combobox', { name: 'Customer', exact: true }).inputValue())
        .toBe('reference')
    }
    await choose(part)
    // Without the switch a file may not set the initial state of a booking.
    await page.getByRole('button', { name: 'Dry run' }).click()
    expect((await importResult(page, 'Would be refused'))['Would be created']).toBe(0)
    await page.getByRole('button', { name: 'Back to the mapping' }).click()
    await open(page, '/bookings', 'bookings')
    await choose(most)
    await page.getByRole('switch', { name: /^Records from another system/ }).check({ force: true })
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Dry run' }).click()
    expect(await importResult(page, 'Would be refused')).toEqual({
      Read: expected.read,
      'Would be created': expected.written,
      'Would be updated': 0,
      Unchanged: 0,
      'Would be refused': expected.refused,
    })
    expect(await violations(page)).toEqual([])
    await page.getByRole('radio', { name: /Import the valid rows/ }).check()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('progressbar', { name: 'Importing' }).waitFor()
    await page.getByRole('link', { name: 'Customers', exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
    await page.reload()
    await open(page, '/bookings', 'bookings')
    expect(await importResult(page, 'Refused')).toEqual({
      Read: expected.read,
      Created: expected.written,
      Updated: 0,
      Unchanged: 0,
      Refused: expected.refused,
    })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download error report' }).click()
    const report = readFileSync(await (await download).path(), 'utf8')
    // The refused rows as they were, each with a reason behind it.
    const refused = report.trim().split('\r\n').slice(1)
    expect(refused).toHaveLength(expected.refused)
    expected.refusedRows.forEach((row, i) =>
      expect(refused[i]?.startsWith(`${file[row]},`), refused[i]).toBe(true),
    )
    expect(admin.errors).toEqual([])
    expect(admin.violations).toEqual([])
  },
  2 * MINUTES,
)

test(
  'a second import of the same rows writes nothing',
  async () => {
    const { page } = admin
    await page.getByRole('button', { name: 'Import another file' }).click()
    await upload(page, 'CSV or Excel file', part)
    await page.getByRole('button', { name: 'Dry run' }).click()
    expect(await importResult(page, 'Would be refused')).toMatchObject({
      'Would be created': 0,
      Unchanged: expectedOfPart.written,
    })
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    expect(await importResult(page, 'Refused')).toEqual({
      Read: expectedOfPart.read,
      Created: 0,
      Updated: 0,
      Unchanged: expectedOfPart.written,
      Refused: expectedOfPart.refused,
    })
  },
  2 * MINUTES,
)

test('a small file is mapped by hand, corrected after the dry run, imported completely and undone', async () => {
  const { page } = admin
  await open(page, '/category', 'categories')
  await upload(page, 'CSV or Excel file', {
    name: 'kinds.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Name;Short;Rank\nLodges;lodges;1\nTents;Not a slug;2\n'),
  })
  await page.getByText('3 columns', { exact: false }).first().waitFor()
  await page.getByRole('combobox', { name: 'Slug', exact: true }).selectOption({ label: 'Short' })
  await page
    .getByRole('combobox', { name: 'Position', exact: true })
    .selectOption({ label: 'Rank' })
  await page.getByRole('button', { name: 'Dry run' }).click()
  expect(await importResult(page, 'Would be refused')).toMatchObject({
    Read: 2,
    'Would be created': 1,
    'Would be refused': 1,
  })
  await page.getByRole('row', { name: /^3 Short/ }).waitFor()
  await page.getByRole('button', { name: 'Back to the mapping' }).click()
  const slug = page.getByRole('combobox', { name: 'Slug', exact: true })
  await slug.selectOption({ label: 'Column, cell by cell' })
  await page.getByRole('button', { name: 'List the cells of the file' }).click()
  await page.getByRole('textbox', { name: 'Slug: value for “lodges”' }).fill('lodges')
  await page.getByRole('textbox', { name: 'Slug: value for “Not a slug”' }).fill('tents')
  await page.getByRole('button', { name: 'Dry run' }).click()
  await page.getByRole('heading', { name: 'Every row can be imported' }).waitFor()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  expect(await importResult(page, 'Refused')).toMatchObject({ Read: 2, Created: 2, Refused: 0 })
  await page.getByRole('link', { name: 'Show categories' }).click()
  await page.getByRole('link', { name: 'Tents' }).waitFor()
  // The toast of the import outlives its page; so does the button on it.
  await open(page, '/category', 'categories')
  await page.getByRole('button', { name: 'Undo this import' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Undone', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo this import' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Show categories' }).click()
  await page.getByRole('link', { name: 'Tents' }).waitFor({ state: 'detached' })
})

test('a mapping saved on the server is applied to the next file with the same columns', async () => {
  const { page } = admin
  const named = (name: string) => page.getByRole('combobox', { name, exact: true })
  const choose = async (name: string, columns: string) => {
    await upload(page, 'CSV or Excel file', {
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(`${columns}\nHuts;huts;7\n`),
    })
    await page.getByText(name).first().waitFor()
  }
  const list = page.getByRole('dialog', { name: 'Saved mappings' })
  const openList = () => page.getByRole('button', { name: 'Saved mappings' }).click()
  await page.evaluate(() => sessionStorage.clear())
  await open(page, '/category', 'categories')
  await choose('first.csv', 'Label;Short;Rank')
  await named('Name').selectOption({ label: 'Label' })
  await named('Slug').selectOption({ label: 'Short' })
  await openList()
  await list.getByRole('textbox', { name: 'Name of the mapping' }).fill('From the agency')
  await list.getByRole('combobox', { name: 'Who sees it' }).selectOption('everyone')
  expect(await violations(page)).toEqual([])
  await list.getByRole('button', { name: 'Save mapping' }).click()
  const use = page.getByRole('status').filter({ hasText: 'Saved mapping “From the agency”' })
  await use.waitFor()
  // Another person's page begins with it, whatever the order of the columns.
  const other = await visit(browser, product)
  await signIn(other.page, 'manager')
  await open(other.page, '/category', 'categories')
  await upload(other.page, 'CSV or Excel file', {
    name: 'next.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Rank;Short;Label\n8;cabins;Cabins\n'),
  })
  await other.page.getByText('it was saved for these columns').waitFor()
  await expect
    .poll(() => other.page.getByRole('combobox', { name: 'Slug', exact: true }).inputValue())
    .toBe('c:Short')
  expect(other.errors).toEqual([])
  await other.context.close()
  await named('Position').selectOption({ label: 'Rank' })
  await use.getByText('Edited').waitFor()
  await use.getByRole('button', { name: 'Update mapping' }).click()
  await use.getByText('Edited').waitFor({ state: 'detached' })
  // Another file is matched by names, until its columns are those again.
  await choose('else.csv', 'Name;Slug;Other')
  await use.waitFor({ state: 'detached' })
  await choose('third.csv', 'Short;Rank;Label')
  await use.waitFor()
  await expect.poll(() => named('Position').inputValue()).toBe('c:Rank')
  await openList()
  await list.getByRole('button', { name: 'Actions for From the agency' }).click()
  await page.getByRole('menuitem', { name: 'Rename and share' }).click()
  await list.getByRole('textbox', { name: 'Name of the mapping' }).fill('Agency')
  await list.getByRole('button', { name: 'Save', exact: true }).click()
  await list.getByRole('button', { name: 'Agency', exact: true }).waitFor()
  await list.getByRole('button', { name: 'Actions for Agency' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await list.getByText('No saved mappings yet', { exact: false }).waitFor()
  await page.keyboard.press('Escape')
  expect(admin.errors).toEqual([])
})

test('the header is found below a title, can be chosen, and errors have the row of the file', async () => {
  const page = await admin.context.newPage()
  const header = page.getByRole('combobox', { name: 'Header row' })
  const named = (name: string) => page.getByRole('combobox', { name, exact: true })
  await open(page, '/category', 'categories')
  await upload(page, 'CSV or Excel file', {
    name: 'titled.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Categories, exported 3 May 2026\r\n\r\nName;Slug;Position\nYurts;yurts;5\nCaves;caves;#REF!\n',
    ),
  })
  await eventually(() => header.inputValue()).toBe('3')
  expect(await header.locator('option').allTextContents()).toEqual([
    '1: Categories, exported 3 May 2026',
    '3: Name · Slug · Position',
    '4: Yurts · yurts · 5',
    '5: Caves · caves · #REF!',
  ])
  await eventually(() => named('Slug').inputValue()).toBe('c:Slug')
  await header.selectOption('1')
  await eventually(() => named('Slug').inputValue()).toBe('none')
  await page.getByText('1 column', { exact: false }).first().waitFor()
  await header.selectOption('3')
  await eventually(() => named('Slug').inputValue()).toBe('c:Slug')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Dry run' }).click()
  expect(await importResult(page, 'Would be refused')).toMatchObject({
    Read: 2,
    'Would be created': 1,
    'Would be refused': 1,
  })
  await page
    .getByRole('row', { name: '5 Position Position: The cell has the error #REF!' })
    .waitFor()
  // All or nothing: the notice says that no row was kept, as the page does.
  await page.getByRole('radio', { name: /All or nothing/ }).check()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('heading', { name: 'Refused as a whole: nothing was written' }).waitFor()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const notice = page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: 'The import of categories was refused' })
  await eventually(() => notice.innerText()).toContain('Nothing was saved. Refused rows: 1')
  expect(await notice.innerText()).not.toContain('created')
  expect(await page.getByText('Import of categories finished').count()).toBe(0)
  await page.close()
})

test('a file that the server turns into CSV shows the size it was chosen with', async () => {
  const { page } = admin
  await open(page, '/facilities', 'facilities')
  const buffer = Buffer.from(`Name\n${'Sauna\n'.repeat(2000)}`)
  expect(buffer.length).toBe(12_005)
  await upload(page, 'CSV or Excel file', { name: 'one.csv', mimeType: 'text/csv', buffer })
  await page.getByText('12 kB · 1 column', { exact: true }).waitFor()
})

test('an empty file is rejected immediately and leaves the page unchanged', async () => {
  const { page } = admin
  await open(page, '/facilities', 'facilities')
  await upload(page, 'CSV or Excel file', {
    name: 'empty.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(''),
  })
  await page.getByRole('alert').filter({ hasText: 'empty.csv is empty' }).waitFor()
  await page.getByRole('button', { name: 'Choose file' }).waitFor()
})

test('a file that is not text is refused with the way out, whatever it is called', async () => {
  const { page } = admin
  await open(page, '/facilities', 'facilities')
  const csv = { name: 'report.csv', mimeType: 'text/csv' }
  await upload(page, 'CSV or Excel file', { ...csv, buffer: samplePng(8, 8, [1, 2, 3]) })
  const alert = page.getByRole('alert')
  await alert.filter({ hasText: 'neither an Excel workbook nor CSV text' }).waitFor()
  // A workbook of before 2007, or with a password.
  const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
  await upload(page, 'CSV or Excel file', { ...csv, buffer: ole })
  await alert.filter({ hasText: 'without a password' }).waitFor()
  await page.getByRole('button', { name: 'Choose file' }).waitFor()
})

test('columns with the same name, and without one, can be distinguished', async () => {
  // Another tab has its own import.
  const page = await admin.context.newPage()
  await open(page, '/category', 'categories')
  await upload(page, 'CSV or Excel file', {
    name: 'twice.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('sep=;\r\nName;;Name;Slug;Position\r\nFirst;second;Third;kept-apart;9\r\n'),
  })
  await page
    .getByRole('combobox', { name: 'Name', exact: true })
    .selectOption({ label: 'Name (2)' })
  await page.getByText('First rows', { exact: true }).click()
  await page.getByRole('columnheader', { name: '#2', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Dry run' }).click()
  expect(await importResult(page, 'Would be refused')).toMatchObject({ 'Would be created': 1 })
  await page.close()
})
