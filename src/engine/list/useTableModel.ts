import { useMemo } from 'react'
import { columnOrderingFeature, columnVisibilityFeature, rowSelectionFeature, rowSortingFeature, tableFeatures, useTable, type ColumnDef, type RowSelectionState, type Updater } from '@tanstack/react-table'
import type { RecordData } from '#data/types.ts'
import type { SortKey } from '#model/query.ts'
import type { ListColumn } from './columns.ts'

const features = tableFeatures({ columnOrderingFeature, columnVisibilityFeature, rowSelectionFeature, rowSortingFeature })
type Columns = ColumnDef<typeof features, RecordData>[]

/** Ids that are ticked. */
export type Selection = RowSelectionState

interface TableInput {
  readonly rows: readonly RecordData[]
  readonly possible: readonly ListColumn[]
  /** Names of shown columns in order. */
  readonly shown: readonly string[]
  readonly sort: SortKey
  readonly onSort: (sort: SortKey | undefined) => void
  readonly selection: Selection
  readonly onSelection: (next: (old: Selection) => Selection) => void
}

const updated = <T>(updater: Updater<T>, old: T): T => (typeof updater === 'function' ? (updater as (old: T) => T)(old) : updater)

/** The table behind a list: columns, order, sort and selection. The server sorts, pages and filters. */
export const useTableModel = ({ rows, possible, shown, sort, onSort, selection, onSelection }: TableInput) => {
  const columns = useMemo<Columns>(() => possible.map((c) => ({ id: c.name, accessorFn: (row: RecordData) => row[c.name], enableSorting: c.sortable, enableHiding: !c.title, sortDescFirst: false })), [possible])
  const state = useMemo(() => ({
    columnOrder: [...shown, ...possible.map((c) => c.name).filter((name) => !shown.includes(name))],
    columnVisibility: Object.fromEntries(possible.map((c) => [c.name, shown.includes(c.name)])),
    sorting: [{ id: sort.field, desc: sort.descending }],
    rowSelection: selection,
  }), [possible, shown, sort.field, sort.descending, selection])
  return useTable({
    features, columns, state,
    data: rows as RecordData[],
    getRowId: (row) => row.id,
    manualSorting: true, enableMultiSort: false,
    onSortingChange: (u) => { const [first] = updated(u, state.sorting); onSort(first && { field: first.id, descending: first.desc }) },
    onRowSelectionChange: (u) => onSelection((old) => updated(u, old)),
  })
}

export type TableModel = ReturnType<typeof useTableModel>
