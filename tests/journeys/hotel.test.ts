import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { press } from '#tests/support/actionBar.ts'
import { signIn, visit, type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { samplePng } from '#tests/support/samplePng.ts'
import { eventually } from '#tests/support/pages.ts'

let admin: Visitor
test.beforeAll(async () => {
  admin = await visit(browser, product)
  await signIn(admin.page, 'admin')
})

const name = 'Casa da Jornada'

/** Pastes cells of a spreadsheet after the first room type, and takes a removal back. */
const pasteRows = async (page: Page): Promise<void> => {
  const codes = () =>
    page
      .locator('[id^="field-roomTypes."][id$=".code"]')
      .evaluateAll((inputs) => inputs.map((e) => (e as HTMLInputElement).value))
  await page.getByRole('button', { name: 'Paste rows' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Paste room types from a spreadsheet' })
  await dialog
    .getByLabel('Copied cells')
    .fill('Name\tCode\tAdults\tRooms\tNightly rate\nSuite\tSUI\t2\t3\t€1,210\nBad\tBAD\ttwo\t1\t1')
  await dialog.getByText('Enter a number').waitFor()
  await dialog.getByText('1 row has a problem and is left out.').waitFor()
  await dialog.getByRole('button', { name: 'Add 1 row' }).click()
  await eventually(codes).toEqual(['DBL', 'SUI'])
  await page.locator('[id="field-roomTypes.r1.name"]').press('Alt+ArrowUp')
  await eventually(codes).toEqual(['SUI', 'DBL'])
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe(
    'field-roomTypes.r1.name',
  )
  await page.getByRole('button', { name: 'Remove room type 1' }).click()
  await eventually(codes).toEqual(['DBL'])
  await page.keyboard.press('Control+z')
  await eventually(codes).toEqual(['SUI', 'DBL'])
}

test('a hotel is created with address, pictures and room types', async () => {
  const { page } = admin
  await page.goto('/hotels')
  await page.getByRole('link', { name: 'Add hotel' }).first().click()
  await page.waitForURL('**/addhotel')
  await page.getByRole('heading', { level: 1, name: 'Add hotel' }).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // Missing values are listed in one place and at each field, and nothing was sent.
  const summary = page.getByRole('alert').filter({ hasText: 'need attention' })
  await summary.waitFor()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Slug' }).inputValue())
    .toBe('casa-da-jornada')
  await page.getByRole('textbox', { name: 'Email' }).fill('ola@jornada.example')
  const vendor = page
    .getByRole('combobox', { name: 'Vendor' })
    .or(page.getByRole('textbox', { name: 'Vendor' }))
    .first()
  await vendor.click()
  await page.getByRole('listbox').getByRole('option').first().click()
  const zone = page
    .getByRole('combobox', { name: 'Time zone' })
    .or(page.getByRole('textbox', { name: 'Time zone' }))
    .first()
  await zone.fill('Europe/Lis')
  await page.getByRole('listbox').getByRole('option', { name: 'Europe/Lisbon' }).click()
  await page
    .getByRole('textbox', { name: 'Description', exact: true })
    .fill('# The house\n\nA **quiet** house above the river. <b>no markup</b>')
  await page.getByText('Preview', { exact: true }).click()
  await page.getByRole('heading', { level: 3, name: 'The house' }).waitFor()
  await page.getByText('Write', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Street and number' }).fill('Rua do Cais 7')
  await page.getByRole('textbox', { name: 'City' }).fill('Porto')
  const country = page
    .getByRole('combobox', { name: 'Country' })
    .or(page.getByRole('textbox', { name: 'Country' }))
    .first()
  await country.fill('Portugal')
  await page.getByRole('listbox').getByRole('option', { name: 'Portugal (PT)' }).click()
  await page.getByLabel('Images', { exact: true }).setInputFiles([
    { name: 'front.png', mimeType: 'image/png', buffer: samplePng(64, 48, [200, 120, 40]) },
    { name: 'room.png', mimeType: 'image/png', buffer: samplePng(64, 48, [40, 120, 200]) },
  ])
  await page.getByRole('textbox', { name: 'Description of picture 2' }).waitFor()
  await page.getByRole('textbox', { name: 'Description of picture 1' }).fill('The front')
  await page.getByRole('button', { name: 'Add room type' }).click()
  const row = page.getByRole('listitem', { name: 'room type 1' })
  await row.getByRole('textbox', { name: 'Code' }).fill('DBL')
  await row.getByRole('textbox', { name: 'Name' }).fill('Double room')
  await row.getByRole('textbox', { name: 'Adults' }).fill('2')
  await row.getByRole('textbox', { name: 'Rooms' }).fill('5')
  await row.getByRole('textbox', { name: 'Nightly rate', exact: true }).fill('129.50')
  await pasteRows(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByText('€129.50').waitFor()
  // Markdown is rendered; what looks like HTML stays text.
  await page.locator('strong', { hasText: 'quiet' }).waitFor()
  await page.getByText('<b>no markup</b>').waitFor()
  expect(
    await page
      .getByRole('img', { name: 'The front' })
      .evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
  ).toBe(64)
})

test('an edit sends only the changed fields and appears in the history', async () => {
  const { page } = admin
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: `Edit ${name}` }).waitFor()
  await page.getByRole('textbox', { name: 'Phone' }).fill('+351 22 555 0101')
  const sent = page.waitForRequest((r) => r.method() === 'PATCH')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await sent).postDataJSON()).toEqual({ phone: '+351 22 555 0101' })
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('list', { name: 'History' }).getByText('+351 22 555 0101').waitFor()
})

test('leaving with unsaved changes requires confirmation, and a draft survives a reload', async () => {
  const { page } = admin
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.locator('#field-name').fill('Something else')
  await page.getByRole('link', { name: 'Bookings', exact: true }).first().click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await eventually(() => page.locator('#field-name').inputValue()).toBe('Something else')
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((k) => k.startsWith('draft:'))))
    .toBe(true)
  page.once('dialog', (d) => void d.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Continue with them' }).click()
  await expect.poll(() => page.locator('#field-name').inputValue()).toBe('Something else')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave without saving' })
    .click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
})

