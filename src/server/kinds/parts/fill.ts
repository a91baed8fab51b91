/** Generated values that kinds share. */
import type { FieldModel, Json } from '#model/types.ts'
import type { Draw, ServerKind } from '../types.ts'

export const WORDS =
  'amber birch cedar delta ember fjord garden harbour island jasper kestrel lagoon meadow north olive prairie quartz river summit terrace upland valley willow yarrow zephyr'.split(
    ' ',
  )
export const DAY_MS = 86_400_000

export const between = (draw: Draw, min: number, max: number): number =>
  min + Math.floor(draw.random() * (max - min + 1))
export const oneOf = <T>(draw: Draw, list: readonly T[]): T =>
  list[between(draw, 0, list.length - 1)]!
const words = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => oneOf(draw, WORDS)).join(' ')
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const cut = (field: FieldModel, text: string): string =>
  text.slice(0, Math.max(1, field.max ?? 200)).trim()

/** A name of two words; one that is unique ends in the number of the row. */
export const name = (field: FieldModel, draw: Draw): string => {
  const own = draw.number.toString(36)
  if (field.pattern) return `${oneOf(draw, WORDS).slice(0, 6).toUpperCase()}-${own}`
  const name = capital(words(draw, 2))
  return field.unique
    ? `${cut({ ...field, max: (field.max ?? 200) - own.length - 1 }, name)} ${own}`
    : cut(field, name)
}

/** Values of the fields of a group. */
export const fieldsOf = (
  fields: readonly FieldModel[],
  draw: Draw,
  of: (field: FieldModel, draw: Draw) => Json | undefined,
): Record<string, Json> =>
  Object.fromEntries(
    fields.flatMap((f): [string, Json][] => {
      const value = f.required || draw.random() < 0.7 ? of(f, draw) : f.default
      return value === undefined ? [] : [[f.name, value]]
    }),
  )

export const needsFile = (field: FieldModel): boolean =>
  (field.fields ?? []).some((f) => f.required && (f.kind === 'file' || f.kind === 'image'))

type Maker = ServerKind['fill']
export const whole: Maker = (f, d) =>
  between(d, f.min ?? 0, Math.min(f.max ?? 1000, (f.min ?? 0) + 1000))
export const sentences: Maker = (f, d) =>
  cut(f, Array.from({ length: 3 }, () => `${capital(words(d, 8))}.`).join(' '))

// Existing uploads, if any.
export const stored: Maker = (f, d) => {
  const ids = f.required ? d.targets('files') : []
  return ids.length ? oneOf(d, ids) : undefined
}

export const oneOption: Maker = (f, d) => oneOf(d, f.options ?? []).value
