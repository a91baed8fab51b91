import { memo } from 'react'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { SortKey } from '#model/query.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { ColumnEdge } from './ColumnEdge.tsx'
import type { ListColumn } from './columns.ts'
import { onlyBy, withLevel } from './sortLevels.ts'
import css from './table.module.css'

const ARIA = { asc: 'ascending', desc: 'descending' } as const
const ORDER = { asc: 'list.asc', desc: 'list.desc' } as const
const ICON = { asc: IconArrowUp, desc: IconArrowDown } as const

interface ColumnHeadProps {
  readonly column: ListColumn
  /** The sort of the list, first level first. */
  readonly sort: readonly SortKey[]
  readonly widthPx: number
  readonly onSort: (sort: readonly SortKey[]) => void
  /** While the edge of a column is dragged, with the width in pixels. */
  readonly onDrag: (name: string, px: number) => void
  /** When the width of a column is chosen; undefined resets it to the default. */
  readonly onSet: (name: string, px: number | undefined) => void
}

/** Column header: its label, a sort button, and the resize handle. */
export const ColumnHead = memo(
  ({
    column: { name, field, end, title, sortable, of },
    sort,
    widthPx,
    onSort,
    onDrag,
    onSet,
  }: ColumnHeadProps) => {
    const { t } = useTranslation()
    const level = sort.findIndex(({ field: by }) => by === name)
    const order = sort[level]?.descending ? 'desc' : 'asc'
    const direction = level < 0 ? undefined : order
    const Icon = direction && ICON[direction]
    const text = label(field.label)
    // A table has one sorted column; further levels are described.
    const sorted = direction && level === 0 ? ARIA[direction] : 'none'
    return (
      <th
        role="columnheader"
        scope="col"
        className={`${end ? css.end : ''} ${title ? css.title : ''}`}
        aria-label={text}
        aria-sort={sortable ? sorted : undefined}
        title={of && t('list.unsorted', { label: text })}
      >
        {sortable ? (
          <button
            type="button"
            className={css.sort}
            aria-description={
              direction && sort.length > 1
                ? t('list.sortLevel', { level: level + 1, order: t(ORDER[direction]) })
                : undefined
            }
            onClick={(e) => onSort(e.shiftKey ? withLevel(sort, name) : onlyBy(sort, name))}
          >
            <span className={css.headText}>{text}</span>
            {Icon ? <Icon size={14} aria-hidden /> : null}
            {direction && sort.length > 1 ? (
              <span className={css.level} aria-hidden>
                {level + 1}
              </span>
            ) : null}
          </button>
        ) : (
          <span>{text}</span>
        )}
        <ColumnEdge
          text={field.label}
          widthPx={widthPx}
          onDrag={(px) => onDrag(name, px)}
          onSet={(px) => onSet(name, px)}
        />
      </th>
    )
  },
)
