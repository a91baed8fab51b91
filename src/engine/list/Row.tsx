import { memo, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { IconDots } from '@tabler/icons-react'
import type { Included, RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { Menu, type MenuEntry } from '#ui/Menu.tsx'
import { label, t } from '#ui/i18n.ts'
import { Cell } from './Cell.tsx'
import type { ListColumn } from './columns.ts'
import type { ExtraColumn } from './preset.ts'
import { titleOf } from '../recordActions.ts'
import { RecordLink } from '../links.tsx'
import css from './table.module.css'

export interface RowProps {
  readonly resource: ResourceModel
  readonly row: RecordData
  readonly columns: readonly ListColumn[]
  /** Columns a preset adds; their cells report their own actions to the list. */
  readonly extra: readonly ExtraColumn[]
  readonly onOwn: () => void
  readonly included: Included
  readonly pictures: readonly string[]
  readonly locale: string
  readonly zone: string
  readonly selected: boolean
  readonly flashed: boolean
  /** The person may open records, and the row is not in the trash. */
  readonly opens: boolean
  /** Address that opening leads to; default the record's page. */
  readonly openedAt: ((id: string) => string) | undefined
  readonly onSelect: (id: string, on: boolean, range: boolean) => void
  readonly onOpen: (row: RecordData, newTab: boolean) => void
  /** Columns whose values the person may change in place. */
  readonly editable: ReadonlySet<string>
  readonly onEdit: (row: RecordData, name: string, at: HTMLElement) => void
  /**
   * Row index in the whole table, 1-based including the header, when only some rows are rendered.
   */
  readonly position: number | undefined
  readonly menuOf: (row: RecordData) => readonly MenuEntry[]
}

const sameTitles = (a: RowProps, b: RowProps): boolean =>
  a.included === b.included ||
  a.columns.every(({ name, field }) => {
    if (field.kind !== 'ref' && field.kind !== 'refs') return true
    const ids = [a.row[name]].flat() as (string | null)[]
    return ids.every(
      (id) =>
        id === null ||
        a.included[field.ref ?? '']?.[id]?.title === b.included[field.ref ?? '']?.[id]?.title,
    )
  })
// Sorting and paging pass new titles for rows that stay; only a new title of this row requires a
// render.
const same = (a: RowProps, b: RowProps): boolean =>
  (Object.keys(a) as (keyof RowProps)[]).every((key) => key === 'included' || a[key] === b[key]) &&
  sameTitles(a, b)

const DOUBLE_CLICK_MS = 260
const INTERACTIVE = 'a, button, input, label, [role=menu]'

const cellOf = (e: { readonly target: EventTarget }) =>
  (e.target as HTMLElement).closest<HTMLElement>('[data-cell]')

/** A click opens the row; a double click, F2 or Enter edits a cell. */
const useRowEvents = ({ row, opens, editable, onOpen, onEdit }: RowProps) => {
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isEditable = (cell: HTMLElement | null): cell is HTMLElement =>
    editable.has(cell?.dataset.cell ?? '')
  const edit = (e: { readonly target: EventTarget; preventDefault(): void }): void => {
    const cell = cellOf(e)
    if (!isEditable(cell)) return
    clearTimeout(opening.current)
    e.preventDefault()
    onEdit(row, cell.dataset.cell!, cell)
  }
  const onClick = (e: MouseEvent<HTMLTableRowElement>) => {
    clearTimeout(opening.current)
    if (
      !opens ||
      e.defaultPrevented ||
      (e.target as HTMLElement).closest(INTERACTIVE) ||
      window.getSelection()?.toString() ||
      e.detail > 1
    ) {
      return
    }
    const newTab = e.ctrlKey || e.metaKey
    // If a double click edits, a single click waits in case it is the first of two.
    if (isEditable(cellOf(e)) && !newTab) {
      opening.current = setTimeout(() => onOpen(row, false), DOUBLE_CLICK_MS)
    } else onOpen(row, newTab)
  }
  return {
    onClick,
    onDoubleClick: (e: MouseEvent) => {
      if (!(e.target as HTMLElement).closest(INTERACTIVE)) edit(e)
    },
    onKeyDown: (e: KeyboardEvent) => {
      if (e.key === 'F2' || (e.key === 'Enter' && e.target === cellOf(e))) edit(e)
    },
  }
}

/** The cell of the title, which links to the record. */
const titleCell = (
  column: ListColumn,
  title: string,
  { resource, row, opens, openedAt }: RowProps,
) => (
  <th
    key={column.name}
    role="rowheader"
    scope="row"
    className={css.title}
    data-cell={column.name}
    tabIndex={-1}
  >
    {opens ? (
      <RecordLink
        resource={resource}
        id={row.id}
        at={openedAt?.(row.id)}
        className={css.titleLink}
        data-row-link=""
      >
        {title}
      </RecordLink>
    ) : (
      <span tabIndex={-1} data-row-link="">
        {title}
      </span>
    )}
  </th>
)

/** One row of the list. */
export const Row = memo(function Row(props: RowProps) {
  const { resource, row, columns, extra, included, pictures, locale, zone } = props
  const { selected, flashed, opens, position } = props
  const title = titleOf(resource, row)
  const actions = t('list.actionsFor', { title })
  const events = useRowEvents(props)
  return (
    <tr
      role="row"
      data-id={row.id}
      className={`${css.row} ${selected ? css.selected : ''} ${flashed ? css.flashed : ''} ${opens ? css.opens : ''}`}
      aria-selected={selected}
      aria-rowindex={position}
      {...events}
    >
      <td role="cell" className={css.tick}>
        <label className={css.tickArea}>
          <input
            type="checkbox"
            checked={selected}
            aria-label={t('list.select', { title })}
            onChange={() => undefined}
            onClick={(e) => props.onSelect(row.id, !selected, e.shiftKey)}
          />
        </label>
      </td>
      {columns.map((column) => {
        if (column.title) {
          return titleCell(column, title, props)
        }
        return (
          <td
            key={column.name}
            role="cell"
            className={column.end ? css.end : undefined}
            tabIndex={-1}
            data-cell={column.name}
            data-kind={column.field.kind}
            data-label={label(column.field.label)}
          >
            <Cell
              column={column}
              value={row[column.name]}
              included={included}
              locale={locale}
              zone={zone}
              pictures={pictures}
            />
          </td>
        )
      })}
      {extra.map(({ name, label: text, Cell: Extra }) => (
        <td key={name} role="cell" data-label={t(text)}>
          <Extra row={row} own={props.onOwn} />
        </td>
      ))}
      <td role="cell" className={css.menuCell}>
        <Menu label={actions} items={() => props.menuOf(row)}>
          {(trigger) => (
            <button type="button" {...trigger} className={css.menuButton} aria-label={actions}>
              <IconDots size={16} aria-hidden />
            </button>
          )}
        </Menu>
      </td>
    </tr>
  )
}, same)
