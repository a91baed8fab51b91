/** Steps of a person on the sign-in page and on the emulator's provider page. */
import type { Page } from 'playwright-core'

/** Fills in the emulator's provider page as a given person. */
export const asSomebody = async (
  page: Page,
  email: string,
  name = 'Federated Person',
): Promise<void> => {
  await page.locator('.js-new-account').click()
  await page.locator('#email-input').fill(email)
  await page.locator('#display-name-input').fill(name)
  await page.locator('#sign-in').click()
}

/** Presses a button that opens a provider's window; returns the window once it can be filled in. */
export const windowOf = async (page: Page, press: () => Promise<void>): Promise<Page> => {
  const [popup] = await Promise.all([page.waitForEvent('popup'), press()])
  await popup.locator('.js-new-account').waitFor()
  return popup
}
export const byPopup = (page: Page, name: string): Promise<Page> =>
  windowOf(page, () => page.getByRole('button', { name: `Continue with ${name}` }).click())

/** Tokens in the browser's storage. */
export const stored = (page: Page) =>
  page.evaluate(
    () =>
      JSON.parse(localStorage.getItem('authTokens') ?? 'null') as {
        token: string
        expiresAt: string
      } | null,
  )
