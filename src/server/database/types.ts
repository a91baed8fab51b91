import pg from 'pg'

/** Lookup that `pg` calls for each column: a parser by type id. */
export type TypeParsers = pg.CustomTypesConfig

const { builtins } = pg.types

function int8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`bigint ${text} is outside the safe integers`)
  }
  return value
}

/** Converts `2026-01-01 10:00:00.5+00` to `2026-01-01T10:00:00.500Z`; `infinity` is unchanged. */
function instant(text: string): string {
  // The session's zone is UTC and its style ISO, so slicing text is exact and much cheaper than a
  // Date.
  if (!text.endsWith('+00') || text.length < 22 || text[4] !== '-') return instantByDate(text)
  const milliseconds = text.length > 22 ? text.slice(20, -3).padEnd(3, '0').slice(0, 3) : '000'
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`
}

function instantByDate(text: string): string {
  const parsed = pg.types.getTypeParser(builtins.TIMESTAMPTZ, 'text')(text) as Date | number | null
  return parsed instanceof Date && !Number.isNaN(parsed.getTime()) ? parsed.toISOString() : text
}

/** A timestamp without zone, as `2026-01-01T10:00:00.000`: local to the row's own zone. */
function localTime(text: string): string {
  const [day, time] = text.split(' ')
  if (!day || !time || text.endsWith('BC')) return text
  const [seconds, fraction = ''] = time.split('.')
  return `${day}T${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}`
}

const same = (text: string): string => text

/** Element type id, array type id, parser. */
const scalars: readonly (readonly [number, number, (text: string) => unknown])[] = [
  [builtins.INT8, 1016, int8],
  [builtins.NUMERIC, 1231, Number],
  [builtins.TIMESTAMPTZ, 1185, instant],
  [builtins.TIMESTAMP, 1115, localTime],
  [builtins.DATE, 1182, same],
]

// pg's own text-array parser splits the literal; then each element is parsed, including nested
// arrays.
const splitArray = pg.types.getTypeParser(1009 as typeof builtins.TEXT, 'text') as (
  text: string,
) => unknown[]

function arrayOf(parse: (text: string) => unknown): (text: string) => unknown {
  const each = (value: unknown): unknown => {
    if (value === null) return null
    return Array.isArray(value) ? value.map(each) : parse(value as string)
  }
  return (text) => splitArray(text).map(each)
}

const own = new Map<number, (text: string) => unknown>(
  scalars.flatMap(([scalar, array, parse]) => [
    [scalar, parse] as const,
    [array, arrayOf(parse)] as const,
  ]),
)

const parserFor = (typeId: number, format?: 'text' | 'binary'): unknown =>
  (format !== 'binary' ? own.get(typeId) : undefined) ??
  pg.types.getTypeParser(typeId as typeof builtins.TEXT, format as 'text')

/**
 * How values arrive in Node: int8 and numeric as number (a bigint beyond the safe integers throws),
 * timestamptz as `2026-01-01T10:00:00.000Z`, timestamp without zone the same without `Z`, date as
 * `YYYY-MM-DD`, json parsed, arrays as arrays.
 */
export const typeParsers: TypeParsers = { getTypeParser: parserFor as TypeParsers['getTypeParser'] }
