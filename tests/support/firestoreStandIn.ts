/**
 * Stand-in on loopback for Firestore's REST API, which its lite client uses, and for the channel
 * over which the full one listens: documents in memory, queries, counts, transactions by update
 * time. It counts the reads of a query as the real one bills them, refuses queries without a limit,
 * and calls a given judge for permissions; it does not evaluate the rules themselves.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listenChannel } from './firestoreListen.ts'

type Value = Readonly<Record<string, unknown>>
type Fields = Readonly<Record<string, Value>>
interface Held {
  readonly fields: Fields
  readonly time: string
}
interface Filter {
  readonly compositeFilter?: { readonly op: string; readonly filters: readonly Filter[] }
  readonly fieldFilter?: {
    readonly field: { readonly fieldPath: string }
    readonly op: string
    readonly value: Value
  }
  readonly unaryFilter?: { readonly field: { readonly fieldPath: string }; readonly op: string }
}
interface Structured {
  readonly from: readonly { readonly collectionId: string }[]
  readonly where?: Filter
  readonly orderBy?: readonly {
    readonly field: { readonly fieldPath: string }
    readonly direction?: string
  }[]
  readonly startAt?: { readonly values: readonly Value[]; readonly before?: boolean }
  readonly limit?: number | { readonly value: number }
}
interface Write {
  readonly update?: { readonly name: string; readonly fields?: Fields }
  readonly updateMask?: { readonly fieldPaths?: readonly string[] }
  readonly delete?: string
  readonly verify?: string
  readonly updateTransforms?: readonly {
    readonly fieldPath: string
    readonly setToServerValue?: string
  }[]
  readonly currentDocument?: { readonly exists?: boolean; readonly updateTime?: string }
}

/** Decides by the claims of the caller's token and the operation; false = refused. */
export type Judge = (
  claims: Readonly<Record<string, unknown>>,
  operation: 'list' | 'get' | 'write',
  path: string,
) => boolean

const ORDER = [
  'nullValue',
  'booleanValue',
  'number',
  'timestampValue',
  'stringValue',
  'bytesValue',
  'referenceValue',
  'geoPointValue',
  'arrayValue',
  'mapValue',
]
const kindOf = (v: Value): string => {
  const key = Object.keys(v)[0] ?? 'nullValue'
  return key === 'integerValue' || key === 'doubleValue' ? 'number' : key
}
const plain = (v: Value): unknown => {
  const [key, inner] = Object.entries(v)[0] ?? ['nullValue', null]
  return key === 'integerValue' || key === 'doubleValue' ? Number(inner) : inner
}
/** The order of Firestore over values of all types; texts by their bytes. */
const compare = (a: Value, b: Value): number => {
  const kinds = ORDER.indexOf(kindOf(a)) - ORDER.indexOf(kindOf(b))
  if (kinds) return kinds
  if (kindOf(a) === 'stringValue' || kindOf(a) === 'referenceValue') {
    return Buffer.compare(Buffer.from(String(plain(a))), Buffer.from(String(plain(b))))
  }
  if (kindOf(a) === 'arrayValue' || kindOf(a) === 'mapValue') {
    return JSON.stringify(a) === JSON.stringify(b) ? 0 : 1
  }
  const [x, y] = [plain(a), plain(b)] as [number, number]
  if (x === y) return 0
  return x < y ? -1 : 1
}
const listOf = (v: Value): readonly Value[] =>
  (v.arrayValue as { values?: readonly Value[] } | undefined)?.values ?? []
const equal = (a: Value, b: Value): boolean => compare(a, b) === 0

const at = (name: string, held: Held, path: string): Value | undefined => {
  if (path === '__name__') return { referenceValue: name }
  let fields: Fields | undefined = held.fields
  const parts = path.split('.')
  for (const part of parts.slice(0, -1)) {
    fields = (fields?.[part]?.mapValue as { fields?: Fields } | undefined)?.fields
  }
  return fields?.[parts.at(-1)!]
}

