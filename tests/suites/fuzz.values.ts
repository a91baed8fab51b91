/**
 * Values for fuzzing: valid for JSON Schemas, nearly valid, and hostile. All come from one seeded
 * generator.
 */
import type { OpenApiDocument } from '#model/openapi.ts'

/** A seeded random number generator (mulberry32): the same seed gives the same requests. */
export interface Draw {
  /** A number in [0, 1). */
  next(): number
  /** An integer in [0, `below`). */
  below(below: number): number
  chance(probability: number): boolean
  one<T>(list: readonly T[]): T
}

export const drawing = (seed: number): Draw => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number): number => Math.floor(next() * n)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    one: (list) => list[below(list.length)]!,
  }
}

export type Schema = Readonly<Record<string, unknown>>

const BULK_BYTES = 980_000
const listOf = (item: string): string =>
  `[${`${item},`.repeat(Math.floor(BULK_BYTES / (item.length + 1)) - 1)}${item}]`
const bulkOf = (part: string): string =>
  JSON.stringify(part.repeat(Math.floor(BULK_BYTES / Buffer.byteLength(part))))

/** JSON values of a megabyte, by what they are made of. */
export const bulkTexts: readonly (readonly [kind: string, json: string])[] = [
  ...['1', 'null', '[]', '{}', '"a"', '[[[1]]]', '"0190a0a0-0000-7000-8000-000000000000"'].map(
    (item) => [`list of ${item}`, listOf(item)] as const,
  ),
  ...['a ', ' ', '1', '*', 'كتب '].map((part) => [`text of "${part}"`, bulkOf(part)] as const),
  [
    'names',
    JSON.stringify(
      Object.fromEntries(Array.from({ length: 9_900 }, (_, i) => [`k${i}`, 'x'.repeat(80)])),
    ),
  ],
]

/** Texts that break parsers, databases, patterns and pages. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202eabc',
  '＝1+1',
  '%',
  '%00',
  '%zz',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  "' or '1'='1",
  '"; --',
  '\\',
  '<script>alert(1)</script>',
  '{{name}}',
  '${7*7}',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '9'.repeat(40),
  '0x10',
  'null',
  '2026-02-30',
  '2026-13-01T25:61:61Z',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'a@b',
  'ZZZ',
  '*',
  '*'.repeat(50),
  '(a+)+$',
  'İstanbul ﬀ ß',
  '😀'.repeat(200),
  'x'.repeat(5_000),
  ' '.repeat(3_000),
  '[[[['.repeat(200),
  ',,,,',
  '-',
  '.',
  'a.b.c.d',
]

const hostileValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 63),
  1e308,
  5e-324,
  [],
  {},
  [[]],
  [null],
  { constructor: { prototype: 1 } },
  JSON.parse('{"__proto__":{"polluted":true}}'),
  Array.from({ length: 300 }, (_, n) => n),
  Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, n])),
]

export const hostile = (draw: Draw): unknown =>
  draw.chance(0.6) ? draw.one(hostileTexts) : draw.one(hostileValues)

const words = ['Lisbon', 'open', 'EUR', 'name', 'a', '1', 'Ana Silva', 'x-y', 'ação', 'مرحبا']

/**
 * Generates values for the document's schemas; `ids` are those of existing records. A tame value
 * contains nothing hostile.
 */
export const schemaValues = (document: OpenApiDocument, draw: Draw, ids: readonly string[]) => {
  const resolve = (schema: Schema): Schema => {
    if (typeof schema.$ref !== 'string') return schema
    const found = schema.$ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document)
    return (found ?? {}) as Schema
  }
  const textOf = (schema: Schema, tame: boolean): string => {
    switch (schema.format) {
      case 'uuid':
        return ids.length && (tame || draw.chance(0.85)) ? draw.one(ids) : draw.one(hostileTexts)
      case 'date':
        return `20${10 + draw.below(80)}-0${1 + draw.below(9)}-1${draw.below(10)}`
      case 'date-time':
        return `20${10 + draw.below(80)}-0${1 + draw.below(9)}-1${draw.below(10)}T10:00:00.000Z`
      case 'email':
        return `person${draw.below(1_000_000)}@example.com`
      case 'uri':
        return `https://example.com/${draw.below(1000)}`
      default: {
        const text = draw.one(words) + (draw.chance(0.5) ? String(draw.below(100_000)) : '')
        return text
          .padEnd(Number(schema.minLength ?? 0), 'x')
          .slice(0, Number(schema.maxLength ?? Infinity))
      }
    }
  }
  const numberOf = (schema: Schema, tame: boolean): number => {
    const [least, most] = [Number(schema.minimum ?? 0), Number(schema.maximum ?? 1000)]
    if (!tame && draw.chance(0.15)) return draw.one([least - 1, most + 1, least, most])
    const value = least + draw.next() * (Math.min(most, least + 10_000) - least)
    return schema.type === 'integer' ? Math.floor(value) : value
  }
  const value = (given: unknown, tame = false, depth = 0): unknown => {
    const schema = resolve((given ?? {}) as Schema)
    if (depth > 6) return null
    if (!tame && draw.chance(0.05)) return hostile(draw)
    if ('const' in schema) return schema.const
    if (Array.isArray(schema.enum)) return draw.one(schema.enum as unknown[])
    const choices = schema.anyOf ?? schema.oneOf
    if (Array.isArray(choices)) return value(draw.one(choices as unknown[]), tame, depth + 1)
    if (Array.isArray(schema.allOf)) {
      return Object.assign({}, ...(schema.allOf as unknown[]).map((s) => value(s, tame, depth + 1)))
    }
    const type = Array.isArray(schema.type) ? draw.one(schema.type as unknown[]) : schema.type
    switch (type) {
      case 'null':
        return null
      case 'boolean':
        return draw.chance(0.5)
      case 'integer':
      case 'number':
        return numberOf({ ...schema, type }, tame)
      case 'array':
        return Array.from({ length: draw.below(4) }, () => value(schema.items, tame, depth + 1))
      case 'object': {
        const required = new Set((schema.required ?? []) as string[])
        const named = Object.entries((schema.properties ?? {}) as Record<string, unknown>)
          .filter(([name]) =>
            required.has(name) ? tame || draw.chance(0.95) : draw.chance(tame ? 0.1 : 0.35),
          )
          .map(([name, inner]) => [name, value(inner, tame, depth + 1)] as const)
        return Object.fromEntries([
          ...named,
          ...(!tame && draw.chance(0.06) ? [[draw.one(hostileTexts), hostile(draw)] as const] : []),
        ])
      }
      case 'string':
        return textOf(schema, tame)
      default:
        return tame ? draw.one(words) : hostile(draw)
    }
  }
  return { value, resolve }
}
