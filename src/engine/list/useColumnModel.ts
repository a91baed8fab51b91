import { useMemo } from 'react'
import {
  columnOrderingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Updater,
} from '@tanstack/react-table'
import type { RecordData } from '#data/types.ts'
import type { ListColumn } from './columns.ts'

const features = tableFeatures({ columnOrderingFeature, columnVisibilityFeature })
const noRows: RecordData[] = []
const updated = <T>(updater: Updater<T>, old: T): T =>
  typeof updater === 'function' ? (updater as (old: T) => T)(old) : updater

/**
 * Order and visibility of columns, by TanStack Table; `onChange` receives the names to show, in
 * order. It loads with the panel that needs it: the server sorts and pages the rows, which keeps
 * these 13 kB out of the first load.
 */
export const useColumnModel = (
  possible: readonly ListColumn[],
  shown: readonly string[],
  onChange: (names: readonly string[]) => void,
) => {
  const columns = useMemo<ColumnDef<typeof features, RecordData>[]>(
    () =>
      possible.map((c) => ({
        id: c.name,
        accessorFn: (row: RecordData) => row[c.name],
        enableHiding: !c.title,
      })),
    [possible],
  )
  const state = useMemo(
    () => ({
      columnOrder: [
        ...shown,
        ...possible.map((c) => c.name).filter((name) => !shown.includes(name)),
      ],
      columnVisibility: Object.fromEntries(possible.map((c) => [c.name, shown.includes(c.name)])),
    }),
    [possible, shown],
  )
  return useTable({
    features,
    columns,
    state,
    data: noRows,
    onColumnOrderChange: (u) =>
      onChange(updated(u, state.columnOrder).filter((name) => state.columnVisibility[name])),
    onColumnVisibilityChange: (u) => {
      const next = updated(u, state.columnVisibility)
      onChange(state.columnOrder.filter((name) => next[name]))
    },
  })
}