const meets = (name: string, held: Held, filter: Filter | undefined): boolean => {
  if (!filter) return true
  if (filter.compositeFilter) {
    return filter.compositeFilter.op === 'AND'
      ? filter.compositeFilter.filters.every((f) => meets(name, held, f))
      : filter.compositeFilter.filters.some((f) => meets(name, held, f))
  }
  const asked = (filter.fieldFilter ?? filter.unaryFilter)!
  const value = at(name, held, asked.field.fieldPath)
  if (value === undefined) return false
  if (filter.unaryFilter) return (kindOf(value) === 'nullValue') === (asked.op === 'IS_NULL')
  const given = filter.fieldFilter!.value
  const alike = kindOf(value) === kindOf(given)
  switch (asked.op) {
    case 'EQUAL':
      return equal(value, given)
    case 'NOT_EQUAL':
      return kindOf(value) !== 'nullValue' && !equal(value, given)
    case 'LESS_THAN':
      return alike && compare(value, given) < 0
    case 'LESS_THAN_OR_EQUAL':
      return alike && compare(value, given) <= 0
    case 'GREATER_THAN':
      return alike && compare(value, given) > 0
    case 'GREATER_THAN_OR_EQUAL':
      return alike && compare(value, given) >= 0
    case 'IN':
      return listOf(given).some((g) => equal(value, g))
    case 'NOT_IN':
      return kindOf(value) !== 'nullValue' && !listOf(given).some((g) => equal(value, g))
    case 'ARRAY_CONTAINS':
      return listOf(value).some((v) => equal(v, given))
    case 'ARRAY_CONTAINS_ANY':
      return listOf(value).some((v) => listOf(given).some((g) => equal(v, g)))
    default:
      throw new Refusal(400, 'INVALID_ARGUMENT', `The stand-in does not know ${asked.op}.`)
  }
}

class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

// Six or nine fractional digits are the same time.
const sameTime = (time: string | undefined): string | undefined => time?.replace(/0+Z$/, 'Z')

const limitOf = ({ limit }: Structured): number | undefined =>
  typeof limit === 'object' ? limit.value : limit

const textOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
const read = async (request: IncomingMessage): Promise<unknown> => {
  const text = await textOf(request)
  return text ? JSON.parse(text) : {}
}

const claimsOf = (header: string | undefined): Readonly<Record<string, unknown>> => {
  // A service account bypasses the rules.
  if (header === 'Bearer owner') return { owner: true }
  const body = header?.split('.')[1]
  return body
    ? (JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>)
    : {}
}

/** A handled request. */
export interface Received {
  readonly call: string
  /** Billed document reads. */
  readonly reads: number
  readonly limit?: number
}

