import { useMemo } from 'react'
import { ListTable } from './ListTable.tsx'
import { SumsFoot } from './SumsFoot.tsx'
import { useSummed } from './preference.ts'
import { tableColumns } from './relatedColumns.ts'
import type { List } from './useList.ts'
import type { Peek } from './usePeek.ts'
import { useRelatedValues } from './useRelatedValues.ts'

/** The table of a list with columns of referenced records, and sums below it. */
export const FullTable = ({ list, peek }: { readonly list: List; readonly peek: Peek }) => {
  const { resource, columns, preference, allowed } = list
  const all = useMemo(
    () => [...tableColumns({ resource, columns, preference, allowed })],
    [resource, columns, preference, allowed],
  )
  const shown = useRelatedValues(list.shown, all)
  const whole = { ...list, columns: all, shown }
  const [summed] = useSummed(resource)
  return (
    <ListTable
      list={whole}
      peek={peek}
      foot={summed && !list.trashed ? <SumsFoot list={whole} /> : null}
    />
  )
}
