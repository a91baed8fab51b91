import { memo, useEffect, useRef, useState, type RefObject } from 'react'
import {
  IconChevronDown,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconX,
} from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { useHolds } from '#data/me.ts'
import { ResourceLink } from '#engine/links.tsx'
import { usePinned } from '#engine/list/pinned.ts'
import { parseSearch } from '#model/searchText.ts'
import { useTranslation } from '#ui/i18n.ts'
import { iconOf } from '#ui/icons.tsx'
import { quietPart } from '#ui/lazyPart.tsx'
import type { Entry, Section } from './navigationTree.ts'
import type { NavigationState } from './useNavigation.ts'
import { useNavigationTree } from './useNavigationTree.ts'
import css from './shell.module.css'

const PinnedViews = quietPart(async () => (await import('./PinnedViews.tsx')).PinnedViews)
const UsedPlaces = quietPart(async () => (await import('./UsedPlaces.tsx')).UsedPlaces)

/** Escape closes the drawer; it has the focus while open. */
const useDrawer = ({ drawer, close }: NavigationState) => {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!drawer) return
    const before = document.activeElement
    ref.current?.querySelector('a')?.focus()
    const key = (e: KeyboardEvent) => {
      if (e.key === 'Escape') close()
    }
    document.addEventListener('keydown', key)
    return () => {
      document.removeEventListener('keydown', key)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [drawer, close])
  return ref
}

const CLOSED = 'navigation.closed'
const closedSections = (): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(CLOSED) ?? '[]')
    return Array.isArray(kept) ? kept.filter((k): k is string => typeof k === 'string') : []
  } catch {
    return []
  }
}

/** Kept among them while the unused entries are unfolded. */
const MORE = '.more'

/** Collapsed headings, stored on this device. */
const useClosed = () => {
  const [closed, setClosed] = useState(closedSections)
  const toggle = (key: string) =>
    setClosed((was) => {
      const next = was.includes(key) ? was.filter((k) => k !== key) : [...was, key]
      try {
        localStorage.setItem(CLOSED, JSON.stringify(next))
      } catch {
        /* for this page only */
      }
      return next
    })
  return [closed, toggle] as const
}

const active = { className: css.active ?? '' }

/** A link of the navigation: to the list of a resource, or to any URL. */
const Place = memo(({ entry, folded }: { readonly entry: Entry; readonly folded: boolean }) => {
  const Icon = iconOf(entry.icon)
  const [path = '', query = ''] = entry.route.split(/\?(.*)/s)
  const rest = {
    className: css.link,
    activeProps: active,
    ...(folded ? { title: entry.label } : {}),
  }
  const inside = (
    <>
      <Icon size={18} stroke={1.5} aria-hidden />
      <span className={css.label}>{entry.label}</span>
    </>
  )
  // The router's types know each path; a stored menu provides one at run time.
  return entry.resource ? (
    <ResourceLink resource={entry.resource} target={{ page: 'list' }} {...rest}>
      {inside}
    </ResourceLink>
  ) : (
    <Link
      to={path as '/dashboard'}
      search={(query ? parseSearch(`?${query}`) : {}) as never}
      activeOptions={query ? { exact: true, includeSearch: true } : { includeSearch: false }}
      {...rest}
    >
      {inside}
    </Link>
  )
})

