/**
 * The list and the form that are measured together: a form without inputs that open a list, whose
 * chunks have a separate budget.
 */
import { compileModel } from '#model/compile.ts'
import type { FieldModel } from '#model/types.ts'
import { resources } from '#schemas/index.ts'
import { codeBytes, settled, type Signed } from './visits.ts'

const heavy = new Set([
  'ref',
  'refs',
  'tags',
  'enums',
  'timeZone',
  'country',
  'currency',
  'locale',
  'icon',
  'image',
  'images',
  'file',
  'files',
])
const isLight = (f: FieldModel): boolean =>
  !heavy.has(f.kind) &&
  (f.fields ?? []).every(isLight) &&
  (f.variants ?? []).every((o) => o.fields.every(isLight))

/**
 * Opens such a form after a list and returns the bytes of scripts and styles of both; shared files
 * come from the cache.
 */
export const listAndLightForm = async (v: Signed): Promise<number> => {
  const plain = compileModel(resources).resources.find(
    (r) => r.path && r.fields.filter((f) => !f.hidden).every(isLight),
  )
  await v.page.goto(plain?.createPath ?? '')
  await v.page.locator('form input').first().waitFor()
  await settled(v)
  return codeBytes(v.sent)
}
