import { useMemo } from 'react'
import { ListTable } from './ListTable.tsx'
import { tableColumns } from './relatedColumns.ts'
import type { List } from './useList.ts'
import type { Peek } from './usePeek.ts'
import { useRelatedValues } from './useRelatedValues.ts'

/** The table of a list with columns of referenced records. */
export const RelatedTable = ({ list, peek }: { readonly list: List; readonly peek: Peek }) => {
  const { resource, columns, preference, allowed } = list
  const all = useMemo(
    () => [...tableColumns({ resource, columns, preference, allowed })],
    [resource, columns, preference, allowed],
  )
  const shown = useRelatedValues(list.shown, all)
  return <ListTable list={{ ...list, columns: all, shown }} peek={peek} />
}
