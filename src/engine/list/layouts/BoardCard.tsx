import { memo } from 'react'
import type { Included, RecordData } from '#data/types.ts'
import type { Json } from '#model/types.ts'
import { Badge } from '#ui/Badge.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import { titleOf } from '../../recordActions.ts'
import { TagList } from '../../tags/TagList.tsx'
import type { List } from '../useList.ts'
import { Facts } from './Facts.tsx'
import { RecordTitle } from './RecordTitle.tsx'
import { RowMenu } from './RowMenu.tsx'
import type { OnGrab } from './useCardDrag.tsx'
import type { CardMenu } from './useColumnMenu.ts'
import css from './board.module.css'

export interface BoardCardProps {
  readonly menuOf: CardMenu
  readonly list: Pick<List, 'resource' | 'rights' | 'trashed' | 'zone'>
  readonly row: RecordData
  readonly included: Included
  readonly facts: List['columns']
  /** Shows the state, which is not that of the column. */
  readonly stated: boolean
  /** Absent where it cannot be selected. */
  readonly selected?: boolean | undefined
  readonly onPick?: List['pick'] | undefined
  /** Absent where it cannot be moved. */
  readonly onGrab?: OnGrab | undefined
  readonly moving?: boolean
}

/** False for values that a card has no room for: none, and what is not so. */
const says = (value: Json | undefined): boolean =>
  Array.isArray(value) ? value.length > 0 : Boolean(value ?? false) || value === 0

/** A record on a board. */
export const BoardCard = memo(function BoardCard({
  list,
  row,
  included,
  facts,
  stated,
  selected,
  onPick,
  onGrab,
  moving,
  menuOf,
}: BoardCardProps) {
  const { t } = useTranslation()
  const { resource } = list
  const state = stated ? resource.states.find((s) => s.value === row.state) : undefined
  const tags = resource.taggable === undefined ? undefined : row[resource.taggable]
  const shown = facts.filter((c) => says(row[c.name]))
  return (
    <li
      className={css.card}
      data-card={row.id}
      data-id={row.id}
      data-movable={onGrab !== undefined || undefined}
      data-moving={moving || undefined}
      data-selected={selected || undefined}
      onPointerDown={(e) => onGrab?.(row, included, e)}
    >
      <div className={css.head}>
        <RecordTitle
          {...{ list, row }}
          className={css.title}
          draggable={false}
          data-card-link=""
          aria-keyshortcuts="m"
        />
        {onPick ? (
          <label className={css.tick}>
            <input
              type="checkbox"
              checked={selected ?? false}
              aria-label={t('list.select', { title: titleOf(resource, row) })}
              onChange={() => undefined}
              onClick={(e) => onPick(row.id, !selected, e.shiftKey)}
            />
          </label>
        ) : null}
        <RowMenu
          title={titleOf(resource, row)}
          entries={() => menuOf(row, included)}
          className={css.dots}
        />
      </div>
      {shown.length ? (
        <Facts {...{ list, row, included }} facts={shown} className={css.facts} />
      ) : null}
      {state || (Array.isArray(tags) && tags.length) ? (
        <div className={css.marks}>
          {state ? <Badge tone={state.tone}>{label(state.label)}</Badge> : null}
          {Array.isArray(tags) ? (
            <TagList collection={resource.collection} tags={tags.map(String)} />
          ) : null}
        </div>
      ) : null}
    </li>
  )
})
