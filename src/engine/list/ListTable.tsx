import {
  memo,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
} from 'react'
import type { Json } from '#model/types.ts'
import { useHolds } from '#data/me.ts'
import type { RecordData } from '#data/types.ts'
import type { MenuEntry } from '#ui/Menu.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import common from '#ui/common.module.css'
import { Skeleton } from '#ui/states.tsx'
import { pending } from '#ui/pending.tsx'
import { hrefOf, useComingSearch, useGoTo, useGoToAddress } from '../links.tsx'
import { openedBy } from '../relatedScreens.ts'
import { ColumnHead } from './ColumnHead.tsx'
import { editableColumns } from './editable.ts'
import { lazyPart } from './lazyPart.tsx'
import { sortOf } from './queryOf.ts'
import { Row } from './Row.tsx'
import type { List } from './useList.ts'
import { MENU_PX, TICK_PX, useColumnWidths } from './useColumnWidths.ts'
import { useWindow } from './useWindow.ts'
import css from './table.module.css'

const CellEditor = lazyPart(async () => (await import('./CellEditor.tsx')).CellEditor)

/** Remaining rows at which the next ones are requested. */
const AHEAD = 30
const places = (length: number): readonly number[] => [...Array(length).keys()]

/** Rows until the first ones have arrived. */
const Placeholders = memo(({ cells }: { readonly cells: number }) =>
  places(12).map((i) => (
    <tr key={i} className={css.row} aria-hidden>
      <td className={css.tick} />
      {places(cells).map((j) => (
        <td key={j} className={css.skeletonCell}>
          <Skeleton width={`${38 + (((i + j) * 13) % 33)}%`} />
        </td>
      ))}
      <td className={css.menuCell} />
    </tr>
  )),
)

const picturesOf = (rows: List['rows'], columns: List['columns']): string[] => {
  const names = columns
    .filter((c) => c.field.kind === 'image' || c.field.kind === 'images')
    .map((c) => c.name)
  const first = (value: Json | undefined): string[] => {
    if (typeof value === 'string') return [value]
    return Array.isArray(value) && value[0] ? [(value[0] as { file: string }).file] : []
  }
  const files = rows.flatMap((row) => names.flatMap((name) => first(row[name])))
  return [...new Set(files)].slice(0, 200)
}

/** Shows the text of a cell in full while the pointer is on it, if it is cut. */
const showCut = ({ target }: MouseEvent): void => {
  const cell = (target as Element).closest<HTMLElement>('[data-cell]')
  if (!cell) return
  const isCut = [cell, ...cell.children].some((e) => e.scrollWidth > e.clientWidth)
  cell.title = isCut ? cell.textContent : ''
}

