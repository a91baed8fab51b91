import { Suspense, useEffect, type ComponentType, type KeyboardEvent } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { lazy } from '#ui/lazyPart.tsx'
import { Loading, PermissionDenied } from '#ui/states.tsx'
import { settingsTabs, type SettingsTab } from './tabs.ts'
import { useSettingsTabs } from './useSettingsTabs.ts'
import css from './settings.module.css'

const bodies: Readonly<Record<SettingsTab, ComponentType>> = {
  profile: lazy(() => import('./Profile.tsx').then((m) => ({ default: m.Profile }))),
  security: lazy(() => import('./Security.tsx').then((m) => ({ default: m.Security }))),
  appearance: lazy(() => import('./Appearance.tsx').then((m) => ({ default: m.Appearance }))),
  notifications: lazy(() =>
    import('./Notifications.tsx').then((m) => ({ default: m.Notifications })),
  ),
  reminders: lazy(() => import('./Reminders.tsx').then((m) => ({ default: m.Reminders }))),
  tags: lazy(() => import('./Tags.tsx').then((m) => ({ default: m.Tags }))),
  changes: lazy(() => import('./Changes.tsx').then((m) => ({ default: m.Changes }))),
  approvals: lazy(() => import('./Approvals.tsx').then((m) => ({ default: m.Approvals }))),
  organisation: lazy(() => import('./Organisation.tsx').then((m) => ({ default: m.Organisation }))),
  audit: lazy(() => import('./AuditLog.tsx').then((m) => ({ default: m.AuditLog }))),
  'security-log': lazy(() => import('./SecurityLog.tsx').then((m) => ({ default: m.SecurityLog }))),
  integrations: lazy(() => import('./Integrations.tsx').then((m) => ({ default: m.Integrations }))),
  system: lazy(() => import('./System.tsx').then((m) => ({ default: m.System }))),
}

interface TabsProps {
  readonly shown: ReturnType<typeof useSettingsTabs>
  /** The one that the Tab key reaches. */
  readonly current: TabsProps['shown'][number]
  readonly selected: SettingsTab | undefined
  readonly open: (key: SettingsTab) => void
}

const Tabs = ({ shown, current, selected, open }: TabsProps) => {
  const { t } = useTranslation()
  const onKeyDown = (e: KeyboardEvent<HTMLDivElement>) => {
    const forward = getComputedStyle(e.currentTarget).direction === 'rtl' ? -1 : 1
    const steps = new Map([
      ['ArrowDown', 1],
      ['ArrowUp', -1],
      ['ArrowRight', forward],
      ['ArrowLeft', -forward],
    ])
    const step = steps.get(e.key)
    if (!step) return
    e.preventDefault()
    const next = shown[(shown.indexOf(current) + step + shown.length) % shown.length]
    if (next) {
      open(next.key)
      document.getElementById(`settings-${next.key}`)?.focus()
    }
  }
  return (
    <div role="tablist" aria-label={t('settings.title')} className={css.tabs} onKeyDown={onKeyDown}>
      {shown.map(({ key, label, icon: TabIcon }) => (
        <button
          key={key}
          id={`settings-${key}`}
          type="button"
          role="tab"
          aria-selected={key === selected}
          aria-controls="settings-panel"
          tabIndex={key === current.key ? 0 : -1}
          className={css.tabButton}
          onClick={() => open(key)}
        >
          <TabIcon size={16} stroke={1.5} aria-hidden />
          {t(label)}
        </button>
      ))}
    </div>
  )
}

/**
 * `/settings`: personal settings and, with permission, those of the organisation. The open tab is
 * in the URL.
 */
export const Settings = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { tab } = useSearch({ from: '/_main/settings' })
  const shown = useSettingsTabs()
  const denied = settingsTabs.find(({ key }) => key === tab && !shown.some((s) => s.key === key))
  const current = shown.find((each) => each.key === tab) ?? shown[0]!
  const selected = denied ? undefined : current.key
  const open = (key: SettingsTab) =>
    void navigate({
      to: '/settings',
      search: { tab: key === 'profile' ? undefined : key },
      replace: true,
      resetScroll: false,
    })
  const Body = bodies[current.key]
  const unknown = tab !== undefined && !denied && tab !== current.key
  useEffect(() => {
    if (unknown) void navigate({ to: '/settings', search: {}, replace: true })
  }, [navigate, unknown])
  // On a phone the tabs scroll, so keep the open one visible.
  useEffect(() => {
    document
      .getElementById(`settings-${current.key}`)
      ?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
  }, [current.key])
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <div className={css.layout}>
        <Tabs {...{ shown, current, selected, open }} />
        <div
          role="tabpanel"
          id="settings-panel"
          {...(denied
            ? { 'aria-label': t(denied.label) }
            : { 'aria-labelledby': `settings-${current.key}` })}
          className={css.tab}
        >
          <Suspense fallback={<Loading />}>
            {denied ? <PermissionDenied part /> : <Body key={current.key} />}
          </Suspense>
        </div>
      </div>
    </>
  )
}
