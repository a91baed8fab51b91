/** Types a record into a generated form, as a person would. */
import type { Locator, Page } from 'playwright-core'
import { singular } from '#schemas/define/words.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { inSentence } from './pages.ts'
import { samplePng } from './samplePng.ts'

type Values = Readonly<Record<string, Json>>

/** Title under which a picker lists a record. */
export type TitleOf = (collection: string, id: string) => Promise<string>

const at = (page: Page, name: string): Locator => page.locator(`[id="field-${name}"]`)

const choose = async (page: Page, name: string, value: string): Promise<void> => {
  const input = at(page, name)
  if ((await input.evaluate((e) => e.tagName)) === 'SELECT') {
    return void (await input.selectOption(value))
  }
  await input
    .locator('label')
    .filter({ has: page.locator(`input[value="${value}"]`) })
    .click()
}

/** Types into a searchable list and picks the first option with the text. */
export const pick = async (page: Page, name: string, text: string): Promise<void> => {
  const input = at(page, name)
  await input.click()
  await input.fill(text)
  await page.getByRole('option').filter({ hasText: text }).first().click()
}

const decimals = (value: number, scale: number): string => String(value / scale)

const fillField = async (
  page: Page,
  field: FieldModel,
  name: string,
  value: Json,
  titleOf: TitleOf,
): Promise<void> => {
  const part = (parts: readonly FieldModel[], of: Values) =>
    fillFields(page, parts, of, titleOf, `${name}.`)
  switch (field.kind) {
    case 'enum':
      return choose(page, name, String(value))
    case 'rating':
      return void (await at(page, name).selectOption(String(value)))
    case 'boolean':
      return at(page, name).setChecked(Boolean(value), { force: true })
    case 'bps':
      return at(page, name).fill(decimals(Number(value), 100))
    case 'money':
      return at(page, name).fill(decimals((value as { amount: number }).amount, 100))
    case 'instant':
      return at(page, name).fill(String(value).slice(0, 16))
    case 'ref':
      return pick(page, name, await titleOf(field.ref ?? '', String(value)))
    case 'refs':
      for (const id of value as string[]) await pick(page, name, await titleOf(field.ref ?? '', id))
      return page.keyboard.press('Escape')
    case 'anyRef': {
      const { type, id } = value as { type: string; id: string }
      const input = page.locator(`[id="field-${name}"]:not([aria-busy])`)
      // When another value leaves only one kind, the record is selected directly.
      if ((await input.evaluate((e) => e.tagName)) !== 'SELECT') {
        return pick(page, name, await titleOf(type, id))
      }
      await input.selectOption(type)
      return pick(page, `${name}.id`, await titleOf(type, id))
    }
    case 'enums':
      for (const one of value as string[]) {
        await pick(page, name, field.options?.find((o) => o.value === one)?.label ?? one)
      }
      return page.keyboard.press('Escape')
    case 'tags':
      for (const one of value as string[]) {
        await at(page, name).fill(one)
        await page.keyboard.press('Enter')
      }
      return
    case 'country':
      return pick(page, name, `(${String(value)})`)
    case 'timeZone':
    case 'currency':
    case 'locale':
    case 'icon':
      return pick(page, name, String(value).replace(/_/g, ' '))
    case 'image':
    case 'file':
      await at(page, name).setInputFiles({
        name: 'sample.png',
        mimeType: 'image/png',
        buffer: Buffer.from(samplePng(8, 8, [15, 32, 81])),
      })
      return page.getByRole('group', { name: field.label, exact: true }).waitFor()
    case 'variant': {
      const { kind, ...rest } = value as Values
      await at(page, name).selectOption(String(kind))
      return part(field.variants?.find((v) => v.value === kind)?.fields ?? [], rest)
    }
    case 'address':
    case 'location':
    case 'object':
      return part(field.fields ?? [], value as Values)
    case 'rows': {
      const one = inSentence(singular(field.label))
      for (const [i, row] of (value as Values[]).entries()) {
        if (!(await page.getByRole('listitem', { name: `${one} ${i + 1}`, exact: true }).count())) {
          await page.getByRole('button', { name: `Add ${one}`, exact: true }).click()
        }
        await fillFields(page, field.fields ?? [], row, titleOf, `${name}.r${i}.`)
      }
      return
    }
    default:
      return at(page, name).fill(String(value))
  }
}

/** Fills the visible fields that have a value, in the order of the form's declaration. */
export const fillFields = async (
  page: Page,
  fields: readonly FieldModel[],
  values: Values,
  titleOf: TitleOf,
  prefix = '',
): Promise<void> => {
  for (const field of fields) {
    const value = values[field.name]
    if (field.when && !field.when.is.includes(values[field.when.field] as never)) continue
    if (value !== undefined && value !== null && !(Array.isArray(value) && !value.length)) {
      await fillField(page, field, prefix + field.name, value, titleOf)
    }
  }
}
