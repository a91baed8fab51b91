import { maskIn } from '#model/masked.ts'
import type { FieldModel } from '#model/types.ts'
import { lists } from '../kinds/lists.ts'
import type { Format } from '../kinds/types.ts'

const made = new WeakMap<FieldModel, Map<string, Format>>()

/**
 * Formatter of a field; empty values become the empty string. `timeZone`: zone instants are shown
 * in.
 */
export const formatOf = (field: FieldModel, locale: string, timeZone: string): Format => {
  let of = made.get(field)
  if (!of) made.set(field, (of = new Map()))
  const key = `${locale} ${timeZone}`
  let format = of.get(key)
  if (!format) {
    const full = lists[field.kind].format(field, locale, timeZone)
    of.set(
      key,
      (format = (v) =>
        v === null || v === undefined || v === '' ? '' : (maskIn(field, v) ?? full(v))),
    )
  }
  return format
}

/** True for numbers, which align at the end so that digits line up. */
export const alignsEnd = (field: FieldModel): boolean => lists[field.kind].column?.end ?? false
