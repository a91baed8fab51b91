/**
 * Every place of the OpenAPI document in which a caller gives a name: parameters of paths and
 * queries and their values, keys and choices of bodies.
 */
import { operationsOf, type Operation } from '#tests/suites/fuzz.requests.ts'
import type { Schema } from '#tests/suites/fuzz.values.ts'
import type { OpenApiDocument } from '#model/openapi.ts'

/** A name of nothing, which the names under test are compared with. */
export const NOPE = 'zznope'
const SOME_ID = '0190a0a0-0000-7000-8000-000000000000'

/** One place that takes a name, or several in one request. */
export interface Place {
  readonly operation: Operation
  /** What the place is, for messages: `query sort`. */
  readonly at: string
  /** True if one request can hold all names at once. */
  readonly together: boolean
  /** True if the place takes the id of a record, not a name. */
  readonly isId: boolean
  /** True if the names are keys of JSON. */
  readonly isJson: boolean
  /** Names that the place has itself. */
  readonly own: readonly string[]
  /** Operations that differ in their collection only share this. */
  readonly template: string
  readonly request: (names: readonly string[]) => Request
}
interface Request {
  readonly address: string
  readonly body?: string | FormData
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema?: Schema
}

/** Values for the path of an operation. */
export type Usual = (operation: Operation, parameter: string) => string

const collections = (document: OpenApiDocument): ReadonlySet<string> =>
  new Set(
    Object.keys(document.paths).flatMap(
      (path) => /^\/api\/([\w-]+)\/options$/.exec(path)?.[1] ?? [],
    ),
  )

type Steps = readonly (string | number)[]
interface Sampled {
  readonly value: unknown
  /** Paths of objects, which take keys. */
  readonly objects: readonly Steps[]
  /** Paths of values that are one of a list. */
  readonly choices: readonly Steps[]
}

/** A body with every property, and where it takes names. */
const sampler = (document: OpenApiDocument) => {
  const resolve = (given: unknown): Schema => {
    const schema = (given ?? {}) as Schema
    if (typeof schema.$ref !== 'string') return schema
    const steps = schema.$ref.slice(2).split('/')
    return steps.reduce<unknown>((at, name) => (at as Schema)[name], document) as Schema
  }
  const textOf = ({ format }: Schema): string => {
    if (format === 'uuid') return SOME_ID
    if (format === 'date') return '2030-01-01'
    if (format === 'date-time') return '2030-01-01T00:00:00.000Z'
    return format === 'email' ? 'somebody@example.com' : 'a text long enough'
  }
  const sample = (given: unknown, at: Steps = []): Sampled => {
    const schema = resolve(given)
    const leaf = (value: unknown, choices: readonly Steps[] = []): Sampled => ({
      value,
      objects: [],
      choices,
    })
    if (at.length > 7) return leaf(null)
    if ('const' in schema) return leaf(schema.const)
    if (Array.isArray(schema.enum)) return leaf(schema.enum[0], [at])
    const variants = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as unknown[] | undefined
    if (variants) {
      const drawn = variants.map((variant) => sample(variant, at))
      return drawn.find((one) => one.objects.length > 0) ?? drawn.find((o) => o.value !== null)!
    }
    const type = Array.isArray(schema.type) ? (schema.type as unknown[])[0] : schema.type
    if (type === 'array') {
      const inner = sample(schema.items, [...at, 0])
      return { ...inner, value: [inner.value] }
    }
    if (type === 'object' || schema.properties) {
      const members = Object.entries((schema.properties ?? {}) as Schema).map(
        ([name, inner]) => [name, sample(inner, [...at, name])] as const,
      )
      return {
        value: Object.fromEntries(members.map(([name, { value }]) => [name, value])),
        objects: [at, ...members.flatMap(([, { objects }]) => objects)],
        choices: members.flatMap(([, { choices }]) => choices),
      }
    }
    if (type === 'boolean') return leaf(true)
    if (type === 'integer' || type === 'number') return leaf(Number(schema.minimum ?? 1))
    return leaf(type === 'null' ? null : textOf(schema))
  }
  return { resolve, sample }
}

