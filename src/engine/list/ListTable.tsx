import { useCallback, useMemo, useRef } from 'react'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { RecordData } from '#data/types.ts'
import type { MenuEntry } from '#ui/Menu.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import { Bone } from '#ui/states.tsx'
import { hrefOf, useGoTo } from '../links.tsx'
import type { ListColumn } from './columns.ts'
import { Row } from './Row.tsx'
import type { List } from './useList.ts'
import css from './table.module.css'

const TICK_PX = 40
const MENU_PX = 48
const ARIA = { asc: 'ascending', desc: 'descending' } as const
const bones = Array.from({ length: 12 }, (_, i) => i)
const widths = ['62%', '44%', '70%', '52%', '38%', '58%']

const picturesOf = (rows: List['rows'], columns: List['columns']): string[] => {
  const names = columns.filter((c) => c.field.kind === 'image' || c.field.kind === 'images').map((c) => c.name)
  return [...new Set(rows.flatMap((row) => names.flatMap((name) => {
    const value = row[name]
    return typeof value === 'string' ? [value] : Array.isArray(value) && value[0] ? [(value[0] as { file: string }).file] : []
  })))].slice(0, 200)
}

/** The rows as a table; on a phone the same table is drawn as cards. */
export const ListTable = ({ list, menuOf }: { readonly list: List; readonly menuOf: (row: RecordData) => readonly MenuEntry[] }) => {
  const { t, i18n } = useTranslation()
  const { resource, columns, rows, sort, setSort, setSelection } = list
  const goTo = useGoTo()
  const pictures = useMemo(() => picturesOf(rows, columns), [rows, columns])
  const last = useRef<string | undefined>(undefined)
  const order = useRef(rows)
  order.current = rows

  const onSelect = useCallback((id: string, on: boolean, range: boolean) => {
    const ids = order.current.map((r) => r.id)
    const from = range && last.current !== undefined ? ids.indexOf(last.current) : -1
    const at = ids.indexOf(id)
    const meant = from < 0 ? [id] : ids.slice(Math.min(from, at), Math.max(from, at) + 1)
    last.current = id
    setSelection((old) => {
      const next = { ...old }
      for (const one of meant) if (on) next[one] = true; else delete next[one]
      return next
    })
  }, [setSelection])
  const onOpen = useCallback((row: RecordData, newTab: boolean) => {
    if (newTab) window.open(hrefOf(resource, { page: 'detail', id: row.id }), '_blank', 'noopener')
    else void goTo(resource, { page: 'detail', id: row.id })
  }, [resource, goTo])

  const all = rows.length > 0 && list.selected.length === rows.length
  const some = list.selected.length > 0
  const minWidth = columns.reduce((sum, c) => sum + c.widthPx, TICK_PX + MENU_PX)
  // With hardly anything else to stretch, codes take a share too, lest the title stand alone in the distance.
  const stretches = (c: ListColumn) => c.flexible || (c.field.kind === 'text' && columns.filter((o) => o.flexible).length < 2)
  return (
    <div className={css.scroll} data-density={list.preference.density ?? 'comfortable'} data-changing={list.changing || undefined}>
      <table role="table" className={css.table} aria-label={label(resource.label.many)} aria-busy={list.first || list.changing} style={{ minInlineSize: minWidth }}>
        <colgroup>
          <col style={{ width: TICK_PX }} />
          {columns.map((c) => <col key={c.name} style={stretches(c) ? undefined : { width: c.widthPx }} />)}
          <col style={{ width: MENU_PX }} />
        </colgroup>
        <thead role="rowgroup" className={css.head}>
          <tr role="row">
            <th role="columnheader" scope="col" className={css.tick}>
              <label className={css.tickArea}>
                <input type="checkbox" checked={all} disabled={!rows.length} aria-label={t('list.selectAll')} ref={(el) => { if (el) el.indeterminate = some && !all }} onChange={(e) => { const on = e.currentTarget.checked; setSelection(() => (on ? Object.fromEntries(rows.map((r) => [r.id, true as const])) : {})) }} />
              </label>
            </th>
            {columns.map((c) => {
              const way = sort.field !== c.name ? undefined : sort.descending ? 'desc' : 'asc'
              const text = label(c.field.label)
              return (
                <th key={c.name} role="columnheader" scope="col" className={`${c.end ? css.end : ''} ${c.title ? css.title : ''}`} aria-sort={c.sortable ? (way ? ARIA[way] : 'none') : undefined}>
                  {c.sortable
                    ? <button type="button" className={css.sort} onClick={() => setSort({ field: c.name, descending: way === 'asc' })}>{text}{way === 'asc' ? <IconArrowUp size={14} aria-hidden /> : way === 'desc' ? <IconArrowDown size={14} aria-hidden /> : null}</button>
                    : <span className={css.plainHead}>{text}</span>}
                </th>
              )
            })}
            <th role="columnheader" scope="col" className={css.menuCell}><span className="visually-hidden">{t('common.actions')}</span></th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {list.first ? bones.map((i) => (
            <tr key={i} className={css.row} aria-hidden>
              <td className={css.tick} />
              {columns.map((c, j) => <td key={c.name} className={css.boneCell}><Bone width={widths[(i + j) % widths.length]!} /></td>)}
              <td className={css.menuCell} />
            </tr>
          )) : rows.map((row) => (
            <Row key={row.id} resource={resource} row={row} columns={columns} included={list.included} pictures={pictures} locale={i18n.language} zone={list.zone}
              selected={list.selection[row.id] === true} flashed={list.flashed.has(row.id)} opens={list.rights.read && !list.trashed} onSelect={onSelect} onOpen={onOpen} menuOf={menuOf} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
