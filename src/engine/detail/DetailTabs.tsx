import { useNavigate } from '@tanstack/react-router'
import type { KeyboardEvent, ReactNode } from 'react'
import classes from './detail.module.css'

export interface Tab { readonly key: string; readonly label: string; /** How many records it shows; not part of its name. */ readonly count?: ReactNode; readonly body: () => ReactNode }

/** Tabs of a record, the open one in the URL unless it is the first: a link, Back and a reload show the same. Arrow keys move between them. */
export const DetailTabs = ({ tabs, active }: { tabs: readonly Tab[]; active: string | undefined }) => {
  const navigate = useNavigate()
  const current = tabs.find((t) => t.key === active) ?? tabs[0]
  const open = (key: string) => void navigate({ to: '.', search: (old: Record<string, unknown>) => ({ ...old, tab: key === tabs[0]?.key ? undefined : key }), replace: true, resetScroll: false } as never)
  const onKeyDown = (e: KeyboardEvent<HTMLDivElement>) => {
    const step = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0
    if (!step || !current) return
    const forward = getComputedStyle(e.currentTarget).direction === 'rtl' ? -step : step
    const next = tabs[(tabs.indexOf(current) + forward + tabs.length) % tabs.length]
    if (next) { open(next.key); document.getElementById(`tab-${next.key}`)?.focus() }
  }
  return (
    <>
      <div role="tablist" className={classes.tabs} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button key={tab.key} id={`tab-${tab.key}`} type="button" role="tab" aria-selected={tab === current} aria-controls="tab-panel" tabIndex={tab === current ? 0 : -1} className={classes.tab} onClick={() => open(tab.key)}>{tab.label}{tab.count}</button>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${current?.key}`} tabIndex={-1} className={classes.panel}>{current?.body()}</div>
    </>
  )
}
