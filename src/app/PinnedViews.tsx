import { useState, type KeyboardEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconBookmark } from '@tabler/icons-react'
import { someViewsQuery } from '#data/views.ts'
import { ResourceLink } from '#engine/links.tsx'
import { usePinned } from '#engine/list/pinned.ts'
import type { ResourceModel } from '#model/types.ts'
import type { SavedView } from '#model/views.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import css from './pinnedViews.module.css'

const active = { className: css.active ?? '' }
// The link is current only while its view is open.
const exactly = { activeOptions: { exact: true, includeSearch: true } } as object

/** `ids` with `id` moved to the place of `to`. */
const moved = (ids: readonly string[], id: string, to: string): readonly string[] => {
  const [from, at] = [ids.indexOf(id), ids.indexOf(to)]
  if (from < 0 || at < 0 || from === at) return ids
  const rest = ids.filter((one) => one !== id)
  rest.splice(at, 0, id)
  return rest
}

/**
 * The views of an entity's lists that the person pinned, below its entry. Dragging reorders them, as
 * do Alt and the arrow keys.
 */
export const PinnedViews = ({ resource }: { readonly resource: ResourceModel }) => {
  const { t } = useTranslation()
  const [pinned, setPinned] = usePinned()
  const { data } = useQuery(someViewsQuery(pinned))
  const [dragged, setDragged] = useState<string>()
  const [said, setSaid] = useState('')
  const views = pinned.flatMap(
    (id) =>
      data?.data.find((view) => view.id === id && view.collection === resource.collection) ?? [],
  )
  if (!views.length) return null
  const move = (view: SavedView, to: SavedView | undefined) => {
    if (!to || to === view) return
    setPinned((ids) => moved(ids, view.id, to.id))
    setSaid(t('list.pinnedMoved', { name: view.name, place: views.indexOf(to) + 1 }))
  }
  const onKey = (e: KeyboardEvent, view: SavedView) => {
    const step = e.key === 'ArrowDown' ? 1 : -1
    if (!e.altKey || (e.key !== 'ArrowDown' && e.key !== 'ArrowUp')) return
    e.preventDefault()
    move(view, views[views.indexOf(view) + step])
  }
  return (
    <>
      <ul
        className={css.list}
        aria-label={t('list.pinnedViews', { many: label(resource.label.many) })}
      >
        {views.map((view) => (
          <li
            key={view.id}
            draggable
            data-dragged={dragged === view.id || undefined}
            onDragStart={(e) => {
              setDragged(view.id)
              e.dataTransfer.effectAllowed = 'move'
            }}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(e) => {
              if (dragged) e.preventDefault()
            }}
            onDrop={(e) => {
              e.preventDefault()
              const from = views.find(({ id }) => id === dragged)
              if (from) move(from, view)
            }}
          >
            <ResourceLink
              resource={resource}
              target={{
                page: 'list',
                search: { view: view.id },
                ...(view.path ? { at: view.path } : {}),
              }}
              className={css.link}
              activeProps={active}
              title={t('list.pinnedHint')}
              draggable={false}
              onKeyDown={(e) => onKey(e, view)}
              {...exactly}
            >
              <IconBookmark size={14} stroke={1.5} aria-hidden />
              <bdi className={css.name}>{view.name}</bdi>
            </ResourceLink>
          </li>
        ))}
      </ul>
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </>
  )
}
