import fc from 'fast-check'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'

/** Ids available to references of a collection. */
export type Targets = (collection: string) => readonly string[]

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const word = (min: number, max: number) =>
  fc.string({
    unit: fc.constantFrom(...LETTERS),
    minLength: Math.max(1, min),
    maxLength: Math.max(1, Math.min(max, 24)),
  })
// Characters of several scripts, quotes and markup, like pasted text. No blanks at the ends, since
// one-line texts are trimmed.
const line = (min: number, max: number) =>
  fc
    .tuple(
      word(min, max),
      fc.constantFrom(
        '',
        ' é',
        ' ß',
        " O'Hara",
        ' 漢字',
        ' عربي',
        ' <b>x</b>',
        ' "q"',
        ' %_\\',
        ' 🏨',
      ),
    )
    .map(([a, b]) => ((a + b).length <= max ? a + b : a))
const count = (field: FieldModel, cap: number) => ({
  minLength: field.min ?? 0,
  maxLength: Math.max(field.min ?? 0, Math.min(field.max ?? cap, cap)),
})

/**
 * Values a field accepts. References draw from `targets`; a reference without targets yields
 * nothing.
 */
export const validValue = (field: FieldModel, targets: Targets): fc.Arbitrary<Json> => {
  const min = field.min ?? 0
  const max = field.max ?? 1_000
  switch (field.kind) {
    case 'text':
      return field.pattern
        ? fc.tuple(word(1, 8), word(1, 8)).map(([a, b]) => `${a}-${b}`)
        : line(min, max)
    case 'longText':
    case 'markdown':
      return line(min, max)
    case 'email':
      return fc
        .tuple(word(1, 12), word(1, 12))
        .map(([a, b]) => `${a}.${b}@example.com`.toLowerCase())
    case 'phone':
      return fc.integer({ min: 100_000, max: 999_999_999 }).map((n) => `+351 ${n}`)
    case 'url':
      return word(1, 20).map((w) => `https://example.com/${w}`)
    case 'slug':
    case 'icon':
      return fc.tuple(word(1, 10), word(1, 10)).map(([a, b]) => `${a}-${b}`.toLowerCase())
    case 'secret':
      return word(8, 24).map((w) => w.padEnd(8, '0'))
    case 'color':
      return fc.constantFrom('#0F2051', '#ffffff')
    case 'timeZone':
      return fc.constantFrom('Europe/Lisbon', 'UTC', 'Asia/Tokyo', 'America/New_York')
    case 'country':
      return fc.constantFrom('PT', 'ES', 'JP')
    case 'currency':
      return fc.constantFrom('EUR', 'USD', 'JPY')
    case 'locale':
      return fc.constantFrom('en', 'pt-PT', 'ar')
    case 'enum':
      return fc.constantFrom(...(field.options ?? []).map((o) => o.value))
    case 'enums':
      return fc.subarray(
        (field.options ?? []).map((o) => o.value),
        { minLength: min },
      )
    case 'int':
    case 'rating':
    case 'bps':
      return fc.integer({ min, max: field.max ?? 1_000_000 })
    case 'number':
      return fc.integer({ min: min * 100, max: (field.max ?? 1000) * 100 }).map((n) => n / 100)
    // Some amounts must not be zero.
    case 'money':
      return fc.integer({ min: 1, max: 5_000_000 }).map((amount) => ({ amount, currency: 'EUR' }))
    case 'boolean':
      return fc.boolean()
    case 'day':
      return fc
        .date({ min: new Date('2027-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
        .map((d) => d.toISOString().slice(0, 10))
    case 'time':
      return fc
        .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
        .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`)
    case 'instant':
      return fc
        .date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
        .map((d) => d.toISOString())
    case 'ref':
      return fc.constantFrom(...targets(field.ref ?? ''))
    case 'refs':
      return fc.subarray([...targets(field.ref ?? '')], {
        minLength: min,
        maxLength: Math.max(min, Math.min(3, targets(field.ref ?? '').length)),
      })
    case 'anyRef':
      return fc.oneof(
        ...(field.targets ?? [])
          .filter((type) => targets(type).length > 0)
          .map((type) => fc.constantFrom(...targets(type)).map((id) => ({ type, id }))),
      )
    case 'image':
    case 'file':
      return fc.constantFrom(...targets('files'))
    case 'tags':
      return fc.uniqueArray(word(1, 12), count(field, 4))
    case 'location':
      return fc.record({
        lat: fc.integer({ min: -9000, max: 9000 }).map((n) => n / 100),
        lng: fc.integer({ min: -18_000, max: 18_000 }).map((n) => n / 100),
      })
    case 'address':
    case 'object':
      return record(field.fields ?? [], targets)
    case 'rows':
      return (field.fields ?? []).some((f) => f.required && !usable(f, targets))
        ? fc.constant([])
        : fc.array(record(field.fields ?? [], targets), count(field, 3))
    case 'variant':
      return fc.oneof(
        ...(field.variants ?? []).map((v) =>
          record(v.fields, targets).map((r) => ({ kind: v.value, ...(r as object) }) as Json),
        ),
      )
    case 'images':
    case 'files':
      return fc.constant([])
    default:
      return fc.constant(field.default ?? null)
  }
}

/** Leaves out what another field says does not apply (`when`). */
const applicable = (
  fields: readonly FieldModel[],
  body: Readonly<Record<string, Json | undefined>>,
): object => {
  const out = new Set(
    fields
      .filter(({ when }) => {
        const other = when && fields.find((f) => f.name === when.field)
        const value = when && (body[when.field] ?? other?.default ?? null)
        return when && !when.is.includes(value as never)
      })
      .map((f) => f.name),
  )
  return Object.fromEntries(Object.entries(body).filter(([name]) => !out.has(name)))
}

const record = (fields: readonly FieldModel[], targets: Targets): fc.Arbitrary<Json> => {
  const possible = fields.filter((f) => !f.derived && usable(f, targets))
  const entries = Object.fromEntries(possible.map((f) => [f.name, validValue(f, targets)]))
  return fc
    .record(entries, { requiredKeys: possible.filter((f) => f.required).map((f) => f.name) })
    .map((body) => applicable(possible, body)) as fc.Arbitrary<Json>
}

// Files are ids of real uploads, drawn only where required; grants have a bespoke screen.
const usable = (field: FieldModel, targets: Targets) =>
  !['json', 'images', 'files'].includes(field.kind) &&
  (!['image', 'file'].includes(field.kind) || (field.required && targets('files').length > 0)) &&
  !(field.kind === 'rows' && field.fields?.some((f) => f.kind === 'file' || f.kind === 'image')) &&
  (field.kind !== 'ref' || targets(field.ref ?? '').length > 0) &&
  (field.kind !== 'anyRef' || (field.targets ?? []).some((type) => targets(type).length > 0))

/** Bodies of a create call that the shape accepts; optional fields vary. */
export const validBody = (
  resource: ResourceModel,
  targets: Targets,
): fc.Arbitrary<Record<string, Json>> =>
  record(
    resource.fields.filter((f) => f.name !== 'state' && !f.hidden),
    targets,
  ) as fc.Arbitrary<Record<string, Json>>

const TEXTS: readonly FieldModel['kind'][] = [
  'text',
  'longText',
  'markdown',
  'email',
  'phone',
  'url',
  'slug',
  'secret',
  'enum',
  'day',
  'time',
  'instant',
  'ref',
  'timeZone',
  'country',
  'currency',
  'locale',
  'icon',
  'color',
  'image',
  'file',
]
const NUMBERS: readonly FieldModel['kind'][] = ['int', 'number', 'rating', 'bps']

const wrongTypes = ({ kind }: FieldModel): Json[] => {
  if (TEXTS.includes(kind)) return [42, { a: 1 }, true, ['x']]
  if (NUMBERS.includes(kind)) return ['5', {}, true]
  if (kind === 'boolean') return ['true', 1]
  return kind === 'json' ? ['x', 1] : ['x', 7, true]
}

/** Values a field refuses: invalid types first, then each exceeded limit. */
export const invalidValues = (field: FieldModel): Json[] => {
  const numeric = NUMBERS.includes(field.kind)
  const limits: Json[] = [
    ...(numeric && field.min !== undefined ? [field.min - 1] : []),
    ...(numeric && field.max !== undefined ? [field.max + 1] : []),
    ...(['int', 'rating', 'bps'].includes(field.kind) ? [1.5] : []),
    ...(['text', 'longText', 'markdown'].includes(field.kind) && field.max !== undefined
      ? ['x'.repeat(field.max + 1)]
      : []),
  ]
  const formats: Partial<Record<FieldModel['kind'], Json[]>> = {
    email: ['nobody', 'a@', '@b.c'],
    phone: ['call me', '1'],
    url: ['javascript:alert(1)', 'ftp://x.y', 'nope'],
    slug: ['Not A Slug', '-x', ''],
    enum: ['__none__'],
    day: ['2027-02-30', '01/02/2027', '2027-1-1'],
    time: ['24:00', '9:30', '10:60'],
    instant: ['2027-01-01', 'yesterday', '2027-13-01T00:00:00Z'],
    ref: ['not-an-id'],
    refs: [['not-an-id']],
    timeZone: ['Mars/Base'],
    country: ['Portugal', 'pt'],
    currency: ['Euro', 'eur', 'ZZZ'],
    locale: ['??'],
    money: [
      { amount: 1.5, currency: 'EUR' },
      { amount: 100 },
      { amount: '100', currency: 'EUR' },
      { amount: 100, currency: 'euro' },
      { amount: 100, currency: 'ZZZ' },
      { amount: -1, currency: 'EUR' },
      { amount: 1, currency: 'EUR', extra: 1 },
    ],
    tags: [[''], ['x'.repeat(41)], Array.from({ length: 51 }, (_, i) => `t${i}`)],
    location: [{ lat: 91, lng: 0 }, { lat: 0 }],
    address: [{ city: 'Lisbon' }],
    images: [[{ file: 'x' }], [{}]],
  }
  return [...wrongTypes(field), ...limits, ...(formats[field.kind] ?? [])]
}
