import { z } from './zod.ts'
import { ui, type FieldHints, type Tone } from './hints.ts'
import type { Kind } from './kinds.ts'
import { words } from './words.ts'

/** A value that survives JSON. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

/** One option of an enum field. */
export interface Option {
  readonly value: string
  readonly label: string
  readonly tone: Tone
}

/** What browser and server know about one field: pure data, JSON-safe. */
export interface FieldModel extends Omit<
  FieldHints,
  'labels' | 'tones' | 'kind' | 'label' | 'range' | 'dependsOn'
> {
  readonly name: string
  readonly label: string
  readonly kind: Kind
  /** Required in a create body. */
  readonly required: boolean
  readonly default?: Json
  /** Minimum and maximum of a number, or of the length of a text or list. */
  readonly min?: number
  readonly max?: number
  readonly pattern?: string
  readonly options?: readonly Option[]
  /** Fields of an object, a child row or an address. */
  readonly fields?: readonly FieldModel[]
  /** With the label of the other field, to say what a picker waits for. */
  readonly dependsOn?: {
    readonly field: string
    readonly through: string
    readonly label?: string
  }
  /** Names of the two days of a range; on both of them. */
  readonly range?: {
    readonly from: string
    readonly until: string
    readonly count?: 'nights' | 'days'
  }
  /** Alternatives of a `variant`, distinguished by `kind`. */
  readonly variants?: readonly {
    readonly value: string
    readonly label: string
    readonly fields: readonly FieldModel[]
  }[]
}

type Layer = z.core.$ZodTypes

interface Unwrapped {
  readonly core: Layer
  readonly hints: FieldHints
  readonly fallback: unknown
  readonly optional: boolean
}

/**
 * Removes the wrappers (`.optional()`, `.default()` …) of a schema. Hints are on an inner layer, so
 * every layer is checked; the outermost wins.
 */
export const unwrap = (schema: z.core.$ZodType): Unwrapped => {
  let layer = schema as Layer
  let hints: FieldHints = {}
  let fallback: unknown
  let optional = false
  for (;;) {
    hints = { ...ui.get(layer), ...hints }
    const def = layer._zod.def
    if (def.type === 'default') fallback ??= def.defaultValue
    if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') {
      optional = true
    }
    if (
      def.type === 'optional' ||
      def.type === 'nullable' ||
      def.type === 'default' ||
      def.type === 'readonly'
    ) {
      layer = def.innerType as Layer
    } else return { core: layer, hints, fallback, optional }
  }
}

const KIND_OF_TYPE: Partial<Record<string, Kind>> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  enum: 'enum',
  object: 'object',
  union: 'variant',
  array: 'json',
  record: 'json',
}

const KIND_OF_ELEMENT: Partial<Record<string, Kind>> = {
  object: 'rows',
  enum: 'enums',
  string: 'tags',
}

const kindOf = (core: Layer, json: z.core.JSONSchema.BaseSchema): Kind => {
  if (core._zod.def.type === 'string') {
    if (json.format === 'date') return 'day'
    if (json.format === 'date-time') return 'instant'
    if (json.format === 'email') return 'email'
    if (json.format === 'uri') return 'url'
  }
  if (core._zod.def.type === 'number' && json.type === 'integer') return 'int'
  if (core._zod.def.type === 'array') {
    const element = unwrap(core._zod.def.element).core._zod.def.type
    return KIND_OF_ELEMENT[element] ?? 'json'
  }
  return KIND_OF_TYPE[core._zod.def.type] ?? 'json'
}

// A limit read from JSON Schema, Zod's public contract (`_zod.bag` is empty since 4.6); the
// safe-integer bounds of `z.int()` are not our rules.
const limit = (...candidates: (number | undefined)[]) =>
  candidates.find((n) => n !== undefined && Math.abs(n) < Number.MAX_SAFE_INTEGER)

const optionsOf = (core: Layer, hints: FieldHints): readonly Option[] | undefined => {
  const holder = core._zod.def.type === 'array' ? unwrap(core._zod.def.element).core : core
  if (holder._zod.def.type !== 'enum') return undefined
  return [...(holder._zod.values ?? [])].map(String).map((value) => ({
    value,
    label: hints.labels?.[value] ?? words(value),
    tone: hints.tones?.[value] ?? 'neutral',
  }))
}

const fieldsOf = (core: Layer): readonly FieldModel[] | undefined => {
  const holder = core._zod.def.type === 'array' ? unwrap(core._zod.def.element).core : core
  return holder._zod.def.type === 'object' ? describeShape(holder._zod.def.shape) : undefined
}

const variantsOf = (core: Layer): FieldModel['variants'] => {
  if (core._zod.def.type !== 'union') return undefined
  return core._zod.def.options.flatMap((option) => {
    const inner = unwrap(option as z.core.$ZodType)
    if (inner.core._zod.def.type !== 'object') return []
    const { kind, ...shape } = inner.core._zod.def.shape
    const value = String([...(kind?._zod.values ?? [])][0] ?? '')
    return [{ value, label: inner.hints.label ?? words(value), fields: describeShape(shape) }]
  })
}

const defined = <T extends object>(o: T): T =>
  Object.fromEntries(Object.entries(o).filter(([, v]) => v !== undefined)) as T

const memo = new WeakMap<z.core.$ZodType, FieldModel>()

/** Describes one field from its Zod schema and hints. Memoised by schema instance. */
export const describeField = (name: string, schema: z.core.$ZodType): FieldModel => {
  const known = memo.get(schema)
  if (known) return known.name === name ? known : { ...known, name }
  const { core, hints, fallback, optional } = unwrap(schema)
  const { labels: _labels, tones: _tones, range, ...rest } = hints
  const json = z.toJSONSchema(core, { io: 'input', unrepresentable: 'any' })
  const field = defined<FieldModel>({
    ...rest,
    name,
    label: hints.label ?? words(name),
    kind: hints.kind ?? kindOf(core, json),
    required: !optional && !hints.derived,
    default: fallback as Json | undefined,
    min: limit(json.minimum, json.minLength, json.minItems),
    max: limit(json.maximum, json.maxLength, json.maxItems),
    pattern: core._zod.def.type === 'string' && !json.format ? json.pattern : undefined,
    options: optionsOf(core, hints),
    range: range && { from: name, ...range },
    fields: fieldsOf(core),
    variants: variantsOf(core),
  })
  memo.set(schema, field)
  return field
}

/** Describes all fields of an object's shape, in order. */
export const describeShape = (shape: z.core.$ZodLooseShape): FieldModel[] => {
  const fields = Object.entries(shape).map(([name, schema]) => describeField(name, schema))
  return fields.map((f) => {
    const range = fields.find((start) => start.range?.until === f.name)?.range
    const { dependsOn } = f
    const label = dependsOn && fields.find((other) => other.name === dependsOn.field)?.label
    return range || label !== undefined
      ? defined<FieldModel>({ ...f, range, dependsOn: dependsOn && { ...dependsOn, label } })
      : f
  })
}
