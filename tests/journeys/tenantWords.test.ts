/** People of a tenant read the labels that the schemas have for them, in each language. */
import { expect } from 'vitest'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, eventually, expectQuiet, heading, visitAs } from '#tests/support/pages.ts'

const speaks = async (token: string, locale: string) => {
  const { body } = await api<{ person: { version: number } }>(product, token, '/api/me')
  const { status } = await api(product, token, '/api/me', { locale }, 'PATCH', {
    'If-Match': `"${body.person.version}"`,
  })
  expect(status).toBe(200)
}

test('a vendor reads of their own company and subscription in the navigation, titles and metrics', async () => {
  const visitor = await visitAs(browser, product, 'vendor')
  const { page, token } = visitor
  const main = page.getByRole('main')
  await page.goto('/dashboard')
  await main.getByText('Your subscription per month', { exact: true }).waitFor()
  expect(await main.getByText('Monthly recurring revenue', { exact: true }).count()).toBe(0)
  expect(await main.getByRole('region', { name: /^Top / }).count()).toBe(0)
  await page.getByRole('navigation').getByRole('link', { name: 'Company' }).click()
  await heading(page, 'Company')
  await eventually(() => page.title()).toBe('Company · Marketplace')

  await speaks(token, 'ar')
  await page.reload()
  await heading(page, 'شركة')
  await speaks(token, 'pt')
  await page.reload()
  await heading(page, 'Empresa')
  await speaks(token, 'en')
  expectQuiet(visitor)
  await visitor.context.close()
})

test('our own staff keep their words', async () => {
  const visitor = await visitAs(browser, product, 'manager')
  await visitor.page.goto('/dashboard')
  const main = visitor.page.getByRole('main')
  await main.getByText('Monthly recurring revenue', { exact: true }).waitFor()
  await main.getByRole('region', { name: 'Top vendors' }).waitFor()
  expectQuiet(visitor)
  await visitor.context.close()
})
