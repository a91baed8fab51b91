import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { aggregateQuery, optionsQuery } from '#data/queries.ts'
import type { FieldModel } from '#model/types.ts'
import type { List } from '../useList.ts'

/**
 * Owner of the calendar: the list's filter, otherwise the one with the most records, otherwise the
 * first; then set in the URL.
 */
export const useCalendarOwner = (
  list: List,
  field: FieldModel,
): { readonly id: string | undefined; readonly none: boolean } => {
  const chosen = list.search[field.name]
  const one = Array.isArray(chosen) ? chosen[0] : chosen
  const id = typeof one === 'string' ? one : undefined
  const missing = id === undefined
  const busiest = useQuery({
    ...aggregateQuery(list.resource, { group: [field.name], measure: ['count'] }),
    enabled: missing,
  })
  const first = useQuery({
    ...optionsQuery(field.ref ?? ''),
    enabled: missing && (busiest.isError || busiest.data?.data.length === 0),
  })
  const most = busiest.data?.data[0]?.group[field.name]
  const wanted = id ?? (typeof most === 'string' ? most : first.data?.[0]?.id)
  const { setSearch } = list
  useEffect(() => {
    if (wanted !== undefined && chosen !== wanted) {
      setSearch({ [field.name]: wanted }, { replace: true })
    }
  }, [wanted, chosen, setSearch, field])
  return {
    id: typeof chosen === 'string' ? chosen : undefined,
    none: missing && first.data?.length === 0,
  }
}
