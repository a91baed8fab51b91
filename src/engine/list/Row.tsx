import { memo, type ReactNode } from 'react'
import type { Included, RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { label, t } from '#ui/i18n.ts'
import { cellContent } from './Cell.tsx'
import type { ListColumn } from './columns.ts'
import type { ExtraColumn } from './preset.ts'
import { titleOf } from '../recordActions.ts'
import { hrefOf } from '../links.tsx'
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
  /** Instant at which the page shows records; its links keep it. */
  readonly asOf: string | undefined
  readonly selected: boolean
  readonly flashed: boolean
  /** The person may open records, and the row is not in the trash. */
  readonly opens: boolean
  /** Address that opening leads to; default the record's page. */
  readonly openedAt: ((id: string) => string) | undefined
  /**
   * Row index in the whole table, 1-based including the header, when only some rows are rendered.
   */
  readonly position: number | undefined
  /** Its open menu; undefined while that is closed. */
  readonly menu: ReactNode
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

/** Id of the open menu of a row: one at a time. */
export const MENU_ID = 'row-menu'

const unchanged = (): void => undefined

/** The cell of the title, which links to the record. */
const titleCell = (
  column: ListColumn,
  title: string,
  { resource, row, opens, openedAt, asOf }: RowProps,
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
      <a
        href={openedAt?.(row.id) ?? hrefOf(resource, { page: 'detail', id: row.id }, asOf)}
        className={css.titleLink}
        data-row-link=""
        data-follow=""
      >
        {title}
      </a>
    ) : (
      <span tabIndex={-1} data-row-link="">
        {title}
      </span>
    )}
  </th>
)

/**
 * One row of the list. Its events are those of the table's body (`useRowEvents`), and its cells are
 * markup without components: a list draws thousands.
 */
export const Row = memo(function Row(props: RowProps) {
  const { resource, row, columns, extra, included, pictures, locale, zone, asOf } = props
  const { selected, flashed, opens, position, menu } = props
  const title = titleOf(resource, row)
  const linkTo = (target: ResourceModel, id: string, text: string) => (
    <a
      href={hrefOf(target, { page: 'detail', id }, asOf)}
      className={css.reference}
      tabIndex={-1}
      data-follow=""
    >
      {text}
    </a>
  )
  return (
    <tr
      role="row"
      data-id={row.id}
      className={`${css.row} ${selected ? css.selected : ''} ${flashed ? css.flashed : ''} ${opens ? css.opens : ''}`}
      aria-selected={selected}
      aria-rowindex={position}
    >
      <td role="cell" className={css.tick}>
        <label className={css.tickArea}>
          <input
            type="checkbox"
            checked={selected}
            aria-label={t('list.select', { title })}
            onChange={unchanged}
            data-tick=""
          />
        </label>
      </td>
      {columns.map((column) => {
        if (column.title) return titleCell(column, title, props)
        const value = row[column.name]
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
            {column.of && value === undefined
              ? null
              : cellContent({ column, value, included, locale, zone, pictures }, linkTo)}
          </td>
        )
      })}
      {extra.map(({ name, label: text, Cell: Extra }) => (
        <td key={name} role="cell" data-label={t(text)}>
          <Extra key={row.id} row={row} own={props.onOwn} />
        </td>
      ))}
      <td role="cell" className={css.menuCell}>
        <button
          type="button"
          className={css.menuButton}
          aria-haspopup="menu"
          aria-expanded={menu !== undefined}
          aria-controls={menu === undefined ? undefined : MENU_ID}
          aria-label={t('list.actionsFor', { title })}
          data-menu=""
        />
        {menu}
      </td>
    </tr>
  )
}, same)
