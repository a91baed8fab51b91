import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { IconChevronDown, IconDots } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMe } from '#data/me.ts'
import { someViewsQuery } from '#data/views.ts'
import { usePinned } from '#engine/list/pinned.ts'
import { useTranslation } from '#ui/i18n.ts'
import { pending } from '#ui/pending.tsx'
import type { Entry, Section } from './navigationTree.ts'
import { noteOpened, openedEntries } from './openedEntries.ts'
import { unusedEntries, usedSections } from './usedSections.ts'
import shell from './shell.module.css'
import css from './usedPlaces.module.css'

/** Remembers which of the entries are opened, from now on and the one that is open. */
const useNoteOpened = (account: string, entries: readonly Entry[]) => {
  const router = useRouter()
  useEffect(() => {
    const note = (path: string) => {
      const open = entries.find(({ route }) => path === route || path.startsWith(`${route}/`))
      if (open) noteOpened(account, open.key)
    }
    note(router.state.location.pathname)
    return router.subscribe('onResolved', ({ toLocation }) => note(toLocation.pathname))
  }, [router, account, entries])
}

/** The sections without unused entries, and those; undefined until the pinned views are known. */
const useUsed = (sections: readonly Section[]) => {
  const { account, permissions } = useMe()
  const [pinned] = usePinned()
  // Waits only at first: pinning a view later must not clear the navigation.
  const [waits] = useState(() => pinned.length > 0)
  const { data: views, isLoading } = useQuery({
    ...someViewsQuery(pinned),
    placeholderData: keepPreviousData,
  })
  // Kept for the visit, so that no entry moves while the person looks for it.
  const [opened] = useState(() => openedEntries(account.id))
  const unused = useMemo(() => unusedEntries(sections, permissions), [sections, permissions])
  useNoteOpened(account.id, unused)
  const split = useMemo(
    () =>
      usedSections(sections, unused, {
        opened,
        pinned: (views?.data ?? [])
          .filter(({ id }) => pinned.includes(id))
          .map(({ collection }) => collection),
      }),
    [sections, unused, opened, pinned, views],
  )
  return waits && isLoading ? undefined : split
}

/**
 * The sections with the entries that the person uses, then a folder with the others. Folded, it
 * shows only the entry of the current page.
 */
export const UsedPlaces = ({
  sections,
  narrow,
  open,
  onToggle,
  children,
  place,
}: {
  readonly sections: readonly Section[]
  /** Only icons are shown. */
  readonly narrow: boolean
  readonly open: boolean
  readonly onToggle: () => void
  readonly children: (sections: readonly Section[]) => ReactNode
  readonly place: (entry: Entry) => ReactNode
}) => {
  const { t } = useTranslation()
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const split = useUsed(sections)
  if (!split) return pending
  const toggle = () => {
    onToggle()
    if (!open) requestAnimationFrame(() => list.current?.scrollIntoView?.({ block: 'nearest' }))
  }
  return (
    <>
      {children(split.used)}
      {split.more.length ? (
        <div className={shell.section}>
          <button
            type="button"
            id={id}
            className={`${shell.link} ${shell.foldButton}`}
            aria-expanded={open}
            aria-controls={`${id}list`}
            onClick={toggle}
            {...(narrow ? { title: t('screens.moreEntries') } : {})}
          >
            <IconDots size={18} stroke={1.5} aria-hidden />
            <span className={shell.label}>{t('screens.moreEntries')}</span>
            {narrow ? null : <IconChevronDown size={14} aria-hidden className={css.chevron} />}
          </button>
          <ul
            ref={list}
            id={`${id}list`}
            aria-labelledby={id}
            className={`${shell.list} ${open ? '' : css.folded}`}
          >
            {split.more.map((entry) => (
              <li key={entry.key}>{place(entry)}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  )
}
