import { useState } from 'react'
import { IconDots, IconHistory, IconHome, IconPin } from '@tabler/icons-react'
import { appConfig } from '#data/config.ts'
import type { SavedView } from '#model/views.ts'
import { useTranslation } from '#ui/i18n.ts'
import { Menu, type MenuEntry } from '#ui/Menu.tsx'
import { toast } from '#ui/toast.ts'
import { hrefOf } from '../links.tsx'
import { ListLink } from './ListLink.tsx'
import { useDashboardViews } from './onDashboard.ts'
import { usePinned } from './pinned.ts'
import { useListPreference } from './preference.ts'
import type { ListSetup } from './useList.ts'
import { refusalOf } from './useSaved.ts'
import { useViewActions, viewWords } from './useViewActions.ts'
import { ViewForm } from './ViewForm.tsx'
import css from './panel.module.css'
import own from './views.module.css'

interface Rows {
  readonly list: ListSetup
  readonly onClose: () => void
  readonly onSettings: (view: SavedView) => void
}

type RowProps = Rows & { readonly view: SavedView }

const ViewMenu = ({ list, view, onClose, onSettings }: RowProps) => {
  const { t } = useTranslation()
  const { resource, preset } = list
  const actions = useViewActions(list)
  const [shown, setShown] = useDashboardViews()
  const on = shown.includes(view.id)
  const attempt = (run: () => Promise<void>) => () => {
    run().catch((error: unknown) => toast.error(refusalOf(error, viewWords())))
  }
  const copyLink = async (): Promise<void> => {
    const at = preset ? { at: preset.path } : {}
    const address = hrefOf(resource, { page: 'list', search: { view: view.id }, ...at })
    await navigator.clipboard.writeText(new URL(address, window.location.href).href)
    toast.success(t('detail.linkCopied'))
  }
  const duplicate = async (): Promise<void> => {
    await actions.duplicate(view)
    onClose()
  }
  const remove: MenuEntry = {
    key: 'delete',
    label: t('list.delete'),
    danger: true,
    onSelect: attempt(() => actions.remove(view)),
  }
  const toggle = () =>
    setShown((ids) => (on ? ids.filter((id) => id !== view.id) : [...ids, view.id]))
  const items: MenuEntry[] = [
    // What a preset fixes is known to its page alone.
    ...(preset
      ? []
      : [
          {
            key: 'dashboard',
            label: t(on ? 'dashboard.removeView' : 'dashboard.showView'),
            onSelect: toggle,
          },
        ]),
    ...(view.mayChange
      ? [{ key: 'settings', label: t('list.viewSettings'), onSelect: () => onSettings(view) }]
      : []),
    { key: 'duplicate', label: t('list.duplicate'), onSelect: attempt(duplicate) },
    { key: 'link', label: t('detail.copyLink'), onSelect: attempt(copyLink) },
    ...(view.mayChange ? ['-' as const, remove] : []),
  ]
  const name = t('list.actionsFor', { title: view.name })
  return (
    <Menu label={name} items={items}>
      {(trigger) => (
        <button type="button" {...trigger} className={css.icon} aria-label={name}>
          <IconDots size={14} aria-hidden />
        </button>
      )}
    </Menu>
  )
}

/** One view: a link, its default and pin, and a menu. */
const ViewRow = ({ list, view, onClose, onSettings }: RowProps) => {
  const { t } = useTranslation()
  const { resource, preset } = list
  const [preference, setPreference] = useListPreference(resource, preset?.path)
  const [pinned, setPinned] = usePinned()
  const { name, id } = view
  const start = preference.start === undefined ? view.roleDefault : preference.start === id
  const on = pinned.includes(id)
  return (
    <li className={css.row}>
      <ListLink
        list={list}
        search={{ view: id }}
        className={css.viewLink}
        aria-current={list.view?.id === id ? 'true' : undefined}
        onClick={onClose}
      >
        <bdi>{name}</bdi>
        {view.shared && view.owner.name && !view.mine ? (
          <span className={own.by}>{view.owner.name}</span>
        ) : null}
      </ListLink>
      <button
        type="button"
        className={css.icon}
        aria-pressed={start}
        aria-label={t('list.startView', { name })}
        title={t('list.startView', { name })}
        onClick={() => setPreference({ start: start ? '' : id })}
      >
        <IconHome size={14} aria-hidden />
      </button>
      <button
        type="button"
        className={css.icon}
        aria-pressed={on}
        aria-label={t('list.pinView', { name })}
        title={t('list.pinView', { name })}
        onClick={() => setPinned((ids) => (on ? ids.filter((one) => one !== id) : [...ids, id]))}
      >
        <IconPin size={14} aria-hidden />
      </button>
      <ViewMenu list={list} view={view} onClose={onClose} onSettings={onSettings} />
    </li>
  )
}

const Group = ({
  title,
  views,
  ...rows
}: Rows & { readonly title: string; readonly views: readonly SavedView[] }) =>
  views.length ? (
    <section aria-label={title}>
      <h2 className={own.heading}>{title}</h2>
      <ul className={css.rows}>
        {views.map((view) => (
          <ViewRow key={view.id} {...rows} view={view} />
        ))}
      </ul>
    </section>
  ) : null

/** Saved views of a list: own and shared ones, and saving the current one. */
export const ViewsPanel = ({
  list,
  onClose,
}: {
  readonly list: ListSetup
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const { resource, preset, views, view } = list
  // The server does not know the history of these records.
  const elsewhere = appConfig().documents?.[resource.collection] !== undefined
  const [changed, setChanged] = useState<SavedView>()
  const seePast = () => {
    onClose()
    list.setSearch({ asOf: new Date().toISOString() })
  }
  const rows = { list, onClose, onSettings: setChanged }
  if (changed) {
    return (
      <div className={css.stack}>
        <h2 className={own.heading}>{t('list.viewSettings')}</h2>
        <ViewForm list={list} view={changed} onDone={() => setChanged(undefined)} />
        <button type="button" className={css.plain} onClick={() => setChanged(undefined)}>
          {t('common.cancel')}
        </button>
      </div>
    )
  }
  return (
    <div className={css.stack}>
      <ul className={css.rows}>
        <li className={css.row}>
          <ListLink
            list={list}
            search={{}}
            className={css.viewLink}
            aria-current={!view && !list.narrowed ? 'true' : undefined}
            onClick={onClose}
          >
            {t('list.everything')}
          </ListLink>
        </li>
      </ul>
      <Group {...rows} title={t('list.ownViews')} views={views.filter((one) => !one.shared)} />
      <Group {...rows} title={t('list.sharedViews')} views={views.filter((one) => one.shared)} />
      {views.length ? null : <p className={css.note}>{t('list.noViews')}</p>}
      {preset || elsewhere ? null : (
        <button type="button" className={css.past} onClick={seePast}>
          <IconHistory size={14} aria-hidden />
          {t('versions.seeListPast')}
        </button>
      )}
      <ViewForm list={list} onDone={() => undefined} />
    </div>
  )
}