/** JSON text of a value in which the object at `steps` has more keys, `__proto__` too. */
const withKeys = (value: unknown, steps: Steps, names: readonly string[]): string => {
  const [step, ...rest] = steps
  if (step === undefined) {
    const own = JSON.stringify(value).slice(1, -1)
    const more = names.map((name) => `${JSON.stringify(name)}:1`).join(',')
    return `{${[own, more].filter(Boolean).join(',')}}`
  }
  const inner = withKeys((value as Record<string, unknown>)[step], rest, names)
  if (Array.isArray(value)) return `[${inner}]`
  const members = Object.entries(value as Schema).map(
    ([name, member]) => `${JSON.stringify(name)}:${name === step ? inner : JSON.stringify(member)}`,
  )
  return `{${members.join(',')}}`
}

/** JSON text of a value with another one at `steps`. */
const withChoice = (value: unknown, steps: Steps, name: string): string => {
  const copy = structuredClone(value) as Record<string, unknown>
  const last = steps.at(-1)!
  const at = steps
    .slice(0, -1)
    .reduce<Record<string, unknown>>(
      (inside, step) => inside[step] as Record<string, unknown>,
      copy,
    )
  at[last] = name
  return JSON.stringify(copy)
}

const at = (value: unknown, steps: Steps): unknown =>
  steps.reduce((inside, step) => (inside as Record<string | number, unknown>)[step], value)

const formOf = (fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData()
  form.set('file', new File(['Name,Mail\nx,x@example.com\n'], 'a.csv', { type: 'text/csv' }))
  for (const [name, value] of Object.entries({ mode: 'atomic', ...fields })) form.set(name, value)
  return form
}
const keysOf = (names: readonly string[], value: string): string =>
  `{${names.map((name) => `${JSON.stringify(name)}:${value}`).join(',')}}`

type FormPlace = readonly [
  where: string,
  fields: (names: readonly string[]) => Readonly<Record<string, string>>,
  together: boolean,
]
/** Places of an import's form. */
const formPlaces: readonly FormPlace[] = [
  ['mapping', (names) => ({ mapping: keysOf(names, '1') }), true],
  ['mapping fields', (names) => ({ mapping: `{"fields":${keysOf(names, '"Name"')}}` }), true],
  ['mapping entry', (names) => ({ mapping: `{"fields":{"id":${keysOf(names, '"Name"')}}}` }), true],
  ['mode', ([name]) => ({ mapping: '{"fields":{"zz":"Name"}}', mode: name! }), false],
  ['history', ([name]) => ({ mapping: '{"fields":{"zz":"Name"}}', history: name! }), false],
  ['upsertBy', ([name]) => ({ mapping: '{"fields":{"zz":"Name"}}', upsertBy: name! }), false],
]

/** Parameters whose value is a list of names, or holds one. */
const lists: Readonly<Record<string, (name: string) => string>> = {
  sort: (name) => name,
  fields: (name) => name,
  include: (name) => name,
  group: (name) => name,
  measure: (name) => `sum:${name}`,
  collections: (name) => name,
}

const filters: readonly ((name: string) => string)[] = [
  (name) => `filter[${name}]=1`,
  (name) => `filter[${name}][eq]=1`,
  (name) => `filter[${name}.name]=1`,
  (name) => `filter[createdAt][${name}]=1`,
  (name) => `filter[not][${name}]=1`,
]