/** The rows as a table; on a phone the same table is rendered as cards. */
export const ListTable = ({
  list,
  menuOf,
}: {
  readonly list: List
  readonly menuOf: (row: RecordData) => readonly MenuEntry[]
}) => {
  const { t, i18n } = useTranslation()
  const { resource, columns, setSort, setSelection } = list
  const coming = useComingSearch(resource, list.preset?.path)
  const sort = coming ? sortOf(resource, list.resolve(coming)) : list.sort
  // An action's changes around the rows are painted first; later rows follow without blocking. The
  // first rows are never deferred.
  const later = useDeferredValue(list.shown)
  const drawn = later.rows.length ? later : list.shown
  const { rows, included } = drawn
  const changing = list.changing || coming !== undefined || drawn !== list.shown
  const goTo = useGoTo()
  const goToAddress = useGoToAddress()
  const holds = useHolds()
  const openedAt = useMemo(() => openedBy(resource, holds), [resource, holds])
  const pictures = useMemo(() => picturesOf(rows, columns), [rows, columns])
  const onOpen = useCallback(
    (row: RecordData, newTab: boolean) => {
      const page = { page: 'detail', id: row.id } as const
      if (newTab) {
        window.open(openedAt?.(row.id) ?? hrefOf(resource, page), '_blank', 'noopener')
      } else if (openedAt) void goToAddress(openedAt(row.id))
      else void goTo(resource, page)
    },
    [resource, goTo, goToAddress, openedAt],
  )

  const body = useRef<HTMLTableSectionElement>(null)
  const range = useWindow(list.scrolling, rows.length, body)
  const { more, moreFailed } = list
  // Rows that are not rendered yet have no end to approach.
  const near = list.scrolling && drawn === list.shown && range.to + AHEAD >= rows.length
  useEffect(() => {
    if (near && more && !moreFailed) void more()
  }, [near, more, moreFailed])

  const [editing, setEditing] = useState<{
    readonly row: RecordData
    readonly name: string
    readonly at: HTMLElement
  }>()
  const { rights, trashed } = list
  const may = useRef(rights)
  may.current = rights
  const editable = useMemo(
    () => editableColumns(resource, columns, may.current, trashed),
    [resource, columns, trashed],
  )
  const onEdit = useCallback(
    (row: RecordData, name: string, at: HTMLElement) => setEditing({ row, name, at }),
    [],
  )

  const all = rows.length > 0 && list.selected.length === rows.length
  const some = list.selected.length > 0
  const widths = useColumnWidths(list, drawn)
  return (
    <div
      className={css.scroll}
      data-density={list.preference.density ?? 'comfortable'}
      data-changing={changing || undefined}
    >
      <div className={css.fit}>
        <table
          role="table"
          className={css.table}
          aria-label={label(resource.label.many)}
          aria-busy={list.first || changing}
          {...(list.scrolling ? { 'aria-rowcount': list.totalIsExact ? list.total + 1 : -1 } : {})}
          style={widths.style}
        >
          <colgroup>
            <col style={{ width: TICK_PX }} />
            {columns.map((c) => (
              <col key={c.name} style={{ width: widths.widthOf(c) }} />
            ))}
            {list.extra.map((e) => (
              <col key={e.name} style={{ width: e.widthPx }} />
            ))}
            <col style={{ width: MENU_PX }} />
          </colgroup>
          <thead role="rowgroup" className={css.head}>
            <tr role="row">
              <th role="columnheader" scope="col" className={css.tick}>
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
                      setSelection((old) => {
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
              </th>
              {columns.map((c) => (
                <ColumnHead
                  key={c.name}
                  column={c}
                  sort={sort}
                  widthPx={widths.pxOf(c)}
                  onSort={setSort}
                  onDrag={(px) => widths.drag(c.name, px)}
                  onSet={(px) => widths.resize(c.name, px)}
                />
              ))}
              {list.extra.map((e) => (
                <th key={e.name} role="columnheader" scope="col">
                  <span className={css.plainHead}>{t(e.label)}</span>
                </th>
              ))}
              <th role="columnheader" scope="col" className={css.menuCell}>
                <span className="visually-hidden">{t('common.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody
            role="rowgroup"
            ref={body}
            className={list.first ? common.breathe : undefined}
            onMouseOver={showCut}
          >
            {range.from > 0 ? (
              <tr aria-hidden style={{ blockSize: range.from * range.rowPx }} />
            ) : null}
            {list.first ? (
              <Placeholders cells={columns.length + list.extra.length} />
            ) : (
              rows
                .slice(range.from, range.to)
                .map((row, i) => (
                  <Row
                    key={row.id}
                    position={list.scrolling ? range.from + i + 2 : undefined}
                    editable={editable}
                    onEdit={onEdit}
                    resource={resource}
                    row={row}
                    columns={columns}
                    extra={list.extra}
                    onOwn={list.ownAction}
                    included={included}
                    pictures={pictures}
                    locale={i18n.language}
                    zone={list.zone}
                    selected={list.selection[row.id] === true}
                    flashed={list.flashed.has(row.id)}
                    opens={list.rights.read && !list.trashed}
                    openedAt={openedAt}
                    onSelect={list.pick}
                    onOpen={onOpen}
                    menuOf={menuOf}
                  />
                ))
            )}
            {range.to < rows.length ? (
              <tr aria-hidden style={{ blockSize: (rows.length - range.to) * range.rowPx }} />
            ) : null}
          </tbody>
        </table>
      </div>
      {editing ? (
        <Suspense fallback={pending}>
          <CellEditor
            key={`${editing.row.id} ${editing.name}`}
            list={list}
            {...editing}
            onClose={(refocus) => {
              setEditing(undefined)
              if (refocus) editing.at.focus()
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
