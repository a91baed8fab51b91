import { IconChevronDown } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from '#ui/i18n.ts'
import { Menu } from '#ui/Menu.tsx'
import { reveal, useOverflow, wholeIn } from './strip.ts'
import classes from './detail.module.css'

export interface Tab {
  readonly key: string
  readonly label: string
  /** Number of records the tab shows; not part of its name. */
  readonly count?: ReactNode
  readonly body: () => ReactNode
  /** Loads the code of its body; called when the pointer or the focus comes near. */
  readonly preload?: () => void
}

const buttonOf = (tab: Tab): HTMLElement | null => document.getElementById(`tab-${tab.key}`)

interface MoreTabsProps {
  /** The tabs that are out of sight when the menu opens. */
  readonly tabs: () => readonly Tab[]
  readonly onOpen: (tab: Tab) => void
}

const MoreTabs = ({ tabs, onOpen }: MoreTabsProps) => {
  const { t } = useTranslation()
  const items = () =>
    tabs().map((tab) => ({ key: tab.key, label: tab.label, onSelect: () => onOpen(tab) }))
  return (
    <Menu label={t('detail.moreTabs')} items={items}>
      {(trigger) => (
        <button type="button" {...trigger} className={classes.moreTabs}>
          {t('detail.moreTabs')}
          <IconChevronDown size={14} aria-hidden />
        </button>
      )}
    </Menu>
  )
}

/** Returns a function that opens a tab by its key. */
const useOpenTab = (tabs: readonly Tab[]) => {
  const navigate = useNavigate()
  return (key: string) =>
    void navigate({
      to: '.',
      search: (old: Record<string, unknown>) => ({
        ...old,
        tab: key === tabs[0]?.key ? undefined : key,
      }),
      replace: true,
      resetScroll: false,
    } as never)
}

/**
 * Tabs of a record. The open tab is in the URL unless it is the first, so links, Back and reload
 * keep it. Arrow keys move between tabs; tabs that do not fit are also in a menu.
 */
export const DetailTabs = ({
  tabs,
  active,
}: {
  tabs: readonly Tab[]
  active: string | undefined
}) => {
  const open = useOpenTab(tabs)
  const strip = useRef<HTMLDivElement>(null)
  const current = tabs.find((tab) => tab.key === active) ?? tabs[0]
  const tooMany = useOverflow(strip, tabs.length)
  const shown = current?.key
  useEffect(() => {
    reveal(strip.current, document.getElementById(`tab-${shown}`))
  }, [shown, tooMany])
  const show = (tab: Tab) => {
    open(tab.key)
    buttonOf(tab)?.focus()
  }
  const onKeyDown = (e: KeyboardEvent<HTMLDivElement>) => {
    const step = Number(e.key === 'ArrowRight') - Number(e.key === 'ArrowLeft')
    if (!step || !current) return
    const forward = getComputedStyle(e.currentTarget).direction === 'rtl' ? -step : step
    const next = tabs[(tabs.indexOf(current) + forward + tabs.length) % tabs.length]
    if (next) show(next)
  }
  return (
    <>
      <div className={classes.tabsLine}>
        <div
          ref={strip}
          role="tablist"
          className={classes.tabs}
          data-more={tooMany || undefined}
          onKeyDown={onKeyDown}
        >
          {tabs.map((tab) => (
            <button
              key={tab.key}
              id={`tab-${tab.key}`}
              type="button"
              role="tab"
              aria-selected={tab === current}
              aria-controls="tab-panel"
              tabIndex={tab === current ? 0 : -1}
              className={classes.tab}
              onPointerEnter={tab.preload}
              onFocus={tab.preload}
              onClick={() => open(tab.key)}
            >
              {tab.label}
              {tab.count}
            </button>
          ))}
        </div>
        {tooMany ? (
          <MoreTabs
            tabs={() => tabs.filter((tab) => !wholeIn(strip.current, buttonOf(tab)))}
            onOpen={show}
          />
        ) : null}
      </div>
      <div
        role="tabpanel"
        id="tab-panel"
        aria-labelledby={`tab-${current?.key}`}
        tabIndex={-1}
        className={classes.panel}
      >
        {current?.body()}
      </div>
    </>
  )
}
