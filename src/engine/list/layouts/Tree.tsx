import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { IconChevronRight, IconDots, IconGripVertical } from '@tabler/icons-react'
import type { RecordData } from '#data/types.ts'
import { fieldOf } from '#model/standard.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { Menu, type MenuEntry } from '#ui/Menu.tsx'
import { ErrorState, Loading } from '#ui/states.tsx'
import { Cell } from '../Cell.tsx'
import { ResourceLink, useGoTo } from '../../links.tsx'
import { titleOf } from '../../recordActions.ts'
import { childrenOf, linesOf, type Line } from './branches.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import type { LayoutProps } from './LayoutView.tsx'
import { Outcome } from './Outcome.tsx'
import { useAllRows } from './useAllRows.ts'
import { under, useDrag } from './useDrag.ts'
import { useMoves } from './useMoves.ts'
import css from './layouts.module.css'

/** From this many rows on, all branches start collapsed. */
const MANY = 300
const FACTS = 4
const nobody: readonly RecordData[] = []

/** The records as a tree: expandable, moved under one another by dragging or by their menu. */
export const Tree = ({ list, menuOf, nothing }: LayoutProps) => {
  const { t, i18n } = useTranslation()
  const { resource, rights } = list
  const field = fieldOf(resource, list.resource.list.layouts?.tree ?? '')!
  const goTo = useGoTo()
  const order = resource.list.layouts?.order
  const query = useMemo(
    () => ({
      ...list.query,
      fields: [
        ...new Set([...(list.query.fields ?? []), field.name, ...(order ? [order] : [])]),
      ].filter((f) => list.allowed(resource, f)),
      sort: [{ field: order ?? resource.title, descending: false }],
    }),
    [list, field, order, resource],
  )
  const {
    page: _,
    cursor: __,
    ...asked
  } = query as typeof query & { page?: number; cursor?: string }
  const answer = useAllRows(resource, asked)
  const { move, shown, outcome, isPending } = useMoves(list)
  const rows = shown(answer.data?.rows ?? nobody)
  const children = useMemo(() => childrenOf(rows, field.name), [rows, field])
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const usually = rows.length <= MANY
  const isOpen = (id: string) => toggled.has(id) !== usually
  const lines = linesOf(children, isOpen)
  const [current, setCurrent] = useState<string>()
  const active = lines.some((l) => l.row.id === current) ? current : lines[0]?.row.id
  const [asking, setAsking] = useState<RecordData>()
  const body = useRef<HTMLTableSectionElement>(null)
  const may = rights.update && rights.writeField(field.name) && !list.trashed
  const facts = list.columns.filter((c) => !c.title && c.name !== field.name).slice(0, FACTS)

  const toggle = (id: string, open: boolean) => {
    if (isOpen(id) !== open) {
      setToggled((old) => {
        const next = new Set(old)
        if (next.has(id)) next.delete(id)
        else next.add(id)
        return next
      })
    }
  }
  const put = (row: RecordData, parent: string) => {
    if (String(row[field.name] ?? '') === parent || row.id === parent) return
    const above = rows.find((r) => r.id === parent)
    if (above) toggle(parent, true)
    void move(
      [{ row, values: { [field.name]: parent || null } }],
      above
        ? t('layouts.movedUnder', {
            title: titleOf(resource, row),
            parent: titleOf(resource, above),
          })
        : t('layouts.movedTop', { title: titleOf(resource, row) }),
    )
  }
  const { drag, start } = useDrag<RecordData, string>({
    placeAt: (row, at) => {
      const id = under(at, '[data-drop]')?.dataset.drop
      return id === row.id ? undefined : id
    },
    drop: put,
  })

  const go = (id: string | undefined) => {
    if (id === undefined) return
    setCurrent(id)
    body.current?.querySelector<HTMLElement>(`tr[data-drop="${id}"]`)?.focus()
  }
  const onKey = (e: KeyboardEvent, line: Line) => {
    if (e.target !== e.currentTarget && !['ArrowUp', 'ArrowDown'].includes(e.key)) return
    const rtl = document.documentElement.dir === 'rtl'
    const at = lines.indexOf(line)
    switch (e.key) {
      case 'ArrowDown':
        go(lines[at + 1]?.row.id)
        break
      case 'ArrowUp':
        go(lines[at - 1]?.row.id)
        break
      case 'Home':
        go(lines[0]?.row.id)
        break
      case 'End':
        go(lines.at(-1)?.row.id)
        break
      case rtl ? 'ArrowLeft' : 'ArrowRight':
        if (line.open === false) toggle(line.row.id, true)
        else if (line.open) go(lines[at + 1]?.row.id)
        break
      case rtl ? 'ArrowRight' : 'ArrowLeft':
        if (line.open) toggle(line.row.id, false)
        else go(line.parent)
        break
      case 'Enter':
        if (rights.read) void goTo(resource, { page: 'detail', id: line.row.id })
        break
      default:
        return
    }
    e.preventDefault()
    e.stopPropagation()
  }
  const entriesOf = (row: RecordData): readonly MenuEntry[] => [
    ...(may
      ? [
          { key: 'under', label: t('layouts.moveUnder'), onSelect: () => setAsking(row) },
          ...(row[field.name]
            ? [{ key: 'top', label: t('layouts.moveTop'), onSelect: () => put(row, '') }]
            : []),
          '-' as const,
        ]
      : []),
    ...menuOf(row),
  ]
  if (answer.error && !answer.data) {
    return (
      <div className={css.surface}>
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      </div>
    )
  }
  if (!answer.data) return <Loading />
  if (!rows.length) return <div className={css.surface}>{nothing}</div>
  return (
    <>
      <div className={css.scroll}>
        <table
          role="treegrid"
          aria-label={label(resource.label.many)}
          className={css.tree}
          aria-busy={answer.isPlaceholderData}
        >
          <thead>
            <tr role="row">
              <th role="columnheader" scope="col" className={css.nameColumn}>
                {label(fieldOf(resource, resource.title)?.label ?? '')}
              </th>
              {facts.map((c) => (
                <th
                  key={c.name}
                  role="columnheader"
                  scope="col"
                  className={c.end ? css.end : css.fact}
                >
                  {label(c.field.label)}
                </th>
              ))}
              <th role="columnheader" scope="col" className={css.menuColumn}>
                <span className="visually-hidden">{t('common.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody ref={body}>
            {lines.map((line) => {
              const { row, level, open } = line
              const title = titleOf(resource, row)
              const tab = active === row.id ? 0 : -1
              return (
                <tr
                  key={row.id}
                  role="row"
                  aria-level={level}
                  aria-posinset={line.place}
                  aria-setsize={line.siblings}
                  aria-expanded={open}
                  tabIndex={tab}
                  data-drop={row.id}
                  data-over={drag?.place === row.id || undefined}
                  data-moving={drag?.thing.id === row.id || isPending(row.id) || undefined}
                  className={css.line}
                  onFocus={() => setCurrent(row.id)}
                  onKeyDown={(e) => onKey(e, line)}
                >
                  <th role="rowheader" scope="row">
                    <span className={css.name} style={{ paddingInlineStart: (level - 1) * 22 }}>
                      {may ? (
                        <span className={css.grip} aria-hidden onPointerDown={start(row)}>
                          <IconGripVertical size={16} />
                        </span>
                      ) : null}
                      {open === undefined ? (
                        <span className={css.noTwist} />
                      ) : (
                        <button
                          type="button"
                          className={css.twist}
                          tabIndex={tab}
                          aria-expanded={open}
                          aria-label={t(open ? 'layouts.shut' : 'layouts.open', { title })}
                          onClick={() => toggle(row.id, !open)}
                        >
                          <IconChevronRight size={16} aria-hidden />
                        </button>
                      )}
                      {rights.read && !list.trashed ? (
                        <ResourceLink
                          resource={resource}
                          target={{ page: 'detail', id: row.id }}
                          className={css.titleLink}
                          tabIndex={tab}
                        >
                          {title}
                        </ResourceLink>
                      ) : (
                        title
                      )}
                    </span>
                  </th>
                  {facts.map((c) => (
                    <td key={c.name} role="gridcell" className={c.end ? css.end : css.fact}>
                      <Cell
                        column={c}
                        value={row[c.name]}
                        included={answer.data.included}
                        locale={i18n.language}
                        zone={list.zone}
                        pictures={[]}
                      />
                    </td>
                  ))}
                  <td role="gridcell" className={css.menuColumn}>
                    <Menu label={t('list.actionsFor', { title })} items={() => entriesOf(row)}>
                      {(trigger) => (
                        <button
                          type="button"
                          {...trigger}
                          tabIndex={tab}
                          className={css.dots}
                          aria-label={t('list.actionsFor', { title })}
                        >
                          <IconDots size={16} aria-hidden />
                        </button>
                      )}
                    </Menu>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {drag ? (
        <div className={css.topDrop} data-drop="" data-over={drag.place === '' || undefined}>
          {t('layouts.dropTop')}
        </div>
      ) : null}
      <div className={css.foot}>
        <div role="status">
          {t(answer.data.cut ? 'layouts.cut' : 'layouts.count', {
            count: rows.length,
            many: inSentence(resource.label.many),
          })}
        </div>
        <Outcome outcome={outcome} />
      </div>
      {asking ? (
        <ChangeDialog
          resource={resource}
          row={asking}
          fields={[field]}
          title={t('layouts.moveUnderTitle', { title: titleOf(resource, asking) })}
          action={t('layouts.move')}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
    </>
  )
}
