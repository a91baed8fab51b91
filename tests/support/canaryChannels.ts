/** Every way to query records of an entity, as requests derived from its schema. */
import { isMasked, traits, usesOf, type Operator } from '#schemas/define/kinds.ts'
import { standardFields } from '#model/standard.ts'
import type { FieldModel, Model, ResourceModel } from '#model/types.ts'

/**
 * A request that names a field (or a field of a reference's target); the response to a forbidden
 * name must equal that to an unknown one.
 */
export interface Ask {
  readonly address: string
  /** The last field named, whose value the response could reveal. */
  readonly names: readonly {
    readonly resource: ResourceModel
    readonly field: string
  }[]
  /** The same request with an unknown name. */
  readonly unknown: string
}

const UNKNOWN = 'nobodyKnows'

const sample = (field: FieldModel, op: Operator, value: string | undefined): string => {
  if (op === 'isNull') return 'true'
  const one = (): string => {
    switch (field.kind) {
      case 'ref':
      case 'refs':
      case 'id':
        return '01900000-0000-7000-8000-00000000000a'
      case 'enum':
      case 'state':
      case 'enums':
        return field.options?.[0]?.value ?? 'x'
      case 'boolean':
        return 'true'
      case 'day':
        return '2031-03-04'
      case 'time':
        return '10:30'
      case 'instant':
        return '2031-03-04T10:00:00Z'
      case 'int':
      case 'rating':
      case 'bps':
      case 'number':
      case 'money':
        return '3'
      default:
        return value ?? 'x'
    }
  }
  return op === 'between' ? `${one()},${one()}` : one()
}

const filters = (
  name: string,
  field: FieldModel,
  value: string | undefined,
  all: boolean,
): string[] => {
  const { operators } = usesOf(field)
  const some = all
    ? operators
    : operators.filter((op) => ['eq', 'has', 'startsWith', 'isNull'].includes(op))
  const money = field.kind === 'money' ? `&filter[${name}][currency]=EUR` : ''
  return some.map(
    (op) =>
      `filter[${name}][${op}]=${encodeURIComponent(sample(field, op, value))}${op === 'isNull' ? '' : money}`,
  )
}

/**
 * Requests that name each field of the entity: sort, filter by each operator (`all`) or the main
 * ones, in lists, options, aggregates and exports, selecting fields, including, grouping,
 * measuring. `canary` returns the value to filter by.
 */
export const asksOf = (
  model: Model,
  resource: ResourceModel,
  canary: (resource: ResourceModel, field: string) => string | undefined,
  all = false,
): Ask[] => {
  const base = `/api/${resource.collection}`
  const asks: Ask[] = []
  const add = (
    names: Ask['names'],
    written: string,
    query: (name: string) => string[],
    calls: readonly string[],
  ): void => {
    const unknown = [...written.split('.').slice(0, -1), UNKNOWN].join('.')
    const [known, stray] = [query(written), query(unknown)]
    known.forEach((q, i) => {
      for (const call of calls) {
        asks.push({ names, address: `${base}${call}?${q}`, unknown: `${base}${call}?${stray[i]}` })
      }
    })
  }
  for (const field of [
    ...resource.fields,
    ...standardFields.filter((f) => f.name !== 'deletedAt'),
  ]) {
    const names = [{ resource, field: field.name }]
    const { sortable } = usesOf(field)
    const storage = isMasked(field) ? 'text' : traits(field.kind).storage
    const value = canary(resource, field.name)
    if (sortable) {
      add(names, field.name, (n) => [`sort=${n}`, `sort=-${n}&limit=1`], ['', '/export.csv'])
    }
    if (sortable && field.kind !== 'money') {
      add(names, field.name, (n) => [`group=${n}`], ['/aggregate'])
    }
    if (['integer', 'double', 'money', 'date', 'timestamptz'].includes(storage)) {
      add(names, field.name, (n) => [`measure=min:${n}`, `measure=max:${n}`], ['/aggregate'])
    }
    if (['integer', 'double', 'money'].includes(storage)) {
      add(names, field.name, (n) => [`measure=sum:${n}`, `measure=avg:${n}`], ['/aggregate'])
    }
    add(names, field.name, (n) => filters(n, field, value, all), [
      '',
      '/options',
      '/aggregate',
      ...(all ? ['/export.csv'] : []),
    ])
    add(names, field.name, (n) => [`fields=${n}`], ['', '/export.csv'])
    if (!field.ref || (field.kind !== 'ref' && field.kind !== 'refs')) continue
    add(names, field.name, (n) => [`include=${n}`], [''])
    const target = model.resources.find((r) => r.collection === field.ref)!
    for (const inner of target.fields) {
      add(
        [...names, { resource: target, field: inner.name }],
        `${field.name}.${inner.name}`,
        (n) => filters(n, inner, canary(target, inner.name), all),
        [''],
      )
    }
  }
  return asks
}

/** A problem without the names in it: equal for an unknown and a forbidden name. */
export const shapeOf = (address: string, status: number, body: unknown): string => {
  const { requestId: _, ...problem } = body as Record<string, unknown>
  const names = [
    ...address.matchAll(
      /(?:sort=-?|group=|fields=|include=|measure=\w+:)([\w.]+)|filter\[([\w.]+)\]/g,
    ),
  ].map((m) => m[1] ?? m[2]!)
  // Only where it is quoted: `code` and `name` are also words of a problem.
  return names.reduce(
    (text, name) =>
      text
        .replaceAll(`[${name}]`, '[§]')
        .replaceAll(`\\"${name}\\"`, '§')
        .replaceAll(`:${name}\\"`, ':§'),
    `${status} ${JSON.stringify(problem)}`,
  )
}
