import type { FieldModel, Json } from '#model/types.ts'

/** The inputs of a generated value. */
export interface Draw {
  /** 0 ≤ x < 1. */
  random(): number
  /** Number of the row, never reused: unique texts end in it. */
  readonly number: number
  /** Ids a reference may take. */
  targets(collection: string): readonly string[]
  /** Days increase in field order, so that an end is after its start. */
  day: number
}

const WORDS =
  'amber birch cedar delta ember fjord garden harbour island jasper kestrel lagoon meadow north olive prairie quartz river summit terrace upland valley willow yarrow zephyr'.split(
    ' ',
  )
const DAY_MS = 86_400_000

const between = (draw: Draw, min: number, max: number): number =>
  min + Math.floor(draw.random() * (max - min + 1))
const oneOf = <T>(draw: Draw, list: readonly T[]): T => list[between(draw, 0, list.length - 1)]!
const words = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => oneOf(draw, WORDS)).join(' ')
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const cut = (field: FieldModel, text: string): string =>
  text.slice(0, Math.max(1, field.max ?? 200)).trim()

const text = (field: FieldModel, draw: Draw): string => {
  const own = draw.number.toString(36)
  if (field.pattern) return `${oneOf(draw, WORDS).slice(0, 6).toUpperCase()}-${own}`
  const name = capital(words(draw, 2))
  return field.unique
    ? `${cut({ ...field, max: (field.max ?? 200) - own.length - 1 }, name)} ${own}`
    : cut(field, name)
}

const fieldsOf = (fields: readonly FieldModel[], draw: Draw): Record<string, Json> =>
  Object.fromEntries(
    fields.flatMap((f): [string, Json][] => {
      const value = f.required || draw.random() < 0.7 ? valueFor(f, draw) : f.default
      return value === undefined ? [] : [[f.name, value]]
    }),
  )

const needsFile = (field: FieldModel): boolean =>
  (field.fields ?? []).some((f) => f.required && (f.kind === 'file' || f.kind === 'image'))

type Maker = (field: FieldModel, draw: Draw) => Json | undefined
const whole: Maker = (f, d) => between(d, f.min ?? 0, Math.min(f.max ?? 1000, (f.min ?? 0) + 1000))
const sentences: Maker = (f, d) =>
  cut(f, Array.from({ length: 3 }, () => `${capital(words(d, 8))}.`).join(' '))

// Existing uploads, if any.
const stored: Maker = (f, d) => {
  const ids = f.required ? d.targets('files') : []
  return ids.length ? oneOf(d, ids) : undefined
}

/** A valid value by field kind; a kind without an entry stays empty. */
const makers: Partial<Record<FieldModel['kind'], Maker>> = {
  text,
  longText: sentences,
  markdown: sentences,
  email: (_, d) => `${oneOf(d, WORDS)}.${d.number.toString(36)}@example.com`,
  phone: (_, d) => `+351 2${between(d, 1, 9)} ${between(d, 100, 999)} ${between(d, 1000, 9999)}`,
  url: (_, d) => `https://www.${oneOf(d, WORDS)}-${d.number.toString(36)}.example.com`,
  slug: (_, d) => `${oneOf(d, WORDS)}-${oneOf(d, WORDS)}-${d.number.toString(36)}`,
  timeZone: (_, d) =>
    oneOf(d, ['Europe/Lisbon', 'Europe/Madrid', 'Europe/Paris', 'Europe/Berlin', 'Europe/London']),
  country: (_, d) => oneOf(d, ['PT', 'ES', 'FR', 'DE', 'GB']),
  currency: () => 'EUR',
  locale: (_, d) => oneOf(d, ['en', 'pt-PT', 'de-DE']),
  icon: (_, d) => oneOf(d, ['star', 'building', 'sparkles']),
  color: () => '#0f2051',
  enum: (f, d) => oneOf(d, f.options ?? []).value,
  state: (f, d) => oneOf(d, f.options ?? []).value,
  enums: (f, d) => [oneOf(d, f.options ?? []).value],
  int: whole,
  rating: whole,
  bps: whole,
  number: (f, d) =>
    Math.round(((f.min ?? 0) + d.random() * Math.min(1000, (f.max ?? 1000) - (f.min ?? 0))) * 10) /
    10,
  money: (f, d) => ({ amount: between(d, 10, 500) * 100, currency: f.currency ?? 'EUR' }),
  boolean: (_, d) => d.random() < 0.5,
  day: (_, d) => new Date((d.day += between(d, 1, 5)) * DAY_MS).toISOString().slice(0, 10),
  time: (_, d) => `${String(between(d, 6, 22)).padStart(2, '0')}:00`,
  instant: (_, d) => new Date((d.day + d.random()) * DAY_MS).toISOString(),
  ref: (f, d) => {
    const ids = d.targets(f.ref!)
    return ids.length ? oneOf(d, ids) : undefined
  },
  refs: (f, d) => {
    const ids = d.targets(f.ref!)
    return ids.length ? [...new Set([oneOf(d, ids), oneOf(d, ids)])] : []
  },
  anyRef: (f, d) => {
    const types = (f.targets ?? []).filter((t) => d.targets(t).length)
    if (!types.length) return undefined
    const type = oneOf(d, types)
    return { type, id: oneOf(d, d.targets(type)) }
  },
  image: stored,
  file: stored,
  tags: (_, d) => [...new Set([oneOf(d, WORDS), oneOf(d, WORDS)])],
  location: (_, d) => ({
    lat: between(d, 36_000, 60_000) / 1000,
    lng: between(d, -9000, 20_000) / 1000,
  }),
  address: (f, d) => fieldsOf(f.fields ?? [], d),
  object: (f, d) => fieldsOf(f.fields ?? [], d),
  // A child row's code ends in its own position, so that two of one record differ.
  rows: (f, d) =>
    needsFile(f)
      ? []
      : Array.from({ length: Math.max(f.min ?? 0, between(d, 1, 2)) }, (_, i) =>
          fieldsOf(f.fields ?? [], {
            ...d,
            random: d.random,
            targets: d.targets,
            number: d.number * 10 + i,
          }),
        ).filter((row) =>
          (f.fields ?? []).every((part) => !part.required || row[part.name] !== undefined),
        ),
  variant: (f, d) => {
    const v = oneOf(d, f.variants ?? [])
    return { kind: v.value, ...fieldsOf(v.fields, d) }
  },
  images: () => [],
  files: () => [],
  secret: (_, d) => `PT50${d.number.toString().padStart(12, '0')}`,
}

export const valueFor = (field: FieldModel, draw: Draw): Json | undefined =>
  makers[field.kind]?.(field, draw)
