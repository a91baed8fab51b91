import { useMemo } from 'react'
import { ListTable } from './ListTable.tsx'
import { SumsFoot } from './SumsFoot.tsx'
import { pinnedCount } from './pins.ts'
import { tableColumns } from './relatedColumns.ts'
import type { List } from './useList.ts'
import type { Peek } from './usePeek.ts'
import { usePins } from './usePins.ts'
import { useRelatedValues } from './useRelatedValues.ts'
import css from './pins.module.css'

/** The table of a list with columns of referenced records, pinned ones, and sums below it. */
export const FullTable = ({ list, peek }: { readonly list: List; readonly peek: Peek }) => {
  const { resource, columns, preference, allowed } = list
  const all = useMemo(
    () => [...tableColumns({ resource, columns, preference, allowed })],
    [resource, columns, preference, allowed],
  )
  const shown = useRelatedValues(list.shown, all)
  const whole = { ...list, columns: all, shown }
  const { sums } = preference
  const pins = usePins(pinnedCount(all, preference), all.map((c) => c.name).join())
  return (
    <div ref={pins} className={css.pins}>
      <ListTable
        list={whole}
        peek={peek}
        foot={sums && !list.trashed ? <SumsFoot list={whole} /> : null}
      />
    </div>
  )
}
