import {
  memo,
  use,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import type { Json } from '#model/types.ts'
import { useHolds } from '#data/me.ts'
import type { RecordData } from '#data/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import common from '#ui/common.module.css'
import { AsOf } from '../asOf.ts'
import { hrefOf, useGoTo, useGoToAddress, useIsComing } from '../links.tsx'
import { openedBy } from '../relatedScreens.ts'
import { editableColumns } from './editable.ts'
import { quietPart } from '#ui/lazyPart.tsx'
import { retryImport } from '#ui/retryImport.ts'
import { MENU_ID, Row } from './Row.tsx'
import { TableHead } from './TableHead.tsx'
import type { List } from './useList.ts'
import { MENU_PX, TICK_PX, useColumnWidths } from './useColumnWidths.ts'
import { useFocusedRecord } from './useFocusedRecord.ts'
import type { Peek } from './usePeek.ts'
import { useRowEvents } from './useRowEvents.ts'
import { useWindow } from './useWindow.ts'
import css from './table.module.css'

const RowMenu = quietPart(async () => (await import('./RowMenu.tsx')).RowMenu)
const CellEditor = quietPart(
  async () => (await retryImport(() => import('./CellEditor.tsx'))).CellEditor,
)

/** Remaining rows at which the next ones are requested. */
const AHEAD = 30
const places = (length: number): readonly number[] => [...Array(length).keys()]

/** Rows until the first ones have arrived. */
const Placeholders = memo(({ cells }: { readonly cells: number }) =>
  places(12).map((i) => (
    <tr key={i} className={css.row} aria-hidden>
      <td className={css.tick} />
      {places(cells).map((j) => (
        <td
          key={j}
          className={css.skeletonCell}
          style={{ backgroundSize: `${38 + (((i + j) * 13) % 33)}% 10px` }}
        />
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

interface FrameProps {
  readonly list: List
  /** Other rows than those on screen are about to come. */
  readonly late: boolean
  readonly style: ReturnType<typeof useColumnWidths>['style']
  readonly children: ReactNode
}

/** What the table scrolls in. It alone renders when a navigation begins and when it ends. */
const Frame = ({ list, late, style, children }: FrameProps) => {
  const { resource, preset } = list
  const coming = useIsComing(preset?.path ?? resource.path)
  const changing = list.changing || coming || late
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
          style={style}
        >
          {children}
        </table>
      </div>
    </div>
  )
}

/** What opens a row, in the tab or in another one. */
const useOpenRow = ({ resource }: List, openedAt: ((id: string) => string) | undefined) => {
  const goTo = useGoTo()
  const goToAddress = useGoToAddress()
  return useCallback(
    (row: RecordData, newTab: boolean) => {
      const page = { page: 'detail', id: row.id } as const
      if (newTab) {
        window.open(openedAt?.(row.id) ?? hrefOf(resource, page), '_blank', 'noopener')
      } else if (openedAt) void goToAddress(openedAt(row.id))
      else void goTo(resource, page)
    },
    [resource, goTo, goToAddress, openedAt],
  )
}

interface TableProps {
  readonly list: List
  readonly peek: Peek
  /** The last line of the table. */
  readonly foot?: ReactNode
}

/** The menu of a row that is open, if any; it closes when other rows are shown. */
const useOpenMenu = ({ list, peek }: TableProps, key: string) => {
  const [open, setOpen] = useState<{
    readonly id: string
    readonly key: string
    readonly button: HTMLElement
    readonly close: (refocus: boolean) => void
  }>()
  if (open && open.key !== key) setOpen(undefined)
  const onMenu = ({ id }: RecordData, button: HTMLElement, only = false): void => {
    const close = (refocus: boolean): void => {
      setOpen(undefined)
      if (refocus) button.focus()
    }
    setOpen((was) => (was?.id === id && !only ? undefined : { id, key, button, close }))
  }
  const menuFor = (row: RecordData): ReactNode =>
    open?.id === row.id ? (
      <RowMenu id={MENU_ID} {...{ list, peek, row }} button={open.button} close={open.close} />
    ) : undefined
  return { onMenu, menuFor }
}

/** The rows as a table; on a phone the same table is rendered as cards. */
export const ListTable = ({ list, peek, foot }: TableProps) => {
  const { i18n } = useTranslation()
  const { resource, columns, rights, trashed } = list
  // An action's changes around the rows are painted first; later rows follow without blocking. The
  // first rows are never deferred.
  const later = useDeferredValue(list.shown)
  const drawn = later.rows.length ? later : list.shown
  const { rows, included } = drawn
  useLayoutEffect(() => list.preset?.onRows?.(rows), [list.preset, rows])
  const holds = useHolds()
  const openedAt = useMemo(() => openedBy(resource, holds), [resource, holds])
  const pictures = useMemo(() => picturesOf(rows, columns), [rows, columns])
  const onOpen = useOpenRow(list, openedAt)
  const asOf = use(AsOf)

  const body = useRef<HTMLTableSectionElement>(null)
  useFocusedRecord(drawn.slots, body)
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
  const editable = editableColumns(resource, columns, rights, trashed)
  const { onMenu, menuFor } = useOpenMenu({ list, peek }, drawn.key)
  const opens = rights.read && !trashed
  const events = useRowEvents({
    rows,
    opens,
    editable,
    pick: list.pick,
    onOpen,
    onFilter: (row, name) =>
      void import('./cellFilter.ts').then(({ filterByCell }) => filterByCell(list, row, name)),
    onEdit: (row, name, at) => setEditing({ row, name, at }),
    onMenu,
    nearMenu: RowMenu.preload,
  })
  const widths = useColumnWidths(list, drawn)
  const space = (count: number): ReactNode =>
    count > 0 ? <tr aria-hidden style={{ blockSize: count * range.rowPx }} /> : null
  return (
    <>
      <Frame list={list} late={drawn !== list.shown} style={widths.style}>
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
        <TableHead list={list} rows={rows} widths={widths} />
        <tbody
          role="rowgroup"
          ref={body}
          className={list.first ? common.breathe : undefined}
          {...events}
        >
          {space(range.from)}
          {list.first ? (
            <Placeholders cells={columns.length + list.extra.length} />
          ) : (
            rows
              .slice(range.from, range.to)
              .map((row, i) => (
                <Row
                  key={drawn.slots.of[range.from + i]}
                  position={list.scrolling ? range.from + i + 2 : undefined}
                  resource={resource}
                  row={row}
                  columns={columns}
                  extra={list.extra}
                  onOwn={list.ownAction}
                  included={included}
                  pictures={pictures}
                  locale={i18n.language}
                  zone={list.zone}
                  asOf={asOf}
                  selected={list.selection[row.id] === true}
                  flashed={list.flashed.has(row.id)}
                  opens={opens}
                  openedAt={openedAt}
                  menu={menuFor(row)}
                />
              ))
          )}
          {space(rows.length - range.to)}
        </tbody>
        {foot}
      </Frame>
      {editing ? (
        <CellEditor
          key={`${editing.row.id} ${editing.name}`}
          list={list}
          {...editing}
          onClose={(refocus) => {
            setEditing(undefined)
            if (refocus) editing.at.focus()
          }}
        />
      ) : null}
    </>
  )
}
