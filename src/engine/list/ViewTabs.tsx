import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useTranslation } from '#ui/i18n.ts'
import { Menu } from '#ui/Menu.tsx'
import { hrefOf } from '../links.tsx'
import { ListLink } from './ListLink.tsx'
import type { ListSetup } from './useList.ts'
import { useViewActions } from './useViewActions.ts'
import css from './list.module.css'
import own from './views.module.css'

export { ViewBar } from './ViewBar.tsx'

/** Tabs of states and views side by side; further views are in a menu. */
const MOST_TABS = 6
const MOST_VIEWS = 4

/** Brings the open view's tab into the strip. */
const show = (tab: HTMLElement | null): void =>
  tab?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' })

/** The saved views of a list as tabs. */
export const ViewTabs = ({
  list,
  open,
}: {
  readonly list: ListSetup
  /** Id of the view that is open, or about to be. */
  readonly open: string | undefined
}) => {
  const { t } = useTranslation()
  const { views, resource, preset } = list
  const actions = useViewActions(list)
  const others = resource.states.length + (resource.list.queues?.length ?? 0)
  const first = views.slice(0, Math.min(MOST_VIEWS, Math.max(1, MOST_TABS - others)))
  const current = views.find(({ id }) => id === open)
  const shown = current && !first.includes(current) ? [...first.slice(0, -1), current] : first
  const rest = views.filter((view) => !shown.includes(view))
  return (
    <span className={own.tabs} role="group" aria-label={t('list.views')}>
      {shown.map((view) => {
        const on = view.id === open
        return (
          <span key={view.id} ref={on ? show : undefined} className={own.tab}>
            <ListLink
              list={list}
              search={{ view: view.id }}
              className={`${css.tab} ${on ? css.tabOn : ''}`}
              aria-current={on ? 'page' : undefined}
            >
              <bdi className={own.name}>{view.name}</bdi>
              {on && list.edited ? (
                <span className={own.edited} title={t('list.viewEdited')}>
                  <span className="visually-hidden">{t('list.viewEdited')}</span>
                </span>
              ) : null}
            </ListLink>
            {on ? (
              <ListLink
                list={list}
                search={{}}
                className={own.close}
                aria-label={t('list.closeView', { name: view.name })}
                title={t('list.closeView', { name: view.name })}
              >
                <IconX size={12} aria-hidden />
              </ListLink>
            ) : null}
          </span>
        )
      })}
      {rest.length ? (
        <Menu
          label={t('list.moreViews')}
          items={rest.map((view) => ({
            key: view.id,
            label: view.name,
            href: hrefOf(resource, {
              page: 'list',
              search: { view: view.id },
              ...(preset ? { at: preset.path } : {}),
            }),
            onSelect: () => actions.open(view),
          }))}
        >
          {(trigger) => (
            <button type="button" {...trigger} className={`${css.tab} ${own.more}`}>
              {t('list.moreCount', { number: rest.length })}
              <IconChevronDown size={14} aria-hidden />
            </button>
          )}
        </Menu>
      ) : null}
    </span>
  )
}