const Group = ({
  section,
  folded,
  pinned,
  closed,
  onToggle,
}: {
  readonly section: Section
  readonly folded: boolean
  /** The person pinned views of some list. */
  readonly pinned: boolean
  readonly closed: boolean
  readonly onToggle: () => void
}) => {
  const id = `nav-${section.key}`
  const Icon = section.icon ? iconOf(section.icon) : undefined
  const shut = closed && !folded
  return (
    <div className={css.section}>
      {section.key ? (
        <button
          type="button"
          id={id}
          className={css.group}
          aria-expanded={!shut}
          aria-controls={`${id}-list`}
          onClick={onToggle}
          tabIndex={folded ? -1 : 0}
        >
          {Icon ? <Icon size={14} stroke={1.5} aria-hidden /> : null}
          <span className={css.groupText}>{section.label}</span>
          <IconChevronDown size={14} aria-hidden className={css.chevron} />
        </button>
      ) : null}
      <ul
        id={`${id}-list`}
        className={css.list}
        {...(section.key ? { 'aria-labelledby': id } : {})}
        hidden={shut}
      >
        {section.entries.map((entry) => (
          <li key={entry.key}>
            <Place entry={entry} folded={folded} />
            {entry.resource && pinned && !folded ? <PinnedViews resource={entry.resource} /> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Scrolls to the entry of the current page, when it changes and when the drawer opens. */
const useCurrentShown = (ref: RefObject<HTMLElement | null>, drawer: boolean) => {
  const router = useRouter()
  // By an event instead of state: another page must not render all links again. With the next
  // frame, which lays the page out in any case.
  useEffect(() => {
    const scroll = () =>
      requestAnimationFrame(() => {
        const current = ref.current?.querySelector('[aria-current=page]')
        current?.scrollIntoView?.({ block: 'nearest' })
        if (current) later.disconnect()
      })
    // On the first page the entries come later.
    const later = new MutationObserver(scroll)
    const show = () => {
      later.observe(ref.current!, { childList: true, subtree: true })
      scroll()
    }
    show()
    const stop = router.subscribe('onResolved', ({ pathChanged }) => {
      if (pathChanged) show()
    })
    return () => {
      later.disconnect()
      stop()
    }
  }, [ref, router, drawer])
}

const DrawerHead = ({ state }: { readonly state: NavigationState }) => {
  const { t } = useTranslation()
  return (
    <div className={css.drawerHead} aria-hidden={!state.drawer}>
      <span>{t('common.product')}</span>
      {state.drawer ? (
        <button
          type="button"
          className={css.drawerClose}
          aria-label={t('common.close')}
          onClick={state.close}
        >
          <IconX size={18} stroke={1.5} aria-hidden />
        </button>
      ) : null}
    </div>
  )
}

/**
 * The main navigation: generated from the model, changed by the stored menus, limited to what the
 * person may open.
 */
export const Navigation = ({ state }: { readonly state: NavigationState }) => {
  const { t } = useTranslation()
  const sections = useNavigationTree()
  const [closed, toggle] = useClosed()
  const [pinned] = usePinned()
  const can = useHolds()
  const ref = useDrawer(state)
  const folded = state.folded && !state.drawer
  useCurrentShown(ref, state.drawer)
  const groups = (shown: readonly Section[]) =>
    shown.map((section) => (
      <Group
        key={section.key}
        section={section}
        folded={folded}
        pinned={pinned.length > 0}
        closed={closed.includes(section.key)}
        onToggle={() => toggle(section.key)}
      />
    ))
  const Fold = state.folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const foldText = t(state.folded ? 'common.expandNavigation' : 'common.collapseNavigation')
  return (
    <>
      {state.drawer ? (
        <button
          type="button"
          className={css.veil}
          aria-label={t('common.closeNavigation')}
          onClick={state.close}
        />
      ) : null}
      <nav
        ref={ref}
        aria-label={t('common.mainNavigation')}
        className={`${css.nav} ${state.drawer ? css.navOpen : ''}`}
      >
        <DrawerHead state={state} />
        <div className={css.places}>
          {sections.some((s) => s.entries.some((e) => e.entity && !can(`${e.entity}.create`))) ? (
            <UsedPlaces
              sections={sections}
              narrow={folded}
              open={closed.includes(MORE)}
              onToggle={() => toggle(MORE)}
              place={(entry) => <Place entry={entry} folded={folded} />}
            >
              {groups}
            </UsedPlaces>
          ) : (
            groups(sections)
          )}
        </div>
        <div className={css.fold}>
          <button
            type="button"
            className={`${css.link} ${css.foldButton}`}
            onClick={state.toggleFold}
            {...(state.folded ? { title: foldText } : {})}
          >
            <Fold size={18} stroke={1.5} aria-hidden className={css.foldIcon} />
            <span className={css.label}>{foldText}</span>
          </button>
        </div>
      </nav>
    </>
  )
}
