import type { KeyboardEventHandler, PointerEventHandler } from 'react'
import { IconChevronRight, IconDots, IconGripVertical } from '@tabler/icons-react'
import type { Included } from '#data/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { Menu, type MenuEntry } from '#ui/Menu.tsx'
import { Cell } from '../Cell.tsx'
import { ResourceLink } from '../../links.tsx'
import { titleOf } from '../../recordActions.ts'
import type { List } from '../useList.ts'
import type { Line } from './branches.ts'
import css from './layouts.module.css'

interface TreeRowProps {
  readonly list: List
  readonly line: Line
  /** Columns shown beside the title. */
  readonly facts: List['columns']
  readonly included: Included
  /** True for the one row that Tab reaches. */
  readonly active: boolean
  readonly movable: boolean
  /** True while the dragged row would move under this one. */
  readonly over: boolean
  readonly moving: boolean
  readonly entriesOf: () => readonly MenuEntry[]
  readonly onGrip: PointerEventHandler
  readonly onToggle: () => void
  readonly onFocus: () => void
  readonly onKeyDown: KeyboardEventHandler
}

/** The first cell of a row: its grip, the button that expands it, and its title. */
const NameCell = ({
  list: { resource, rights, trashed },
  line: { row, level, open },
  active,
  movable,
  onGrip,
  onToggle,
}: TreeRowProps) => {
  const { t } = useTranslation()
  const title = titleOf(resource, row)
  const tabIndex = active ? 0 : -1
  return (
    <th role="rowheader" scope="row">
      <span className={css.name} style={{ paddingInlineStart: (level - 1) * 22 }}>
        {movable ? (
          <span className={css.grip} aria-hidden onPointerDown={onGrip}>
            <IconGripVertical size={16} />
          </span>
        ) : null}
        {open === undefined ? (
          <span className={css.noTwist} />
        ) : (
          <button
            type="button"
            className={css.twist}
            tabIndex={tabIndex}
            aria-expanded={open}
            aria-label={t(open ? 'layouts.shut' : 'layouts.open', { title })}
            onClick={onToggle}
          >
            <IconChevronRight size={16} aria-hidden />
          </button>
        )}
        {rights.read && !trashed ? (
          <ResourceLink
            resource={resource}
            target={{ page: 'detail', id: row.id }}
            className={css.titleLink}
            tabIndex={tabIndex}
            data-row-link=""
          >
            {title}
          </ResourceLink>
        ) : (
          title
        )}
      </span>
    </th>
  )
}

/** One row of a tree. */
export const TreeRow = (props: TreeRowProps) => {
  const { list, line, facts, included, active, over, moving, entriesOf, onFocus, onKeyDown } = props
  const { t, i18n } = useTranslation()
  const { row } = line
  const menuLabel = t('list.actionsFor', { title: titleOf(list.resource, row) })
  const tabIndex = active ? 0 : -1
  return (
    <tr
      role="row"
      aria-level={line.level}
      aria-posinset={line.place}
      aria-setsize={line.siblings}
      aria-expanded={line.open}
      tabIndex={tabIndex}
      data-id={row.id}
      data-drop={row.id}
      data-over={over || undefined}
      data-moving={moving || undefined}
      className={css.line}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <NameCell {...props} />
      {facts.map((c) => (
        <td key={c.name} role="gridcell" className={c.end ? css.end : css.fact}>
          <Cell
            column={c}
            value={row[c.name]}
            included={included}
            locale={i18n.language}
            zone={list.zone}
            pictures={[]}
          />
        </td>
      ))}
      <td role="gridcell" className={css.menuColumn}>
        <Menu label={menuLabel} items={entriesOf}>
          {(trigger) => (
            <button
              type="button"
              {...trigger}
              tabIndex={tabIndex}
              className={css.dots}
              aria-label={menuLabel}
            >
              <IconDots size={16} aria-hidden />
            </button>
          )}
        </Menu>
      </td>
    </tr>
  )
}
