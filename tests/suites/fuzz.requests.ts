/** Requests for every operation of the OpenAPI document, right, nearly right and hostile. */
import type { OpenApiDocument } from '#model/openapi.ts'
import {
  bulkTexts,
  hostile,
  hostileTexts,
  schemaValues,
  type Draw,
  type Schema,
} from './fuzz.values.ts'

/** One operation of the document. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly def: Schema
}

export const operationsOf = (document: OpenApiDocument): Operation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, def]) => ({
      method: method.toUpperCase(),
      path,
      def: def as Schema,
    })),
  )

/** A request as it is sent, and as it is printed where it fails. */
export interface FuzzRequest {
  readonly method: string
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FormData | Uint8Array | undefined
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
}

const names = [
  'name',
  'state',
  'createdAt',
  'version',
  'customer.name',
  'assignee.createdAt',
  'vendor.slug',
  'total',
  'nope',
]
const operators = ['eq', 'ne', 'in', 'gt', 'between', 'isNull', 'contains', 'has', 'nope']
const wellFormed = (given: string): string => Buffer.from(given).toString()
const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

/** What the requests are made of; the maps grow with what is learnt from responses. */
export interface Known {
  /** Of records of any collection. */
  readonly ids: readonly string[]
  /** By the address above them: `/api/hotels`. */
  readonly idsOf: ReadonlyMap<string, readonly string[]>
  /** By id. */
  readonly versions: ReadonlyMap<string, number>
  /** A revision of the record, by its id. */
  readonly revisions: ReadonlyMap<string, string>
  /** A note on the record, by its id. */
  readonly notes: ReadonlyMap<string, string>
  /** Names of previews of a collection. */
  readonly previews: (collection: string) => readonly string[]
  /** A right body of a new record. */
  readonly bodyOf: (collection: string) => Readonly<Record<string, unknown>> | undefined
  /** Fields that a new record of a collection must have. */
  readonly neededBy: (collection: string) => readonly string[]
}

