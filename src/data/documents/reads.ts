/** Reads documents with the lite client: each query has a limit. */
import type { Firestore, Query, QueryConstraint } from 'firebase/firestore/lite'
import {
  pathOf,
  formatPosition,
  toDocumentQuery,
  sortKeyOf,
  DELETED,
  type DocumentQuery,
  type Where,
} from '#model/documents/query.ts'
import type { Instants } from '#model/documents/codec.ts'
import type { ListQuery } from '#model/query.ts'
import { fieldOf } from '#model/standard.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { ApiProblem } from '../problem.ts'
import type { ListResponse, PickerOption, RecordResponse, RecordData } from '../types.ts'
import { missing, unreadableRows } from './problems.ts'
import type { Records } from './records.ts'
import { titlesFor } from './titles.ts'
import type { OptionsAsk } from './source.ts'

export type Sdk = typeof import('firebase/firestore/lite')

/** Context of the reads and writes of one resource. */
export interface Place {
  readonly sdk: Sdk
  readonly db: Firestore
  readonly resource: ResourceModel
  readonly records: Records
  readonly instants: Instants
  /** The person whose records are written. */
  readonly person: string
}

/** Rows are counted up to here; the security rules allow no larger query. */
export const MOST_COUNTED = 1000
/** Options a picker shows. */
const CHOICES = 25

const bounded = (
  { sdk, db, resource }: Place,
  limit: number,
  constraints: readonly QueryConstraint[],
): Query => sdk.query(sdk.collection(db, resource.collection), ...constraints, sdk.limit(limit))

const comparison = (
  { sdk, instants }: Place,
  { path, op, value, instant }: Where,
): QueryConstraint => {
  const one = (v: Json): unknown => (instant && typeof v === 'string' ? instants.write(v) : v)
  return sdk.where(path, op, Array.isArray(value) ? value.map(one) : one(value))
}

/** A list request as SDK calls, with one extra row. */
const pageOf = (place: Place, asked: DocumentQuery): Query => {
  const { sdk, instants } = place
  const { order, from } = asked
  // Backwards, the list is read from its other end and reversed.
  const descending = order.descending !== (from?.before ?? false)
  const direction = descending ? 'desc' : 'asc'
  const start =
    from &&
    (order.instant && typeof from.value === 'string' ? instants.write(from.value) : from.value)
  return bounded(place, asked.limit + 1, [
    ...asked.where.map((w) => comparison(place, w)),
    sdk.orderBy(order.path, direction),
    sdk.orderBy(sdk.documentId(), direction),
    ...(from ? [sdk.startAfter(start, from.id)] : []),
  ])
}

/**
 * Reads a list with its total and the titles of the referenced records. Documents that do not fit
 * the schema are omitted and reported.
 */
export const readList = async (place: Place, query: ListQuery): Promise<ListResponse> => {
  const { sdk, resource, records } = place
  const asked = toDocumentQuery(resource, query)
  const [{ docs }, counted] = await Promise.all([
    sdk.getDocs(pageOf(place, asked)),
    sdk.getCount(
      bounded(
        place,
        MOST_COUNTED + 1,
        asked.where.map((w) => comparison(place, w)),
      ),
    ),
  ])
  const further = docs.length > asked.limit
  const shown = docs.slice(0, asked.limit)
  if (asked.from?.before) shown.reverse()
  const broken: string[] = []
  const data = shown.flatMap((document): RecordData[] => {
    try {
      return [records.read(document.id, document.data())]
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      broken.push(document.id)
      console.error(`${resource.collection}/${document.id}: ${error.detail}`)
      return []
    }
  })
  const sort = sortKeyOf(resource, query.sort)
  const path = pathOf(fieldOf(resource, sort.field)!).split('.')
  // From the document, not the record: a document that does not fit may still be the last of a
  // page.
  const cursor = (document: (typeof docs)[number] | undefined, before: boolean): string | null => {
    if (!document) return null
    const held: unknown = path.reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined,
      document.data(),
    )
    const value = place.instants.read(held) ?? held ?? null
    return ['string', 'number', 'boolean'].includes(typeof value) || value === null
      ? formatPosition(sort, { value: value as Json, id: document.id, before })
      : null
  }
  const total = counted.data().count
  return {
    data,
    included: await titlesFor(resource, data),
    ...(broken.length ? { notice: unreadableRows(broken.length) } : {}),
    page: {
      limit: query.limit,
      total: Math.min(total, MOST_COUNTED),
      totalIsExact: total <= MOST_COUNTED,
      unnumbered: true,
      next: (asked.from?.before ? true : further) ? cursor(shown.at(-1), false) : null,
      previous: (asked.from?.before ? further : asked.from !== undefined)
        ? cursor(shown[0], true)
        : null,
    },
  }
}

/** Reads one record, at the cost of one document read. */
export const readRecord = async (
  place: Place,
  id: string,
  trashed = false,
): Promise<RecordResponse> => {
  const { sdk, db, resource, records } = place
  const document = await sdk.getDoc(sdk.doc(db, resource.collection, id))
  const held = document.data()
  if (!held || held[DELETED] !== trashed) throw missing()
  const data = records.read(id, held)
  return { data, included: await titlesFor(resource, [data]) }
}

/**
 * Options of a picker: those with the given ids, or the first whose titles start with the search
 * text.
 */
export const readOptions = async (
  place: Place,
  { ids, search }: OptionsAsk,
): Promise<readonly PickerOption[]> => {
  const { sdk, db, resource } = place
  const documents = ids
    ? await Promise.all(ids.map((id) => sdk.getDoc(sdk.doc(db, resource.collection, id))))
    : (
        await sdk.getDocs(
          bounded(place, CHOICES, [
            sdk.where(DELETED, '==', false),
            ...(search
              ? [
                  sdk.where(resource.title, '>=', search),
                  sdk.where(resource.title, '<', `${search}\uf8ff`),
                ]
              : []),
            sdk.orderBy(resource.title),
          ]),
        )
      ).docs
  const subtitled = resource.fields.filter((f) => f.name === resource.subtitle)
  const pointed = await titlesFor(
    { ...resource, fields: subtitled },
    documents.map((document) => (document.data() ?? {}) as RecordData),
  )
  const titles = new Map(
    Object.values(pointed).flatMap((found) =>
      Object.values(found).map((record): [string, string] => [record.id, record.title]),
    ),
  )
  return documents.flatMap((document) => {
    const held = document.data()
    const value = resource.subtitle && held?.[resource.subtitle]
    const subtitle = subtitled[0]?.ref ? titles.get(String(value)) : value
    return held
      ? [
          {
            id: document.id,
            title: String(held[resource.title] ?? document.id),
            ...(typeof subtitle === 'string' && subtitle ? { subtitle } : {}),
          },
        ]
      : []
  })
}
