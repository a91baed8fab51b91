import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { SortKey } from '#model/query.ts'
import { label } from '#ui/i18n.ts'
import { ColumnEdge } from './ColumnEdge.tsx'
import type { ListColumn } from './columns.ts'
import css from './table.module.css'

const ARIA = { asc: 'ascending', desc: 'descending' } as const
const ICON = { asc: IconArrowUp, desc: IconArrowDown } as const

interface ColumnHeadProps {
  readonly column: ListColumn
  /** The sort of the list. */
  readonly sort: SortKey
  readonly widthPx: number
  readonly onSort: (sort: SortKey) => void
  /** While the edge is dragged, with the width in pixels. */
  readonly onDrag: (px: number) => void
  /** When a width is chosen; undefined resets it to the default. */
  readonly onSet: (px: number | undefined) => void
}

/** Column header: its label, a sort button, and the resize handle. */
export const ColumnHead = ({
  column: { name, field, end, title, sortable },
  sort,
  widthPx,
  onSort,
  onDrag,
  onSet,
}: ColumnHeadProps) => {
  const order = sort.descending ? 'desc' : 'asc'
  const direction = sort.field === name ? order : undefined
  const Icon = direction && ICON[direction]
  const text = label(field.label)
  const sorted = direction ? ARIA[direction] : 'none'
  return (
    <th
      role="columnheader"
      scope="col"
      className={`${end ? css.end : ''} ${title ? css.title : ''}`}
      aria-label={text}
      aria-sort={sortable ? sorted : undefined}
    >
      {sortable ? (
        <button
          type="button"
          className={css.sort}
          onClick={() => onSort({ field: name, descending: direction === 'asc' })}
        >
          <span className={css.headText}>{text}</span>
          {Icon ? <Icon size={14} aria-hidden /> : null}
        </button>
      ) : (
        <span className={css.plainHead}>{text}</span>
      )}
      <ColumnEdge text={field.label} widthPx={widthPx} onDrag={onDrag} onSet={onSet} />
    </th>
  )
}
