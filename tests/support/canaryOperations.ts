import { randomUUID } from 'node:crypto'
import { rules } from '#server/rules/index.ts'
import type { RuleBook } from '#server/store/write/rules.ts'
import type { Canary } from './canary.ts'
import type { Caller, World } from './canaryWorld.ts'

/** Every name that plain objects and arrays inherit. */
export const inheritedNames: readonly string[] = [
  ...new Set([
    ...Object.getOwnPropertyNames(Object.prototype),
    ...Object.getOwnPropertyNames(Array.prototype),
  ]),
]

interface Operation {
  readonly method: string
  readonly path: string
}

/** Streams that do not end by themselves; the test of live events reads them. */
const endless = ['/api/events']

/** Every operation of the API description. */
export const operationsOf = (description: {
  readonly paths: Readonly<Record<string, object>>
}): Operation[] =>
  Object.entries(description.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => /^(get|put|post|patch|delete)$/.test(method))
      .map((method) => ({ method: method.toUpperCase(), path })),
  )

const placesOf = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

const filled = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!))

/**
 * Values for a path parameter: the ids of the world's records, the previews of their rules, else a
 * new id.
 */
const valuesOf = (world: World, path: string, place: string): readonly string[] => {
  const resource = world.model.resources.find((r) => r.collection === path.split('/')[2])
  if (place === 'id' && resource) {
    return world.records.filter((r) => r.resource === resource).map((r) => r.id)
  }
  const previews = Object.keys((rules as RuleBook)[resource?.entity ?? '']?.previews ?? {})
  return place === 'preview' && previews.length ? previews : [randomUUID()]
}

/** URLs that request everything in the world from an operation. */
export const addressesOf = (world: World, { path }: Operation): string[] =>
  endless.includes(path)
    ? []
    : placesOf(path)
        .reduce<Record<string, string>[]>(
          (all, place) =>
            all.flatMap((values) =>
              valuesOf(world, path, place).map((value) => ({ ...values, [place]: value })),
            ),
          [{}],
        )
        .map((values) => filled(path, values))

/** URLs with an inherited name in one parameter of the path, and existing values in the others. */
export const hostileAddressesOf = (world: World, { path }: Operation): string[] => {
  const places = placesOf(path)
  const usual = Object.fromEntries(
    places.map((place) => [place, valuesOf(world, path, place)[0] ?? randomUUID()]),
  )
  return places.flatMap((place) =>
    inheritedNames.map((name) => filled(path, { ...usual, [place]: name })),
  )
}

/** What a scan found in the responses to one caller. */
export interface Scan {
  /** Values that the caller may not see, each with its address. */
  readonly leaks: readonly string[]
  readonly statuses: ReadonlySet<number>
  /** Values in PDFs. */
  readonly pdf: readonly Canary[]
}

/** Requests everything in the world from every operation that reads. */
export const scanReads = async (
  world: World,
  caller: Caller,
  operations: readonly Operation[],
): Promise<Scan> => {
  const leaks: string[] = []
  const statuses = new Set<number>()
  const pdf: Canary[] = []
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    for (const address of addressesOf(world, operation)) {
      const { status, text } = await world.call('GET', address, { as: caller.name })
      statuses.add(status)
      leaks.push(...world.leaks(caller, text).map((leak) => `${address}: ${leak}`))
      if (status === 200 && address.endsWith('.pdf')) pdf.push(...world.aviary.in(text))
    }
  }
  return { leaks, statuses, pdf }
}
