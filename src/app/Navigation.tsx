import { useEffect, useRef } from 'react'
import { IconLayoutDashboard, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ResourceModel } from '#model/types.ts'
import { useCan } from '#data/me.ts'
import { ResourceLink } from '#engine/links.tsx'
import { useModel } from '#engine/resource.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { iconOf } from '#ui/icons.tsx'
import type { NavigationState } from './useNavigation.ts'
import css from './shell.module.css'

/** Groups in the order in which their first entity is declared; an entity appears when the person may list it. */
const useGroups = (): [string, ResourceModel[]][] => {
  const can = useCan()
  const groups = new Map<string, ResourceModel[]>()
  for (const resource of useModel().resources)
    if (resource.path && can(`${resource.entity}.list`)) groups.set(resource.nav.group, [...(groups.get(resource.nav.group) ?? []), resource])
  return [...groups]
}

/** Escape closes the drawer; it takes the focus while it is open. */
const useDrawer = ({ drawer, close }: NavigationState) => {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!drawer) return
    const before = document.activeElement
    ref.current?.querySelector('a')?.focus()
    const key = (e: KeyboardEvent) => { if (e.key === 'Escape') close() }
    document.addEventListener('keydown', key)
    return () => { document.removeEventListener('keydown', key); if (before instanceof HTMLElement) before.focus() }
  }, [drawer, close])
  return ref
}

const active = { className: css.active ?? '' }

/** The main navigation, from the model and the person's permissions. */
export const Navigation = ({ state }: { readonly state: NavigationState }) => {
  const { t } = useTranslation()
  const groups = useGroups()
  const ref = useDrawer(state)
  const Fold = state.folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const foldText = t(state.folded ? 'common.expandNavigation' : 'common.collapseNavigation')
  const title = (text: string) => (state.folded ? { title: text } : {})
  return (
    <>
      {state.drawer ? <button type="button" className={css.veil} aria-label={t('common.closeNavigation')} onClick={state.close} /> : null}
      <nav ref={ref} aria-label={t('common.mainNavigation')} className={`${css.nav} ${state.drawer ? css.navOpen : ''}`}>
        <ul className={css.list}>
          <li><Link to="/dashboard" className={css.link} activeProps={active} {...title(t('common.dashboard'))}><IconLayoutDashboard size={18} stroke={1.5} aria-hidden /><span className={css.label}>{t('common.dashboard')}</span></Link></li>
        </ul>
        {groups.map(([group, resources]) => (
          <div key={group}>
            <div className={css.group} id={`nav-${group}`}>{label(group)}</div>
            <ul className={css.list} aria-labelledby={`nav-${group}`}>
              {resources.map((resource) => {
                const Icon = iconOf(resource.nav.icon)
                const text = label(resource.label.many)
                return (
                  <li key={resource.collection}>
                    <ResourceLink resource={resource} target={{ page: 'list' }} className={css.link} activeProps={active} {...title(text)}>
                      <Icon size={18} stroke={1.5} aria-hidden /><span className={css.label}>{text}</span>
                    </ResourceLink>
                  </li>
                )
              })}
            </ul>
          </div>
        ))}
        <div className={css.fold}>
          <button type="button" className={`${css.link} ${css.foldButton}`} onClick={state.toggleFold} {...title(foldText)}>
            <Fold size={18} stroke={1.5} aria-hidden className={css.foldIcon} /><span className={css.label}>{foldText}</span>
          </button>
        </div>
      </nav>
    </>
  )
}