/** Starts it. */
export const startFirestore = async (judge: Judge = () => true) => {
  const documents = new Map<string, Held>()
  const asked: Received[] = []
  let clock = Date.now() * 1000
  // Update times identify versions, so each must be unique.
  const now = (): string => {
    clock += 1
    return `${new Date(clock / 1000).toISOString().slice(0, -1)}${String(clock % 1000).padStart(3, '0')}Z`
  }
  const failures: Refusal[] = []

  const root = (url: string): string =>
    /^\/v1\/(projects\/[^/]+\/databases\/[^/]+\/documents)/.exec(url)![1]!
  const documentOf = (name: string, held: Held) => ({
    name,
    fields: held.fields,
    createTime: held.time,
    updateTime: held.time,
  })
  const short = (name: string): string => name.split('/documents/')[1]!

  const channel = listenChannel({
    find: (name) => {
      const held = documents.get(name)
      return held && documentOf(name, held)
    },
    now,
    may: (authorization, name) => {
      const claims = claimsOf(authorization)
      return claims.owner === true || judge(claims, 'get', short(name))
    },
  })

  const matching = (base: string, query: Structured): [string, Held][] => {
    const limit = limitOf(query)
    if (limit === undefined) {
      throw new Refusal(400, 'INVALID_ARGUMENT', 'A question without a limit.')
    }
    const prefix = `${base}/${query.from[0]!.collectionId}/`
    const order = [...(query.orderBy ?? [])]
    if (!order.some((o) => o.field.fieldPath === '__name__')) {
      order.push({
        field: { fieldPath: '__name__' },
        direction: order.at(-1)?.direction ?? 'ASCENDING',
      })
    }
    const sign = (o: (typeof order)[number]) => (o.direction === 'DESCENDING' ? -1 : 1)
    const values = ([name, held]: [string, Held]) =>
      order.map((o) => at(name, held, o.field.fieldPath))
    const rows = [...documents].filter(
      ([name, held]) =>
        name.startsWith(prefix) &&
        meets(name, held, query.where) &&
        values([name, held]).every((v) => v !== undefined),
    )
    rows.sort((a, b) => {
      const [x, y] = [values(a), values(b)]
      for (const [i, o] of order.entries()) {
        const c = compare(x[i]!, y[i]!)
        if (c) return c * sign(o)
      }
      return 0
    })
    const from = query.startAt
    const after = from
      ? rows.filter((row) => {
          const own = values(row)
          for (const [i, v] of from.values.entries()) {
            const c = compare(own[i]!, v) * sign(order[i]!)
            if (c) return c > 0
          }
          return from.before === true
        })
      : rows
    return after.slice(0, limit)
  }

  const write = (one: Write, time: string): void => {
    const name = one.update?.name ?? one.delete ?? one.verify!
    const held = documents.get(name)
    const wanted = one.currentDocument
    if (wanted?.exists !== undefined && wanted.exists !== (held !== undefined)) {
      throw new Refusal(
        wanted.exists ? 404 : 409,
        wanted.exists ? 'NOT_FOUND' : 'ALREADY_EXISTS',
        'It is not as it should be.',
      )
    }
    if (wanted?.updateTime !== undefined && sameTime(wanted.updateTime) !== sameTime(held?.time)) {
      throw new Refusal(400, 'FAILED_PRECONDITION', 'It has changed meanwhile.')
    }
    if (one.verify !== undefined) return
    if (one.delete !== undefined) return void documents.delete(name)
    const given = one.update!.fields ?? {}
    const mask = one.updateMask?.fieldPaths
    const fields: Record<string, Value> = mask ? { ...held?.fields } : { ...given }
    for (const path of mask ?? []) {
      if (given[path]) fields[path] = given[path]
      else delete fields[path]
    }
    for (const t of one.updateTransforms ?? []) fields[t.fieldPath] = { timestampValue: time }
    documents.set(name, { fields, time })
  }

  const respond = (
    url: string,
    body: unknown,
    claims: Readonly<Record<string, unknown>>,
  ): unknown => {
    const base = root(url)
    const call = url.split('?')[0]!.split(':').pop()!
    const allow = (operation: 'list' | 'get' | 'write', path: string): void => {
      if (claims.owner !== true && !judge(claims, operation, path)) {
        throw new Refusal(403, 'PERMISSION_DENIED', `${operation} ${path} is refused.`)
      }
    }
    const failure = failures.shift()
    if (failure) throw failure
    if (call === 'batchGet') {
      const { documents: names } = body as { documents: string[] }
      asked.push({ call, reads: names.length })
      return names.map((name) => {
        allow('get', short(name))
        const held = documents.get(name)
        return held
          ? { found: documentOf(name, held), readTime: now() }
          : { missing: name, readTime: now() }
      })
    }
    if (call === 'runQuery') {
      const { structuredQuery } = body as { structuredQuery: Structured }
      allow('list', structuredQuery.from[0]!.collectionId)
      const rows = matching(base, structuredQuery)
      asked.push({ call, reads: Math.max(1, rows.length), limit: limitOf(structuredQuery)! })
      return rows.length
        ? rows.map(([name, held]) => ({ document: documentOf(name, held), readTime: now() }))
        : [{ readTime: now() }]
    }
    if (call === 'runAggregationQuery') {
      const {
        structuredAggregationQuery: { structuredQuery, aggregations },
      } = body as {
        structuredAggregationQuery: {
          structuredQuery: Structured
          aggregations: readonly { alias: string }[]
        }
      }
      allow('list', structuredQuery.from[0]!.collectionId)
      const count = matching(base, structuredQuery).length
      asked.push({
        call,
        reads: Math.max(1, Math.ceil(count / 1000)),
        limit: limitOf(structuredQuery)!,
      })
      return [
        {
          result: {
            aggregateFields: { [aggregations[0]!.alias]: { integerValue: String(count) } },
          },
          readTime: now(),
        },
      ]
    }
    if (call === 'commit') {
      const { writes = [] } = body as { writes?: readonly Write[] }
      const time = now()
      for (const one of writes) {
        if (one.verify === undefined) allow('write', short(one.update?.name ?? one.delete!))
      }
      const before = new Map(documents)
      try {
        for (const one of writes) write(one, time)
      } catch (error) {
        documents.clear()
        for (const [name, held] of before) documents.set(name, held)
        throw error
      }
      asked.push({ call, reads: 0 })
      for (const one of writes) {
        if (one.verify === undefined) channel.tell(one.update?.name ?? one.delete!)
      }
      return { writeResults: writes.map(() => ({ updateTime: time })), commitTime: time }
    }
    throw new Refusal(404, 'NOT_FOUND', `The stand-in does not know ${call}.`)
  }

  const server = createServer((request, response) => {
    if (channel.respond(request, response, () => textOf(request))) return
    const reply = (status: number, body: unknown) =>
      response
        .writeHead(status, {
          'content-type': 'application/json',
          'access-control-allow-origin': '*',
          'access-control-allow-headers': '*',
          'access-control-allow-methods': '*',
        })
        .end(JSON.stringify(body))
    if (request.method === 'OPTIONS') return void reply(204, {})
    void read(request)
      .then((body) =>
        reply(
          200,
          respond(
            decodeURIComponent(request.url ?? ''),
            body,
            claimsOf(request.headers.authorization),
          ),
        ),
      )
      .catch((error: unknown) => {
        const { status, code, message } =
          error instanceof Refusal
            ? error
            : { status: 500, code: 'INTERNAL', message: String(error) }
        const refusal = { error: { code: status, status: code, message } }
        reply(
          status,
          /(?:batchGet|runQuery|runAggregationQuery)(?:\?|$)/.test(request.url ?? '')
            ? [refusal]
            : refusal,
        )
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    asked,
    /** Writes a document as another program would. */
    put(project: string, path: string, fields: Fields): void {
      const name = `projects/${project}/databases/(default)/documents/${path}`
      documents.set(name, { fields, time: now() })
      channel.tell(name)
    },
    /** Documents read by listening pages, and the number of listeners of a document. */
    listened: {
      reads: channel.reads,
      to: (project: string, path: string): number =>
        channel.listeners(`projects/${project}/databases/(default)/documents/${path}`),
    },
    /** Paths and fields of all documents. */
    all: (): Readonly<Record<string, Fields>> =>
      Object.fromEntries([...documents].map(([name, { fields }]) => [short(name), fields])),
    clear(): void {
      documents.clear()
      asked.length = 0
    },
    /** The next request fails with this status and code. */
    fail(status: number, code: string): void {
      failures.push(new Refusal(status, code, 'As the test wanted.'))
    },
    stop: () =>
      new Promise<void>((resolve) => {
        channel.stop()
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export type FirestoreStandIn = Awaited<ReturnType<typeof startFirestore>>
