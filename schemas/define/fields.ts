/**
 * Field factories shared by entities. Each call creates a new schema instance, since a hint belongs
 * to one instance.
 */
import { isSealed } from './sealed.ts'
import { MAX_AMOUNT } from './amounts.ts'
import { isCurrency } from './currencies.ts'
import { oneLine } from './oneLine.ts'
import { MAX_TAG_LENGTH, MAX_TAGS, tagForm } from './tagForm.ts'
import { z } from './zod.ts'
import { ui, type Charge, type FieldHints, type Takes } from './hints.ts'

type Hints = Omit<FieldHints, 'kind' | 'ref' | 'countdown'>

const hinted = <S extends z.core.$ZodType>(schema: S, hints: FieldHints): S => {
  ui.add(schema, hints)
  return schema
}

/** One line of text of 1–`max` characters. */
export const text = (max = 200, hints: Hints = {}) =>
  hinted(z.string().overwrite(oneLine).min(1).max(max), { kind: 'text', ...hints })
/** Plain text of several lines. */
export const longText = (max = 5000, hints: Hints = {}) =>
  hinted(z.string().max(max), { kind: 'longText', ...hints })
/** Markdown. */
export const markdown = (max = 20_000, hints: Hints = {}) =>
  hinted(z.string().max(max), { kind: 'markdown', ...hints })
export const email = (hints: Hints = {}) => hinted(z.email().max(254), { kind: 'email', ...hints })
/** Phone number as people write it: digits, spaces and `+ - ( ) .`, at least five digits. */
export const phone = (hints: Hints = {}) =>
  hinted(
    z
      .string()
      .max(40)
      .regex(
        /^\+?(?:[\s().-]*\d){5,20}[\s().-]*$/,
        'Enter a phone number such as +351 21 123 4567',
      ),
    { kind: 'phone', ...hints },
  )
/** Web address, http or https only. */
export const url = (hints: Hints = {}) =>
  hinted(z.url({ protocol: /^https?$/, hostname: z.regexes.domain }).max(2000), {
    kind: 'url',
    ...hints,
  })
/** Lower-case words joined by hyphens, suggested from the field named in `from`. */
export const slug = (hints: Hints = {}) =>
  hinted(
    z
      .string()
      .max(120)
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Use lower-case letters, digits and hyphens'),
    { kind: 'slug', ...hints },
  )
/** A short code: letters, digits, `-`, `_`, `.`. */
export const code = (hints: Hints = {}) =>
  hinted(
    z
      .string()
      .max(60)
      .regex(
        /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/,
        'Use letters, digits, hyphen, dot and underscore',
      ),
    { kind: 'text', ...hints },
  )

/** Whole number between `min` and `max`. */
export const int = (min: number, max: number, hints: Hints = {}) =>
  hinted(z.int().min(min).max(max), { kind: 'int', ...hints })
/** Whole stars. */
export const rating = (max = 5, hints: Hints = {}) =>
  hinted(z.int().min(0).max(max), { kind: 'rating', ...hints })
/** Basis points, default maximum 10,000. */
export const bps = (max = 10_000, hints: Hints = {}) =>
  hinted(z.int().min(0).max(max), { kind: 'bps', ...hints })
export const decimal = (min: number, max: number, hints: Hints = {}) =>
  hinted(z.number().min(min).max(max), { kind: 'number', ...hints })
export const flag = (hints: Hints = {}) => hinted(z.boolean(), { kind: 'boolean', ...hints })
/** A choice of fixed values. */
export const choice = <const V extends readonly [string, ...string[]]>(
  values: V,
  hints: Hints = {},
) => hinted(z.enum(values), { kind: 'enum', ...hints })

const currencyCode = () =>
  z
    .string()
    .regex(/^[A-Z]{3}$/, 'Use a currency code such as EUR')
    .refine(isCurrency, 'Use a currency code such as EUR')

/** Money: integer minor units and an ISO 4217 currency. `min` in minor units, default 0. */
export const money = (hints: Hints & { min?: number } = {}) => {
  const { min = 0, ...rest } = hints
  return hinted(
    z.strictObject({
      amount: z.int().min(min).max(MAX_AMOUNT),
      currency: currencyCode(),
    }),
    { kind: 'money', ...rest },
  )
}
/** Amount and currency of a `money()` field. */
export type Money = {
  amount: number
  currency: string
}

