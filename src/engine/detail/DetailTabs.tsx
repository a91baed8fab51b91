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
}

const buttonOf = (tab: Tab): HTMLElement | null => document.getElementById(`tab-${tab.key}`)

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
  const { t } = useTranslation()
  const navigate = useNavigate()
  const strip = useRef<HTMLDivElement>(null)
  const current = tabs.find((tab) => tab.key === active) ?? tabs[0]
  const tooMany = useOverflow(strip, tabs.length)
  const shown = current?.key
  useEffect(() => {
    reveal(strip.current, document.getElementById(`tab-${shown}`))
  }, [shown, tooMany])
  const open = (key: string) =>
    void navigate({
      to: '.',
      search: (old: Record<string, unknown>) => ({
        ...old,
        tab: key === tabs[0]?.key ? undefined : key,
      }),
      replace: true,
      resetScroll: false,
    } as never)
  const onKeyDown = (e: KeyboardEvent<HTMLDivElement>) => {
    const step = Number(e.key === 'ArrowRight') - Number(e.key === 'ArrowLeft')
    if (!step || !current) return
    const forward = getComputedStyle(e.currentTarget).direction === 'rtl' ? -step : step
    const next = tabs[(tabs.indexOf(current) + forward + tabs.length) % tabs.length]
    if (next) {
      open(next.key)
      buttonOf(next)?.focus()
    }
  }
  const outOfSight = () =>
    tabs
      .filter((tab) => !wholeIn(strip.current, buttonOf(tab)))
      .map((tab) => ({
        key: tab.key,
        label: tab.label,
        onSelect: () => {
          open(tab.key)
          buttonOf(tab)?.focus()
        },
      }))
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
              onClick={() => open(tab.key)}
            >
              {tab.label}
              {tab.count}
            </button>
          ))}
        </div>
        {tooMany ? (
          <Menu label={t('detail.moreTabs')} items={outOfSight}>
            {(trigger) => (
              <button type="button" {...trigger} className={classes.moreTabs}>
                {t('detail.moreTabs')}
                <IconChevronDown size={14} aria-hidden />
              </button>
            )}
          </Menu>
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