/** Draws requests, tame ones (as a client of ours sends them) or wild. */
export const requests = (document: OpenApiDocument, draw: Draw, known: Known) => {
  const { value, resolve } = schemaValues(document, draw, known.ids)
  const text = (given: unknown): string =>
    typeof given === 'string' ? given : (JSON.stringify(given) ?? '')
  const filterName = (): string =>
    draw.one([
      () => `filter[${draw.one(names)}]`,
      () => `filter[${draw.one(names)}][${draw.one(operators)}]`,
      () => `filter[or][${draw.below(3)}][${draw.one(names)}][${draw.one(operators)}]`,
      () => `filter${'[not]'.repeat(draw.below(12))}[${draw.one(names)}]`,
      () => `filter[${draw.one(hostileTexts)}]`,
    ])()
  const bulk = (schema: unknown): string => {
    const { properties = {} } = resolve((schema ?? {}) as Schema) as { properties?: Schema }
    return `{${JSON.stringify(draw.one([...Object.keys(properties), 'nope']))}:${draw.one(bulkTexts)[1]}}`
  }
  const jsonBody = (schema: unknown, collection: string | undefined, tame: boolean): string => {
    if (!tame && draw.chance(0.06)) {
      return draw.one([
        '',
        '{',
        'null',
        '[]',
        '7',
        '"x"',
        deep(40),
        deep(2_000),
        '[1e999]',
        `"${'x'.repeat(100_000)}"`,
        '{"a":1,"a":2}',
        bulk(schema),
        bulk(schema),
      ])
    }
    const drawn = value(schema, tame)
    const right =
      collection !== undefined && (tame || draw.chance(0.4)) ? known.bodyOf(collection) : undefined
    if (!right || tame) return JSON.stringify(right ?? drawn) ?? 'null'
    const changed = Object.entries((drawn ?? {}) as Record<string, unknown>).slice(0, draw.below(3))
    return JSON.stringify({ ...right, ...Object.fromEntries(changed) })
  }
  const form = (schema: unknown, needed: readonly string[], tame: boolean): FormData => {
    const body = new FormData()
    const { properties = {}, required = [] } = resolve((schema ?? {}) as Schema) as {
      properties?: Schema
      required?: readonly string[]
    }
    for (const [name, inner] of Object.entries(properties)) {
      if (tame ? !required.includes(name) : draw.chance(0.1)) continue
      const file = resolve(inner as Schema)
      if (name === 'mapping' && (tame || draw.chance(0.5))) {
        body.set(name, JSON.stringify({ fields: Object.fromEntries(needed.map((f) => [f, 'a'])) }))
      } else if (
        name === 'file' ||
        file.format === 'binary' ||
        file.contentMediaType !== undefined
      ) {
        body.set(
          name,
          new File(
            [
              tame
                ? 'a,b\n1,2\n'
                : draw.one([
                    'a,b\n1,2\n',
                    '',
                    '"',
                    'a;b\n=1;2',
                    '<svg/>',
                    '\u0000',
                    'x'.repeat(20_000),
                  ]),
            ],
            tame ? 'a.csv' : draw.one(['a.csv', 'a.png', '..', 'run.bat', hostileTexts[9]!]),
          ),
        )
      } else {
        body.set(
          name,
          wellFormed(text(!tame && draw.chance(0.3) ? hostile(draw) : value(inner, tame))),
        )
      }
    }
    return body
  }

  return ({ method, path, def }: Operation, tame: boolean): FuzzRequest => {
    const parameters = ((def.parameters ?? []) as Parameter[]).map(
      (p) => resolve(p as unknown as Schema) as unknown as Parameter,
    )
    const of = /^\/api\/([\w-]+)/.exec(path)?.[1] ?? ''
    const parts = new Map([
      ['revision', known.revisions],
      ['note', known.notes],
    ])
    const [, part] = /\{(revision|note)\}/.exec(path) ?? []
    let id: string | undefined
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const schema = parameters.find((p) => p.name === name && p.in === 'path')?.schema
      const all = known.idsOf.get(path.slice(0, path.indexOf('/{')))
      const withPart = all?.filter((one) => parts.get(part ?? '')?.has(one))
      const own = withPart?.length ? withPart : all
      const usual =
        name === 'preview'
          ? draw.one([...known.previews(of), undefined])
          : parts.get(name)?.get(id ?? '')
      const friendly = () =>
        name === 'id' && own?.length && (tame || draw.chance(0.85))
          ? draw.one(own.slice(-5))
          : (usual ?? text(value(schema ?? { type: 'string' }, tame)))
      const given = !tame && draw.chance(0.06) ? draw.one(hostileTexts) : friendly()
      if (name === 'id') id = given
      return encodeURIComponent(wellFormed(given)) || 'x'
    })
    const query = new URLSearchParams()
    for (const p of parameters.filter((q) => q.in === 'query')) {
      if (!p.required && (tame || !draw.chance(0.15))) continue
      if (p.name === 'filter') {
        for (let n = draw.below(4); n >= 0; n--) {
          query.append(wellFormed(filterName()), wellFormed(text(hostile(draw))))
        }
      } else {
        query.append(
          p.name,
          wellFormed(
            !tame && draw.chance(0.3)
              ? draw.one([...hostileTexts, ...names])
              : text(value(p.schema, tame)),
          ),
        )
      }
    }
    if (!tame && draw.chance(0.04)) query.append(wellFormed(draw.one(hostileTexts)), '1')
    const content = ((def.requestBody as Schema | undefined)?.content ?? {}) as Record<
      string,
      { readonly schema?: unknown }
    >
    const [type] = Object.keys(content)
    const collection = /^\/api\/([\w-]+)$/.exec(path)?.[1]
    const schema = type === undefined ? undefined : content[type]!.schema
    const [, bulkOf] = /^(.+)\/bulk$/.exec(path) ?? []
    const bodyOf = () => {
      if (bulkOf && tame) {
        const ids = known.idsOf.get(bulkOf)?.slice(-3) ?? []
        return JSON.stringify({ ids, do: { delete: true }, dryRun: true })
      }
      if (type === 'application/json') {
        return jsonBody(schema, method === 'POST' ? collection : undefined, tame)
      }
      if (type === 'multipart/form-data') return form(schema, known.neededBy(of), tame)
      if (type === undefined) return undefined
      return new Uint8Array(draw.below(2_000)).fill(draw.below(256))
    }
    const body = bodyOf()
    const version = id === undefined ? undefined : known.versions.get(id)
    const withMatch = parameters.some((p) => p.name === 'If-Match') && (tame || draw.chance(0.95))
    const headers: Record<string, string> = {
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': type! }),
      ...(!tame && draw.chance(0.02) ? { 'content-type': 'text/plain' } : {}),
      ...(withMatch
        ? {
            'if-match':
              version !== undefined && (tame || draw.chance(0.85))
                ? `"${version}"`
                : draw.one(['"1"', '"x"', '*', `"${'9'.repeat(30)}"`, '""']),
          }
        : {}),
      ...(!tame && draw.chance(0.04) ? { 'idempotency-key': `key-${draw.below(20)}` } : {}),
      ...(draw.chance(0.03)
        ? { 'accept-language': draw.one(['ar', '__proto__', 'x;q=9', '*']) }
        : {}),
      ...(draw.chance(0.02) ? { 'last-event-id': draw.one(['0', '-1', '9'.repeat(30), 'x']) } : {}),
      ...(path.includes('uploads')
        ? { 'upload-offset': tame ? '0' : draw.one(['0', '5', '-1', 'x']) }
        : {}),
    }
    const search = query.toString()
    return { method, address: `${address}${search ? `?${search}` : ''}`, headers, body }
  }
}
