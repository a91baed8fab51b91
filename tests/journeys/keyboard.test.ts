/**
 * Every entity without a mouse: from its list to a record, into its form, save a change, and back
 * to the list. The steps are derived from the schemas.
 */
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { type Visitor } from '#tests/support/browser.ts'
import { browser, product, test } from '#tests/support/journey.ts'
import { api, entities, expectQuiet, heading, settled, visitAs } from '#tests/support/pages.ts'

/** Parallel walks; most of a walk is waiting. */
const WALKERS = 3
/** More than any page has focusable elements. */
const MOST_TABS = 400

let walkers: (Visitor & { readonly token: string })[]
test.beforeAll(async () => {
  walkers = await Promise.all(
    Array.from({ length: WALKERS }, () => visitAs(browser, product, 'admin')),
  )
})

/** Presses Tab until the element has the focus; `name` appears in the error if it never does. */
const tabTo = async (page: Page, name: string, place: string): Promise<void> => {
  for (let i = 0; i < MOST_TABS; i++) {
    if (
      await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, place)
    ) {
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} is not reached by Tab`)
}

type Row = Record<string, unknown> & { readonly id: string; readonly version: number }
const changed = (value: string): string => `${value.slice(0, -1)}${value.endsWith('x') ? 'y' : 'x'}`

/** A free text field of the form, and a record in which it may be changed now. */
const editable = async (
  { collection, fields, title, appendOnly, form }: ResourceModel,
  token: string,
): Promise<{ field: FieldModel; row: Row } | undefined> => {
  if (appendOnly) return undefined
  const shown = new Set(form.sections.flatMap((s) => s.fields))
  const texts = fields
    .filter(
      (f) =>
        shown.has(f.name) &&
        ['text', 'longText', 'markdown'].includes(f.kind) &&
        !f.derived &&
        !f.pattern &&
        !f.unique,
    )
    .sort((a, b) => Number(a.name === title) - Number(b.name === title))
  const { data } = (await api<{ data: Row[] }>(product, token, `/api/${collection}?limit=25`)).body
  for (const row of data) {
    for (const field of texts) {
      const value = row[field.name]
      if (typeof value !== 'string' || value.length < 3) continue
      if (
        (
          await api(
            product,
            token,
            `/api/${collection}/${row.id}`,
            { [field.name]: changed(value) },
            'PATCH',
            { 'If-Match': `"${row.version}"` },
          )
        ).status === 200
      ) {
        return { field, row }
      }
    }
  }
  return undefined
}

const walk = async (
  { page, token }: Visitor & { readonly token: string },
  resource: ResourceModel,
): Promise<'edited' | 'read'> => {
  const { collection, path, label } = resource
  const found = await editable(resource, token)
  const id =
    found?.row.id ??
    (await api<{ data: Row[] }>(product, token, `/api/${collection}?limit=1`)).body.data[0]!.id
  await page.goto(path)
  await heading(page, label.many)
  await settled(page)
  await tabTo(page, `the row ${id} of ${path}`, `tr[data-id="${id}"] a`)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/${id}`)
  // Rows may open another screen; the record is its second view.
  if (!page.url().endsWith(`${path}/${id}`)) await page.goto(`${path}/${id}`)
  await settled(page)
  const read = async () =>
    (await api<{ data: Row }>(product, token, `/api/${collection}/${id}`)).body.data
  if (found) {
    const { field } = found
    await tabTo(page, `Edit of ${path}`, `main a[href$="${path}/${id}/edit"]`)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${path}/${id}/edit`)
    await settled(page)
    const before = String((await read())[field.name])
    await tabTo(page, `${field.name} of ${path}`, `form :is(input, textarea)[name="${field.name}"]`)
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Backspace')
    await page.keyboard.type(changed(before).at(-1)!)
    await tabTo(page, `Save of ${path}`, 'form button[type=submit]')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${path}/${id}`)
    await settled(page)
    expect((await read())[field.name], `${collection}.${field.name}`).toBe(changed(before))
  }
  // By the breadcrumbs, which come before everything else on the page.
  await tabTo(page, `the way back to ${path}`, `main nav a[href="${path}"], main a[href="${path}"]`)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === path)
  await heading(page, label.many)
  return found ? 'edited' : 'read'
}

test('every entity can be opened, edited, saved and left using only the keyboard', async () => {
  const waiting = [...entities]
  const wrong: string[] = []
  const edited: string[] = []
  await Promise.all(
    walkers.map(async (walker) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { collection } = next
        await walk(walker, next).then(
          (what) => {
            if (what === 'edited') edited.push(collection)
          },
          (error: unknown) =>
            wrong.push(`${collection}: ${error instanceof Error ? error.message : String(error)}`),
        )
      }
    }),
  )
  expect(wrong, wrong.join('\n')).toEqual([])
  // Append-only entities, and those without free text, are only read.
  expect(edited.length).toBeGreaterThan(entities.length / 2)
  for (const walker of walkers) expectQuiet(walker)
}, 300_000)
