/** A payment link is given out by staff and paid by somebody without an account. */
import { expect } from 'vitest'
import { press } from '#tests/support/actionBar.ts'
import { visit } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, settled, visitAs } from '#tests/support/pages.ts'

test.each([
  ['desk', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
])(
  'on a %s, an order’s payment link is copied and mailed, opens the payment, and expires once paid',
  async (_, size) => {
    const admin = await visitAs(browser, product, 'admin', size)
    const { page, context } = admin
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const call = async <T>(path: string) =>
      (await api<{ data: T }>(product, admin.token, path)).body.data
    const unpaid = await call<{ id: string; number: string }[]>(
      '/api/orders?limit=25&filter[state]=placed&filter[paymentState]=none',
    )
    // A payment that is on its way already would be the end of it.
    const paying = new Set(
      (
        await call<{ order: string | null }[]>(
          `/api/payment-transactions?limit=200&filter[order][in]=${unpaid.map((o) => o.id).join(',')}`,
        )
      ).map((p) => p.order),
    )
    const order = unpaid.find((o) => !paying.has(o.id))
    await page.goto(`/order/${order!.id}`)
    await settled(page)
    await press(page, 'Copy payment link')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Copy payment link' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const read = () => page.evaluate(async () => navigator.clipboard.readText())
    await eventually(read).toContain('/portal/pay/order/')
    const link = await read()
    await page.getByText('Link copied').waitFor()

    await press(page, 'Mail payment link')
    const to = dialog.locator('[id="field-to"]')
    await eventually(() => to.inputValue()).toContain('@')
    expect(await dialog.locator('[id="field-subject"]').inputValue()).toContain(order!.number)
    expect(await dialog.locator('[id="field-message"]').inputValue()).toContain(
      '/portal/pay/order/',
    )
    await dialog.getByRole('button', { name: 'Mail payment link' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expectQuiet(admin)

    const payer = await visit(browser, product, size)
    await payer.page.goto(new URL(link).pathname)
    await payer.page.getByRole('heading', { name: new RegExp(order!.number) }).waitFor()
    await payer.page.getByRole('button').click()
    await payer.page.getByRole('heading', { name: 'Test payment' }).waitFor()
    await payer.page.getByRole('button', { name: 'Pay', exact: true }).click()
    await payer.page.waitForURL(/\/auth\/success/)
    expect(await call<{ paymentState: string }>(`/api/orders/${order!.id}`)).toMatchObject({
      paymentState: 'paid',
    })
    const again = await payer.page.goto(new URL(link).pathname)
    expect(again!.status()).toBe(404)
    await payer.context.close()
    await context.close()
  },
)