/** Local date `YYYY-MM-DD`. */
export const day = (hints: Hints = {}) => hinted(z.iso.date(), { kind: 'day', ...hints })
/** Local time `HH:MM`. */
export const time = (hints: Hints = {}) =>
  hinted(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time such as 15:00'), {
    kind: 'time',
    ...hints,
  })
/** Instant, ISO 8601 in UTC; `countdown` shows it as the time left. */
export const instant = (hints: Hints & Pick<FieldHints, 'countdown'> = {}) =>
  hinted(z.iso.datetime(), { kind: 'instant', ...hints })

const zones: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'))
/** IANA time zone. */
export const timeZone = (hints: Hints = {}) =>
  hinted(
    z
      .string()
      .max(60)
      .refine((v) => v === 'UTC' || zones.has(v), 'Choose a time zone such as Europe/Lisbon'),
    { kind: 'timeZone', ...hints },
  )
/** ISO 3166-1 alpha-2 country. */
export const country = (hints: Hints = {}) =>
  hinted(z.string().regex(/^[A-Z]{2}$/, 'Use a country code such as PT'), {
    kind: 'country',
    ...hints,
  })
export const currency = (hints: Hints = {}) =>
  hinted(currencyCode(), { kind: 'currency', ...hints })
/** BCP 47 locale such as `pt-PT`. */
export const locale = (hints: Hints = {}) =>
  hinted(
    z
      .string()
      .max(35)
      .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Use a locale such as pt-PT'),
    { kind: 'locale', ...hints },
  )
/** Name of an icon in the catalogue, e.g. `building`. */
export const icon = (hints: Hints = {}) =>
  hinted(
    z
      .string()
      .max(60)
      .regex(/^[a-z0-9-]+$/),
    { kind: 'icon', ...hints },
  )

/** The id of a record of collection `C`; the brand tells the compiler which. */
export interface RefTo<C extends string> extends z.ZodUUID {
  _zod: z.core.$ZodUUIDInternals & { output: string & z.core.$brand<`${C}#`> }
}
/**
 * Reference to one record of a collection. The return type is explicit: inferred through
 * `.brand<N>()` with a generic it becomes `any`.
 */
export const ref = <const C extends string>(collection: C, hints: Hints = {}): RefTo<C> =>
  hinted(z.uuid(), { kind: 'ref', ref: collection, ...hints }) as never
/** References to several records, each at most once. */
export const refs = <const C extends string>(
  collection: C,
  hints: Hints & { min?: number } = {},
): z.ZodDefault<z.ZodArray<RefTo<C>>> => {
  const { min = 0, ...rest } = hints
  const list = z
    .array(z.uuid())
    .min(min)
    .max(200)
    .refine((ids) => new Set(ids).size === ids.length, 'Each may be chosen once')
  return hinted(list, { kind: 'refs', ref: collection, ...rest }).default([]) as never
}

/** Reference to one record of any of these collections: `{ type: 'customers', id }`. */
export const anyRef = <const C extends readonly [string, ...string[]]>(
  collections: C,
  hints: Hints = {},
) =>
  hinted(z.strictObject({ type: z.enum(collections), id: z.uuid() }), {
    kind: 'anyRef',
    targets: collections,
    ...hints,
  })

/** Several of fixed values, each at most once. */
export const choices = <const V extends readonly [string, ...string[]]>(
  values: V,
  hints: Hints = {},
) =>
  hinted(
    z
      .array(z.enum(values))
      .max(values.length)
      .refine((v) => new Set(v).size === v.length, 'Each may be chosen once'),
    { kind: 'enums', ...hints },
  ).default([])

/** Free words in the spelling people chose, each at most once: places, keywords. */
export const terms = (hints: Hints = {}) =>
  hinted(
    z
      .array(z.string().trim().min(1).max(40))
      .max(50)
      .refine((v) => new Set(v).size === v.length, 'Each word may be given once'),
    { kind: 'tags', ...hints },
  ).default([])

