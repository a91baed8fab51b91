import { Suspense, type ComponentProps } from 'react'
import { IconBuildingStore, IconMenu2, IconMoon, IconSun } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { signOut } from '#data/signOut.ts'
import { useMe } from '#data/me.ts'
import { ChangesHost } from '#engine/changes/ChangesHost.tsx'
import { lazy } from '#ui/lazyPart.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useTranslation } from '#ui/i18n.ts'
import { initials } from '#ui/initials.ts'
import { Menu } from '#ui/Menu.tsx'
import { retryImport } from '#ui/retryImport.ts'
import { toggleMode } from '#ui/themeMode.ts'
import { SearchButton } from './SearchButton.tsx'
import { TopProgress } from './TopProgress.tsx'
import css from './shell.module.css'

const bellAfterMs = 4000
/** Loads after the page's content. */
const Bell = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, bellAfterMs))
  return { default: (await retryImport(() => import('#screens/notices/Bell.tsx'))).Bell }
})

const ReviewCount = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, bellAfterMs))
  return {
    default: (await retryImport(() => import('#engine/approvals/ReviewCount.tsx'))).ReviewCount,
  }
})

const UserIcon = lazy(async () => ({ default: (await import('./UserIcon.tsx')).UserIcon }))
const iconOf = (name: ComponentProps<typeof UserIcon>['name']) => (
  <Suspense fallback={<svg width={16} height={16} aria-hidden />}>
    <UserIcon name={name} />
  </Suspense>
)

/** Toggles light and dark. */
export const ThemeToggle = () => {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={css.icon}
      aria-label={t('common.toggleTheme')}
      title={t('common.toggleTheme')}
      onClick={toggleMode}
    >
      <IconSun className={css.sun} size={18} stroke={1.5} aria-hidden />
      <IconMoon className={css.moon} size={18} stroke={1.5} aria-hidden />
    </button>
  )
}

const UserMenu = () => {
  const { t } = useTranslation()
  const me = useMe()
  const navigate = useNavigate()
  const { list } = useFormat()
  const name = me.person?.name ?? me.account.name
  const roles = me.roles.length ? list(me.roles.map((r) => r.name)) : t('common.noRole')
  return (
    <Menu
      label={t('common.userMenu')}
      head={
        <>
          <strong>{name}</strong>
          <br />
          <span className={css.userRole}>{me.account.email}</span>
        </>
      }
      items={[
        '-',
        {
          key: 'settings',
          label: t('settings.title'),
          icon: iconOf('settings'),
          href: '/settings',
          onSelect: () => void navigate({ to: '/settings', search: {} }),
        },
        {
          key: 'changes',
          label: t('common.myChanges'),
          icon: iconOf('changes'),
          href: '/settings?tab=changes',
          onSelect: () => void navigate({ to: '/settings', search: { tab: 'changes' } }),
        },
        '-',
        {
          key: 'out',
          label: t('common.signOut'),
          icon: iconOf('out'),
          onSelect: () => void signOut(),
        },
      ]}
    >
      {(trigger) => (
        <button type="button" className={css.user} {...trigger}>
          <span className="visually-hidden">{t('common.userMenu')}: </span>
          <span className={css.avatar} aria-hidden>
            {initials(name)}
          </span>
          <span className={css.userText}>
            <span>{name}</span> <span className={css.userRole}>{roles}</span>
          </span>
        </button>
      )}
    </Menu>
  )
}

/** Header of every page: the product, the global search, theme and person. */
export const Header = ({ onOpenNavigation }: { readonly onOpenNavigation: () => void }) => {
  const { t } = useTranslation()
  return (
    <header className={css.header}>
      <TopProgress />
      <button
        type="button"
        className={`${css.icon} ${css.burger}`}
        aria-label={t('common.openNavigation')}
        onClick={onOpenNavigation}
      >
        <IconMenu2 size={20} stroke={1.5} aria-hidden />
      </button>
      <Link to="/dashboard" className={css.brand} aria-label={t('common.product')}>
        <span className={css.mark} aria-hidden>
          <IconBuildingStore size={18} stroke={1.75} />
        </span>
        <span className={css.brandName}>{t('common.product')}</span>
      </Link>
      <SearchButton />
      <span className={css.spring} />
      <ChangesHost />
      <Suspense fallback={null}>
        <ReviewCount />
      </Suspense>
      <Suspense fallback={<span className={css.bell} />}>
        <Bell />
      </Suspense>
      <ThemeToggle />
      <UserMenu />
    </header>
  )
}