/** The values of the record itself, without those its timeline repeats. */
const shown = (page: Page) => page.locator('dd[data-kind]')

test('concurrent edits of different fields are merged; edits of the same field show both values', async () => {
  const { page } = admin
  const id = /hotels\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  const token = JSON.parse(await page.evaluate(() => localStorage.authTokens)).token as string
  const patch = async (body: object) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const etag =
      (await fetch(`${product.url}/api/hotels/${id}`, { headers })).headers.get('etag') ?? ''
    expect(
      (
        await fetch(`${product.url}/api/hotels/${id}`, {
          method: 'PATCH',
          headers: { ...headers, 'If-Match': etag },
          body: JSON.stringify(body),
        })
      ).status,
    ).toBe(200)
  }
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Website' }).fill('https://jornada.example/a')
  await patch({ stars: 4 })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  await shown(page).getByText('★★★★').waitFor()
  await shown(page).getByRole('link', { name: 'jornada.example/a' }).waitFor()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Website' }).fill('https://jornada.example/mine')
  await patch({ website: 'https://jornada.example/theirs' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = page.getByRole('dialog', { name: 'Someone else changed the same fields' })
  await conflict.getByText('jornada.example/theirs').waitFor()
  await conflict.getByText('jornada.example/mine').waitFor()
  // Escape returns to the form as it was; saving again asks again.
  await page.keyboard.press('Escape')
  await conflict.waitFor({ state: 'detached' })
  expect(await page.getByRole('textbox', { name: 'Website' }).inputValue()).toBe(
    'https://jornada.example/mine',
  )
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await conflict.getByText('jornada.example/theirs').waitFor()
  await conflict.getByRole('button', { name: 'Use these values' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await shown(page).getByRole('link', { name: 'jornada.example/mine' }).waitFor()
})

test('a hotel is published through review and suspended with a reason; a double click skips no step', async () => {
  const { page } = admin
  const published: string[] = []
  page.on('request', (r) => {
    if (r.url().endsWith('/actions/published')) published.push(r.url())
  })
  const submit = (await page.getByRole('button', { name: 'Submit for review' }).boundingBox())!
  const spot = { x: submit.x + submit.width / 2, y: submit.y + submit.height / 2 }
  // A second click on the same spot, in the moment in which the next transition appears there.
  const again = page.evaluate(
    ({ x, y }) =>
      new Promise<void>((resolve) => {
        new MutationObserver((_, changes) => {
          const button = document.elementFromPoint(x, y)?.closest('button')
          if (button?.textContent !== 'Publish') return
          changes.disconnect()
          button.click()
          resolve()
        }).observe(document.body, { childList: true, characterData: true, subtree: true })
      }),
    spot,
  )
  await page.mouse.dblclick(spot.x, spot.y)
  await again
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  await eventually(() => publish.isEnabled()).toBe(true)
  expect(published).toEqual([])
  await publish.click()
  await page.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await dialog.getByText('Give a reason').waitFor()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Fire inspection pending')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Suspended', { exact: true }).first().waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByText('Reason: Fire inspection pending').waitFor()
})

test('a hotel is moved to the trash and restored', async () => {
  const { page } = admin
  const url = page.url().split('?')[0] ?? ''
  await press(page, 'Delete')
  const dialog = page.getByRole('dialog', { name: `Delete hotel “${name}”?` })
  await dialog.getByRole('button', { name: 'Delete hotel' }).click()
  await page.getByRole('heading', { level: 1, name: 'Hotels' }).waitFor()
  await page.goto(url)
  await page.getByText('In the trash since').waitFor()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByRole('button', { name: 'Publish again' }).waitFor()
})

test('picker options are rendered only once the picker is used, and can be chosen by keyboard alone', async () => {
  const { page } = admin
  await page.goto('/addhotel')
  const options = page.locator('[data-combobox-option]')
  const zone = page.locator('#field-timezone')
  await zone.waitFor()
  await eventually(() => page.locator('form [aria-busy]').count()).toBe(0)
  expect(await options.count()).toBe(0)
  await zone.focus()
  await zone.press('ArrowDown')
  await eventually(() => options.locator('visible=true').first().innerText()).toBe('UTC')
  await zone.press('Escape')
  await zone.pressSequentially('Lisb')
  await eventually(() => options.locator('visible=true').allInnerTexts()).toEqual(['Europe/Lisbon'])
  await zone.press('Enter')
  await eventually(() => zone.inputValue()).toBe('Europe/Lisbon')
  // A country is stored by its code and named by the browser, also before its list is used.
  const country = page.locator('[id="field-address.country"]')
  // Text pasted at once is found as typed text is; Enter takes the first match.
  await country.fill('Portu')
  await eventually(() => options.locator('visible=true').count()).toBe(1)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
  await country.press('Enter')
  await eventually(() => country.inputValue()).toBe('Portugal (PT)')
  // What was typed last is in the draft, however soon the page is left.
  await page.reload()
  await page.getByRole('button', { name: 'Continue with them' }).click()
  await eventually(() => country.inputValue()).toBe('Portugal (PT)')
  await eventually(() => zone.inputValue()).toBe('Europe/Lisbon')
})

test('the browser console stays free of errors', async () => {
  expect(admin.errors, admin.errors.join('\n')).toEqual([])
  expect(admin.violations).toEqual([])
})