/** All places of the document, with `usual` values around them. */
export const placesOf = (document: OpenApiDocument, usual: Usual): Place[] => {
  const { resolve, sample } = sampler(document)
  const known = collections(document)
  const encode = encodeURIComponent
  const of = (operation: Operation): Place[] => {
    const { method, path, def } = operation
    const parameters = ((def.parameters ?? []) as Schema[]).map(
      (p) => resolve(p) as unknown as Parameter,
    )
    const address = (more: Readonly<Record<string, string>> = {}): string =>
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encode(Object.hasOwn(more, name) ? more[name]! : usual(operation, name)),
      )
    const [, first = ''] = /^\/api\/([\w-]+)/.exec(path) ?? []
    const template = `${method} ${known.has(first) ? path.replace(first, '{collection}') : path}`
    const content = (def.requestBody as { content?: Record<string, { schema?: unknown }> })?.content
    const json = content?.['application/json']?.schema
    const body = json === undefined ? undefined : sample(json)
    const sent = body ? { body: JSON.stringify(body.value) } : {}
    const place = (at: string, request: Place['request'], more: Partial<Place> = {}): Place => ({
      operation,
      at,
      template,
      together: false,
      isId: false,
      isJson: false,
      own: [],
      request,
      ...more,
    })
    const together = { together: true }

    const inPath = parameters
      .filter((p) => p.in === 'path')
      .map((p) =>
        place(`path ${p.name}`, ([name]) => ({ address: address({ [p.name]: name! }), ...sent }), {
          isId: resolve(p.schema).format === 'uuid',
        }),
      )
    const query = parameters.filter((p) => p.in === 'query')
    const asked = (text: string) => ({ address: `${address()}?${text}`, ...sent })
    // Without anything that could be refused, the call would be carried out.
    const isCareful = method === 'GET' || body !== undefined || path.includes('{')
    const keys = isCareful
      ? [
          place('query', (names) => asked(names.map((n) => `${encode(n)}=1`).join('&')), {
            ...together,
            own: query.map((q) => q.name),
          }),
        ]
      : []
    const values = query.flatMap(({ name, schema }) => {
      if (name === 'filter') {
        return filters.map((filter) =>
          place(
            `query ${filter('…')}`,
            (names) => asked(names.map((n) => filter(encode(n))).join('&')),
            together,
          ),
        )
      }
      const inList = Object.hasOwn(lists, name) ? lists[name]! : undefined
      if (inList) {
        return [
          place(
            `query ${name}`,
            (names) => asked(`${name}=${names.map((n) => encode(inList(n))).join(',')}`),
            together,
          ),
        ]
      }
      const { format } = resolve(schema)
      return format === 'date-time'
        ? []
        : [place(`query ${name}`, ([n]) => asked(`${name}=${encode(n!)}`))]
    })
    const inBody = body
      ? [
          ...body.objects.map((steps) =>
            place(
              `key in ${steps.join('.') || 'the body'}`,
              (names) => ({ address: address(), body: withKeys(body.value, steps, names) }),
              { ...together, isJson: true, own: Object.keys(at(body.value, steps) as object) },
            ),
          ),
          ...body.choices.map((steps) =>
            place(`choice ${steps.join('.')}`, ([name]) => ({
              address: address(),
              body: withChoice(body.value, steps, name!),
            })),
          ),
        ]
      : []
    const form = content?.['multipart/form-data']?.schema
    const inForm =
      form && 'mapping' in ((resolve(form).properties ?? {}) as object)
        ? formPlaces.map(([where, fields, isTogether]) =>
            place(
              `form ${where}`,
              (names) => ({ address: address(), body: formOf(fields(names)) }),
              {
                together: isTogether,
                isJson: isTogether,
              },
            ),
          )
        : []
    // A choice of records, which is refused beside a list of ids.
    const inBulk = path.endsWith('/bulk')
      ? [
          place(
            'key in a filter',
            (names) => ({
              address: address(),
              body: `{"filter":${keysOf(names, '"x"')},"expected":1,"do":{"delete":true},"dryRun":true}`,
            }),
            { ...together, isJson: true },
          ),
        ]
      : []
    return [...inPath, ...keys, ...values, ...inBody, ...inForm, ...inBulk]
  }
  return operationsOf(document).flatMap(of)
}
