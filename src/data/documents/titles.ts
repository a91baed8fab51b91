import type { ResourceModel } from '#model/types.ts'
import { get } from '../api.ts'
import type { Included, IncludedRecord, PickerOption, RecordData } from '../types.ts'

const idsOf = (value: unknown): string[] => [value].flat().filter((v) => typeof v === 'string')

/** Maximum ids per call. */
const MOST = 200

/**
 * The titles of referenced records, requested from the server: one call per collection. Unreadable
 * ones have no title.
 */
export const titlesFor = async (
  resource: ResourceModel,
  rows: readonly RecordData[],
): Promise<Included> => {
  const wanted = new Map<string, Set<string>>()
  for (const field of resource.fields) {
    if ((field.kind !== 'ref' && field.kind !== 'refs') || !field.ref) continue
    const ids = rows.flatMap((row) => idsOf(row[field.name]))
    if (ids.length) wanted.set(field.ref, new Set([...(wanted.get(field.ref) ?? []), ...ids]))
  }
  const responses = await Promise.all(
    [...wanted].map(
      async ([collection, ids]): Promise<[string, Record<string, IncludedRecord>]> => {
        const found = await get<readonly PickerOption[]>(`/api/${collection}/options`, {
          query: { ids: [...ids].slice(0, MOST).join(',') },
        }).catch(() => [])
        return [
          collection,
          Object.fromEntries(found.map((o) => [o.id, { id: o.id, title: o.title }])),
        ]
      },
    ),
  )
  return Object.fromEntries(responses)
}

/** References of a body to records the person cannot see, by field. */
export const danglingIn = async (
  resource: ResourceModel,
  body: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> => {
  const titles = await titlesFor(resource, [{ id: '', version: 0, ...body } as RecordData])
  return resource.fields
    .filter(
      (f) => f.ref && f.name in body && idsOf(body[f.name]).some((id) => !titles[f.ref!]?.[id]),
    )
    .map((f) => f.name)
}
