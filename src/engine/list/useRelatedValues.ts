import { useMemo } from 'react'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { listQuery } from '#data/queries.ts'
import type { Included, ListResponse, RecordData } from '#data/types.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { own } from '#schemas/define/own.ts'
import type { ListColumn } from './columns.ts'
import type { Shown } from './useLive.ts'

/** Records that are requested together. */
const TOGETHER = 100

/** Columns that lead through the same reference. */
interface Through {
  readonly ref: string
  readonly of: ResourceModel
  /** Names of the fields there. */
  readonly fields: readonly string[]
}

const throughOf = (columns: readonly ListColumn[]): readonly Through[] => {
  const out = new Map<string, Through>()
  for (const { name, of } of columns) {
    const [ref = '', field = ''] = name.split('.')
    if (of) out.set(ref, { ref, of, fields: [...(out.get(ref)?.fields ?? []), field] })
  }
  return [...out.values()]
}

const idsIn = (rows: readonly RecordData[], ref: string): string[] => [
  ...new Set(rows.map((row) => own(row, ref)).filter((id) => typeof id === 'string')),
]

/** Requests of the records that the rows refer to, in the order of the rows. */
const requestsOf = (rows: readonly RecordData[], through: readonly Through[]) =>
  through.flatMap(({ ref, of, fields }) => {
    const ids = idsIn(rows, ref)
    return Array.from({ length: Math.ceil(ids.length / TOGETHER) }, (_, at) => {
      const some = ids.slice(at * TOGETHER, (at + 1) * TOGETHER)
      const filter = { path: ['id'], op: 'in', value: some } as const
      return { ref, ids: some, query: listQuery(of, { filter, fields, limit: TOGETHER }) }
    })
  })

interface Found {
  readonly ref: string
  readonly ids: readonly string[]
  readonly response: ListResponse
}

/** The rows with the values that were found. */
const joined = (
  rows: readonly RecordData[],
  included: Included,
  through: readonly Through[],
  found: readonly Found[],
): Pick<Shown, 'rows' | 'included'> => {
  // Without a record here the person may not see it, or it is in the trash.
  const records = new Map<string, RecordData | null>()
  const titles = new Map(Object.entries(included))
  for (const { ref, ids, response } of found) {
    for (const id of ids) records.set(`${ref} ${id}`, null)
    for (const record of response.data) records.set(`${ref} ${record.id}`, record)
    for (const [collection, more] of Object.entries(response.included)) {
      titles.set(collection, { ...more, ...titles.get(collection) })
    }
  }
  const valuesOf = (row: RecordData): Record<string, Json | undefined> =>
    Object.fromEntries(
      through.flatMap(({ ref, fields }) => {
        const id = own(row, ref)
        const record = typeof id === 'string' ? records.get(`${ref} ${id}`) : null
        return fields.map((field) => [
          `${ref}.${field}`,
          record === undefined ? undefined : (record?.[field] ?? null),
        ])
      }),
    )
  return {
    rows: rows.map((row) => ({ ...row, ...valuesOf(row) }) as RecordData),
    included: Object.fromEntries(titles),
  }
}

/** Responses that have come, without those of an earlier request. */
const responsesIn = (results: readonly UseQueryResult<ListResponse>[]) =>
  results.map(({ data, isPlaceholderData }) => (isPlaceholderData ? undefined : data))

/**
 * The rows on screen with what columns of referenced records show. The server gives only records
 * and fields that the person may read.
 */
export const useRelatedValues = (shown: Shown, columns: readonly ListColumn[]): Shown => {
  const { rows, included } = shown
  const through = useMemo(() => throughOf(columns), [columns])
  const requests = useMemo(() => requestsOf(rows, through), [rows, through])
  const responses = useQueries({
    queries: requests.map(({ query }) => query),
    combine: responsesIn,
  })
  return useMemo(() => {
    const found = requests.flatMap(({ ref, ids }, i): Found[] => {
      const response = responses[i]
      return response ? [{ ref, ids, response }] : []
    })
    return { ...shown, ...joined(rows, included, through, found) }
  }, [shown, rows, included, through, requests, responses])
}
