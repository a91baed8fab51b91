/** The bar of a record as a person uses it: a button if it is shown, otherwise the menu behind it. */
import type { Locator, Page } from 'playwright-core'
import { eventually } from './pages.ts'

const more = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: 'More actions' })

/** Opens the menu behind a record's buttons. */
export const openMore = async (page: Page): Promise<void> => {
  await more(page).waitFor()
  // The menu closes when the page below it moves; a person opens it again.
  await eventually(async () => {
    if (!(await page.getByRole('menu').isVisible())) await more(page).click()
    return page.getByRole('menuitem', { name: 'Print', exact: true }).isVisible()
  }).toBe(true)
}

/** Presses a record's transition or action, or follows its link, wherever it is. */
export const press = async (page: Page, name: string | RegExp): Promise<void> => {
  const main = page.getByRole('main')
  const shown = main
    .getByRole('button', { name, exact: true })
    .or(main.getByRole('link', { name, exact: true }))
    .first()
  const entry = page.getByRole('menuitem', { name, exact: true })
  await more(page).waitFor()
  await eventually(async () => {
    const target = (await shown.isVisible()) ? shown : entry
    if (target === entry && !(await entry.isVisible())) await more(page).click()
    return target.click({ timeout: 2000 }).then(
      () => true,
      () => false,
    )
  }).toBe(true)
}
