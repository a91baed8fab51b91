import { describe, expect } from 'vitest'
import { builtInRole } from '#server/rules/userRole/builtin.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { tokenOf } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, heading, visitAs } from '#tests/support/pages.ts'

let admin: string
test.beforeAll(async () => {
  admin = await tokenOf(product, 'admin')
})

interface Role {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly grants: {
    readonly allow: readonly string[]
    readonly deny: readonly string[]
    readonly rows?: object
  }
}
const matrix = (name: string) => `/permission/${builtInRole(name).id}`
const role = async (id: string) =>
  (await api<{ data: Role }>(product, admin, `/api/user-roles/${id}`)).body.data
const makeRole = async (grants: object) =>
  (
    await api<{ data: Role }>(product, admin, '/api/user-roles', {
      name: `role ${Math.random().toString(36).slice(2)}`,
      grants,
    })
  ).body.data
interface Vendor {
  readonly id: string
  readonly displayName: string
}
/** Imports one row, which ends with a notice. */
const importRow = async (collection: string, row: Readonly<Record<string, string>>) => {
  const [names, cells] = [Object.keys(row), Object.values(row)]
  const form = new FormData()
  form.set('file', new Blob([`${names.join(',')}\n${cells.join(',')}\n`]), 'one.csv')
  form.set('mapping', JSON.stringify({ fields: Object.fromEntries(names.map((n) => [n, n])) }))
  form.set('mode', 'partial')
  const { status } = await fetch(`${product.url}/api/${collection}/import`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${admin}` },
    body: form,
  })
  expect(status).toBe(202)
}
const box = (page: Awaited<ReturnType<typeof visitAs>>['page'], name: string) =>
  page.getByRole('checkbox', { name, exact: true })

test('revoking a permission previews the change and who it affects, and applies to open browsers', async () => {
  const [editor, affected] = [
    await visitAs(browser, product, 'admin'),
    await visitAs(browser, product, 'finance'),
  ]
  await affected.page.goto('/payment-transactions')
  await heading(affected.page, 'Payment transactions')
  const navigation = affected.page.getByRole('navigation', { name: 'Main' })
  // Finance only reads tickets.
  await navigation.getByRole('button', { name: 'More', exact: true }).click()
  await navigation.getByRole('link', { name: 'Tickets', exact: true }).waitFor()

  const { page } = editor
  await page.goto(matrix('finance'))
  await heading(page, 'Permissions of finance')
  await eventually(() => page.title()).toBe('Permissions of finance · Marketplace')
  await page.getByRole('searchbox', { name: 'Search permissions' }).fill('tickets')
  await page.getByRole('status').filter({ hasText: '1 entity' }).waitFor()
  await eventually(() => box(page, 'List: Tickets').isChecked()).toBe(true)
  await box(page, 'List: Tickets').click()
  await page.getByRole('searchbox', { name: 'Search permissions' }).fill('')
  await page
    .getByRole('button', { name: 'Fields, transitions and rows: Payment transactions' })
    .click()
  const drawer = page.getByRole('dialog', { name: 'Payment transactions: fields, transitions' })
  await box(page, 'Refund').click()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByText('2 changes, not saved yet').waitFor()
  await page.getByRole('button', { name: 'Review and save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save permissions of finance?' })
  const entry = dialog.getByRole('listitem').filter({ hasText: 'Payment transactions' })
  await entry.getByText(/(person loses|people lose) this/).waitFor()
  await eventually(() => entry.textContent()).toContain('Refund')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Permissions of finance are saved and in force').waitFor()
  await eventually(async () =>
    (
      await api<{ permissions: string[] }>(product, affected.token, '/api/me')
    ).body.permissions.includes('ticket.list'),
  ).toBe(false)
  expect((await api(product, affected.token, '/api/tickets')).status).toBe(403)
  await navigation
    .getByRole('link', { name: 'Tickets', exact: true })
    .waitFor({ state: 'detached' })
  // The role's original patterns stay.
  expect((await role(builtInRole('finance').id)).grants).toEqual({
    allow: builtInRole('finance').grants.allow,
    deny: [...builtInRole('finance').grants.deny, 'paymentTransaction.refund', 'ticket.list'],
  })
  expectQuiet(editor)
  expectQuiet(affected)
  await Promise.all([editor.context.close(), affected.context.close()])
})

test('an open form that may no longer be used shows nothing of its record; what was typed is offered again', async () => {
  const { page, context } = await visitAs(browser, product, 'support')
  const { id, grants } = builtInRole('support agent')
  const deny = async (more: readonly string[]) => {
    const { version } = await role(id)
    const { status } = await api(
      product,
      admin,
      `/api/user-roles/${id}`,
      { grants: { ...grants, deny: [...grants.deny, ...more] } },
      'PATCH',
      { 'If-Match': `"${version}"` },
    )
    expect(status).toBe(200)
  }
  const found = await api<{ data: { id: string; subject: string }[] }>(
    product,
    admin,
    '/api/tickets?filter[state]=open&limit=1',
  )
  const [ticket] = found.body.data
  await page.goto(`/tickets/${ticket!.id}/edit`)
  await heading(page, `Edit ${ticket!.subject}`)
  await page.getByLabel('Subject').fill('Typed while it was allowed')
  await deny(['ticket.*'])
  await page.getByRole('heading', { name: 'Permission denied' }).waitFor()
  await eventually(() => page.getByText(ticket!.subject).count()).toBe(0)
  await page.getByText(/^What you typed here is kept on this device/).waitFor()
  await expectAccessible(page, 'a form that may no longer be used')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy what I typed' }).click()
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Subject: Typed while it was allowed',
  )
  await deny([])
  await page.getByRole('button', { name: 'Continue with them' }).click()
  await eventually(() => page.getByLabel('Subject').inputValue()).toBe('Typed while it was allowed')
  // One field alone.
  await deny(['ticket.field.subject.*'])
  await page.getByLabel('Subject').waitFor({ state: 'detached' })
  await eventually(() => page.getByText(ticket!.subject).count()).toBe(0)
  await deny([])
  await context.close()
})

test('fields, transitions and rows are edited in a drawer; an invalid rule shows its error there', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page } = visitor
  const made = await makeRole({ allow: ['hotel.*'], deny: [] })
  const vendors = '/api/vendors?limit=1'
  const [vendor] = (await api<{ data: Vendor[] }>(product, admin, vendors)).body.data
  await page.goto(`/permission/${made.id}`)
  await heading(page, `Permissions of ${made.name}`)
  // What arrives from here on is shown over the page.
  await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).waitFor()
  await page.getByRole('button', { name: 'Fields, transitions and rows: Hotels' }).click()
  const drawer = page.getByRole('dialog', { name: 'Hotels: fields, transitions, rows' })
  await box(page, 'Write Slug').click()
  await box(page, 'Published').click()
  await drawer.getByRole('button', { name: 'Add condition' }).click()
  await drawer.getByLabel('Field of condition 1').selectOption('vendor.kind')
  await drawer
    .getByRole('combobox', { name: 'Values of condition 1' })
    .or(drawer.getByRole('textbox', { name: 'Values of condition 1' }))
    .click()
  await drawer.getByRole('option', { name: 'Company' }).click()
  await page.keyboard.press('Escape')
  await drawer.getByRole('button', { name: 'Add condition' }).click()
  await drawer.getByLabel('Field of condition 2').selectOption('vendor')
  const values = drawer
    .getByRole('combobox', { name: 'Values of condition 2' })
    .or(drawer.getByRole('textbox', { name: 'Values of condition 2' }))
  await values.fill(vendor!.displayName)
  await drawer.getByRole('option', { name: vendor!.displayName, exact: true }).click()
  // With notices over the page, the drawer is closed and the next dialogs open.
  await importRow('categories', { name: 'Lodges', slug: 'lodges' })
  await page.getByText('The import of categories is finished').waitFor()
  await importRow('facilities', { name: 'Lido', code: 'LIDO', group: 'property' })
  await page.getByText('The import of facilities is finished').waitFor()
  await page.keyboard.press('Escape')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Review and save' }).click()
  await page.getByRole('dialog').getByText('Its rows are chosen by another rule.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText(/are saved and in force/).waitFor()
  expect((await role(made.id)).grants).toEqual({
    allow: ['hotel.*'],
    deny: ['hotel.field.slug.write', 'hotel.transition.published'],
    rows: { hotel: { 'vendor.kind': ['company'], vendor: [vendor!.id] } },
  })
  await page.getByRole('button', { name: 'Explain' }).click()
  const explained = page.getByRole('dialog', { name: 'Why is something allowed or refused?' })
  await explained.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Fields, transitions and rows: Hotels' }).click()
  await drawer.getByRole('button', { name: 'Add condition' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Review and save' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Nothing was saved').waitFor()
  await page.getByRole('button', { name: 'Fields, transitions and rows: Hotels' }).click()
  await drawer.getByText('Choose at least one value.').waitFor()
  expectQuiet(visitor)
  await visitor.context.close()
})

test('concurrent edits of one role are merged without losing either change', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page } = visitor
  const made = await makeRole({ allow: ['hotel.*'], deny: [] })
  // The open page receives no events, as on a slow connection.
  await page.route('**/api/events', (route) => route.abort())
  await page.goto(`/permission/${made.id}`)
  await heading(page, `Permissions of ${made.name}`)
  await box(page, 'Delete: Hotels').click()
  expect(
    (
      await api(
        product,
        admin,
        `/api/user-roles/${made.id}`,
        { grants: { allow: ['hotel.*', 'order.read'], deny: [] } },
        'PATCH',
        { 'If-Match': `"${made.version}"` },
      )
    ).status,
  ).toBe(200)
  const save = async () => {
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  }
  await save()
  await page.getByText('Somebody else changed this role').waitFor()
  await eventually(() => box(page, 'Read: Orders').isChecked()).toBe(true)
  await eventually(() => box(page, 'Delete: Hotels').isChecked()).toBe(false)
  await save()
  await page.getByText(/are saved and in force/).waitFor()
  expect((await role(made.id)).grants).toEqual({
    allow: ['hotel.*', 'order.read'],
    deny: ['hotel.delete'],
  })
  await visitor.context.close()
})

test('whole rows and columns are granted together; permissions are copied from another role or discarded', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page } = visitor
  const made = await makeRole({ allow: [], deny: [] })
  await page.goto(`/permission/${made.id}`)
  await box(page, 'Everything: Tickets').click()
  await box(page, 'List: all entities').click()
  await eventually(() => box(page, 'List: Hotels').isChecked()).toBe(true)
  await eventually(() => box(page, 'Purge: Tickets').isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Copy from a role' }).click()
  await page
    .getByRole('dialog')
    .getByRole('combobox', { name: 'Role' })
    .selectOption({ label: 'viewer' })
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await eventually(() => box(page, 'Purge: Tickets').isChecked()).toBe(false)
  await eventually(() => box(page, 'Read: Hotels').isChecked()).toBe(true)
  await eventually(() => box(page, 'List: Employees').isChecked()).toBe(false)
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await heading(page, 'Dashboard')
  expectQuiet(visitor)
  await visitor.context.close()
})

test('the explanation names the pattern that decides a permission', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page } = visitor
  await page.goto(matrix('viewer'))
  await page.getByRole('button', { name: 'Explain' }).click()
  const dialog = page.getByRole('dialog', { name: 'Why is something allowed or refused?' })
  const person = (
    await api<{ data: { name: string }[] }>(
      product,
      admin,
      '/api/employees?search=viewer%40example.com',
    )
  ).body.data[0]!.name
  await dialog
    .getByRole('combobox', { name: 'Person' })
    .or(dialog.getByRole('textbox', { name: 'Person' }))
    .fill(person)
  await dialog.getByRole('option', { name: person }).click()
  await dialog.getByLabel('Entity').selectOption('employee')
  await dialog.getByText('Refused', { exact: true }).waitFor()
  await dialog
    .getByRole('list', { name: 'Reasons' })
    .getByText('also denies it (employee.*)')
    .waitFor()
  await dialog.getByLabel('Entity').selectOption('hotel')
  await dialog.getByText('Allowed', { exact: true }).waitFor()
  await expectAccessible(page, 'explain')
  expectQuiet(visitor)
  await visitor.context.close()
})

test('the permission matrix is reachable from a role’s page and its row menu', async () => {
  const visitor = await visitAs(browser, product, 'admin')
  const { page } = visitor
  await page.goto('/user_roles')
  await page.getByRole('button', { name: 'Actions for viewer' }).click()
  await page.getByRole('menuitem', { name: 'Permissions' }).click()
  await heading(page, 'Permissions of viewer')
  await page.getByRole('link', { name: 'Open the role' }).click()
  await heading(page, 'viewer')
  await page.getByRole('link', { name: 'Permissions' }).click()
  await heading(page, 'Permissions of viewer')
  expectQuiet(visitor)
  await visitor.context.close()
})

describe('without permission', () => {
  test('the super-admin role is read-only; an unknown id is not found; without permission the page is denied', async () => {
    const visitor = await visitAs(browser, product, 'admin')
    await visitor.page.goto(matrix('super-admin'))
    await visitor.page.getByText('This role always allows everything').waitFor()
    await eventually(() => box(visitor.page, 'List: Hotels').isDisabled()).toBe(true)
    await visitor.page.goto('/permission/01900000-0000-7000-8000-00000000ffff')
    await visitor.page.getByRole('heading', { level: 1, name: /not found|no such/i }).waitFor()
    await visitor.context.close()
    const manager = await visitAs(browser, product, 'manager')
    await manager.page.goto(matrix('viewer'))
    await heading(manager.page, 'Permission denied')
    await manager.context.close()
  })
  test('users cannot grant permissions they do not have', async () => {
    const clerk = await makeRole({
      allow: ['userRole.*', 'employee.*', 'hotel.*'],
      deny: ['hotel.purge'],
    })
    const me = (
      await api<{ data: { id: string; roles: string[] }[] }>(
        product,
        admin,
        '/api/employees?search=support%40example.com',
      )
    ).body.data[0]!
    const { etag } = await api(product, admin, `/api/employees/${me.id}`)
    expect(
      (
        await api(product, admin, `/api/employees/${me.id}`, { roles: [clerk.id] }, 'PATCH', {
          'If-Match': etag,
        })
      ).status,
    ).toBe(200)
    const made = await makeRole({ allow: ['hotel.list'], deny: [] })
    const visitor = await visitAs(browser, product, 'support')
    await visitor.page.goto(`/permission/${made.id}`)
    await heading(visitor.page, `Permissions of ${made.name}`)
    await eventually(() => box(visitor.page, 'Purge: Hotels').isDisabled()).toBe(true)
    await eventually(() => box(visitor.page, 'Read: Bookings').isDisabled()).toBe(true)
    await box(visitor.page, 'Read: Hotels').click()
    // The fields come with it: without any, a record would show nothing.
    await visitor.page.getByText(/^[1-9]\d* changes, not saved yet$/).waitFor()
    const row = visitor.page.getByRole('row').filter({ has: box(visitor.page, 'Read: Hotels') })
    await row.getByText(/^[1-9]\d* read,/).waitFor()
    expect(await row.getByText('No field can be read').count()).toBe(0)
    await visitor.context.close()
  })
})

test('the matrix and its drawer are accessible in both themes, on desktop and phone', async () => {
  for (const width of [1440, 390]) {
    const visitor = await visitAs(browser, product, 'admin', { width })
    await visitor.page.goto(matrix('manager'))
    await heading(visitor.page, 'Permissions of manager')
    await expectAccessible(visitor.page, `matrix at ${width}`)
    const bookings = visitor.page.getByRole('rowheader', { name: 'Bookings', exact: false })
    expect((await bookings.boundingBox())!.height).toBeLessThan(width < 600 ? 140 : 300)
    await visitor.page.getByRole('button', { name: 'Fields, transitions and rows: Hotels' }).click()
    await visitor.page.getByRole('dialog').waitFor()
    await expectAccessible(visitor.page, `drawer at ${width}`)
    await visitor.context.close()
  }
})