const tagText = () => z.string().overwrite(tagForm).min(1).max(MAX_TAG_LENGTH)
/** One tag, in the form of `tagForm`. */
export const tag = (hints: Hints = {}) => hinted(tagText(), { kind: 'text', ...hints })
/**
 * Tags, each once: spellings that differ in case, spaces or Unicode form are one tag, stored as
 * `tagForm` writes it.
 */
export const tags = (hints: Hints = {}) =>
  hinted(
    z
      .array(tagText())
      .overwrite((list) => [...new Set(list)])
      .max(MAX_TAGS),
    { kind: 'tags', ...hints },
  ).default([])

/** Postal address; the country as ISO 3166-1 alpha-2. */
export const addressShape = () =>
  z.strictObject({
    line: text(200, { label: 'Street and number' }),
    city: text(100),
    region: text(100).optional(),
    postalCode: text(20).optional(),
    country: country(),
  })
export const address = (hints: Hints = {}) => hinted(addressShape(), { kind: 'address', ...hints })
/** WGS 84 coordinates in degrees. */
export const location = (hints: Hints = {}) =>
  hinted(
    z.strictObject({
      lat: z.number().min(-90).max(90).register(ui, { label: 'Latitude' }),
      lng: z.number().min(-180).max(180).register(ui, { label: 'Longitude' }),
    }),
    { kind: 'location', ...hints },
  )

/** Id of an uploaded picture. */
export const image = (hints: Hints = {}) => hinted(z.uuid(), { kind: 'image', ...hints })
/** Id of an uploaded file. */
export const file = (hints: Hints = {}) => hinted(z.uuid(), { kind: 'file', ...hints })
/** Ordered pictures. */
export const images = (hints: Hints & { max?: number } = {}) => {
  const { max = 20, ...rest } = hints
  return hinted(
    z.array(z.strictObject({ file: z.uuid(), alt: z.string().max(200).optional() })).max(max),
    { kind: 'images', ...rest },
  ).default([])
}
/** Ordered files of any kind that may be uploaded. */
export const files = (hints: Hints & { max?: number } = {}) => {
  const { max = 20, ...rest } = hints
  return hinted(
    z.array(z.strictObject({ file: z.uuid(), name: z.string().max(200).optional() })).max(max),
    { kind: 'files', ...rest },
  ).default([])
}
/**
 * Ordered child rows; each an object of fields. With a `min` the field is required, otherwise it
 * starts empty.
 */
export const rows = <S extends z.core.$ZodLooseShape>(
  shape: S,
  hints: Omit<Hints, 'charge'> & {
    min?: number
    max?: number
    charge?: Charge<Extract<keyof S, string>>
  } = {},
): z.ZodDefault<z.ZodArray<z.ZodObject<S, z.core.$strict>>> => {
  const { min = 0, max = 100, ...rest } = hints
  const list = hinted(z.array(z.strictObject(shape)).min(min).max(max), { kind: 'rows', ...rest })
  // The same type, so that a row's value is a list either way.
  return min > 0 ? (list as never) : (list.default([]) as never)
}
/**
 * What was taken back of one charged line, which its title names; the record's own part of the price
 * is line 0.
 */
export const takenRow = {
  title: text(200, { label: 'Description' }).optional(),
  line: int(0, 100, { hidden: true }),
  quantity: int(0, 1_000_000),
  amount: money({ hint: 'With tax' }),
  tax: money({ hint: 'Contained in the amount' }),
}
/** Input rows of an action that takes quantities of charged rows, each row at most once. */
export const takenLines = (takes: Takes) =>
  rows(
    { line: int(0, 100, { hint: 'Counted from 1' }), quantity: int(1, 1_000_000) },
    { max: 101, takes },
  )
/** A group of fields. */
export const group = <S extends z.core.$ZodLooseShape>(shape: S, hints: Hints = {}) =>
  hinted(z.strictObject(shape), { kind: 'object', ...hints })
/** Write-only text: stored encrypted, and responses contain a mask. */
export const secret = (max = 200, hints: Hints = {}) =>
  hinted(
    z
      .string()
      .trim()
      .min(4)
      .max(max)
      .refine((value) => !isSealed(value), 'There is no such value'),
    { kind: 'secret', ...hints },
  )
