import { useMemo } from 'react'
import type { RecordData } from '#data/types.ts'
import { t } from '#ui/i18n.ts'
import { useLatestSearch } from '../links.tsx'
import { ColumnHead } from './ColumnHead.tsx'
import { sortOf } from './queryOf.ts'
import type { useColumnWidths } from './useColumnWidths.ts'
import type { List } from './useList.ts'
import css from './table.module.css'

/** The checkbox of all rows of the page. */
const TickAll = ({ list, rows }: HeadProps) => {
  const all = rows.length > 0 && list.selected.length === rows.length
  const some = list.selected.length > 0
  return (
    <label className={css.tickArea}>
      <input
        type="checkbox"
        checked={all}
        disabled={!rows.length}
        aria-label={t('list.selectAll')}
        ref={(el) => {
          if (el) el.indeterminate = some && !all
        }}
        onChange={(e) => {
          const on = e.currentTarget.checked
          // Rows of other pages stay as they are.
          list.setSelection((old) => {
            const next = { ...old }
            for (const { id } of rows) {
              if (on) next[id] = true
              else delete next[id]
            }
            return next
          })
        }}
      />
    </label>
  )
}

interface HeadProps {
  readonly list: List
  /** The rows on screen. */
  readonly rows: readonly RecordData[]
}

/** The head of the table; a chosen order is marked before its rows come. */
export const TableHead = ({
  list,
  rows,
  widths,
}: HeadProps & { readonly widths: ReturnType<typeof useColumnWidths> }) => {
  const { resource, preset, resolve } = list
  const latest = useLatestSearch(resource, preset?.path)
  // The same object when the rows follow.
  const chosen = useMemo(
    () => latest && sortOf(resource, resolve(latest)),
    [resource, latest, resolve],
  )
  return (
    <thead role="rowgroup" className={css.head}>
      <tr role="row">
        <th role="columnheader" scope="col" className={css.tick}>
          <TickAll list={list} rows={rows} />
        </th>
        {list.columns.map((c) => (
          <ColumnHead
            key={c.name}
            column={c}
            sort={chosen ?? list.sort}
            widthPx={widths.pxOf(c)}
            onSort={list.setSort}
            onDrag={widths.drag}
            onSet={widths.resize}
          />
        ))}
        {list.extra.map((e) => (
          <th key={e.name} role="columnheader" scope="col">
            <span>{t(e.label)}</span>
          </th>
        ))}
        <th role="columnheader" scope="col" className={css.menuCell}>
          <span className="visually-hidden">{t('common.actions')}</span>
        </th>
      </tr>
    </thead>
  )
}
