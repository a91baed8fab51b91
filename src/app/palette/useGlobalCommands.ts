import {
  IconHelp,
  IconLanguage,
  IconLogout,
  IconPlus,
  IconSettings,
  IconSun,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { useHolds, useMe } from '#data/me.ts'
import { keys } from '#data/queries.ts'
import { signOut } from '#data/signOut.ts'
import { someViewsQuery } from '#data/views.ts'
import { useGoTo, useGoToAddress } from '#engine/links.tsx'
import { lazyPart } from '#ui/lazyPart.tsx'
import { usePinned } from '#engine/list/pinned.ts'
import { showOver } from '#engine/overlay.ts'
import { useModel } from '#engine/resource.ts'
import { saveMe } from '#screens/settings/api.ts'
import { useSettingsTabs } from '#screens/settings/useSettingsTabs.ts'
import { inSentence, label, setLanguage, useTranslation } from '#ui/i18n.ts'
import { useLanguages } from '#ui/useLanguages.ts'
import { iconOf } from '#ui/icons.tsx'
import { toggleMode } from '#ui/themeMode.ts'
import { useNavigationTree } from '../useNavigationTree.ts'
import type { Command } from './command.ts'
import type { useScopes } from './useScopes.ts'

const ShortcutsDialog = lazyPart(
  async () => (await import('#engine/list/ShortcutsDialog.tsx')).ShortcutsDialog,
)

type On = ReturnType<typeof useScopes>

const scope = 'everything'

/** Commands that lead to pages, pinned views and forms of new records. */
const usePlaceCommands = ({ list }: On): Command[] => {
  const { t } = useTranslation()
  const can = useHolds()
  const { resources } = useModel()
  const sections = useNavigationTree()
  const goTo = useGoTo()
  const goToAddress = useGoToAddress()
  const [pinned] = usePinned()
  const { data: views } = useQuery(someViewsQuery(pinned))
  return [
    ...sections.flatMap((section) =>
      section.entries.map((entry): Command => ({
        key: `go ${entry.key}`,
        scope,
        label: entry.label,
        hint: section.label || undefined,
        words: t('palette.goTo', { label: entry.label }),
        icon: iconOf(entry.icon),
        run: () =>
          void (entry.resource ? goTo(entry.resource, { page: 'list' }) : goToAddress(entry.route)),
      })),
    ),
    ...(views?.data ?? [])
      .filter(({ collection }) => collection !== list?.resource.collection)
      .flatMap((view): Command[] => {
        const resource = resources.find((r) => r.collection === view.collection)
        if (!resource) return []
        const at = view.path ? { at: view.path } : {}
        return [
          {
            key: `view ${view.id}`,
            scope,
            label: view.name,
            hint: label(resource.label.many),
            words: t('list.views'),
            icon: iconOf('bookmark'),
            run: () => void goTo(resource, { page: 'list', search: { view: view.id }, ...at }),
          },
        ]
      }),
    ...resources
      .filter((r) => r.path && !r.readOnly && can(`${r.entity}.create`) && r !== list?.resource)
      .map((r): Command => ({
        key: `add ${r.entity}`,
        scope,
        label: t('list.add', { one: inSentence(r.label.one) }),
        words: t('palette.new', { one: inSentence(r.label.one) }),
        icon: IconPlus,
        quiet: true,
        run: () => void goTo(r, { page: 'create' }),
      })),
  ]
}

/** Commands of the person's own settings: tabs, theme, language. */
const useSettingsCommands = (): Command[] => {
  const { t } = useTranslation()
  const me = useMe()
  const client = useQueryClient()
  const tabs = useSettingsTabs()
  const goToAddress = useGoToAddress()
  const { languages, language } = useLanguages()
  const speak = async (next: string): Promise<void> => {
    await Promise.all([setLanguage(next), me.person ? saveMe({ locale: next }) : undefined])
    await client.invalidateQueries({ queryKey: keys.me })
  }
  return [
    ...tabs.map((tab): Command => ({
      key: `settings ${tab.key}`,
      scope,
      label: t(tab.label),
      hint: t('settings.title'),
      words: `${t('settings.title')} ${t(tab.label)}`,
      icon: IconSettings,
      quiet: true,
      run: () => void goToAddress(`/settings?tab=${tab.key}`),
    })),
    {
      key: 'theme',
      scope,
      label: t('common.toggleTheme'),
      words: `${t('settings.theme')} ${t('settings.dark')} ${t('settings.light')}`,
      icon: IconSun,
      run: toggleMode,
    },
    ...languages
      .filter((l) => l.value !== language)
      .map((l): Command => ({
        key: `language ${l.value}`,
        scope,
        label: t('palette.language', { label: l.label }),
        words: `${t('settings.language')} ${l.value}`,
        icon: IconLanguage,
        quiet: true,
        run: () => void speak(l.value),
      })),
  ]
}

/** Commands that every page has. */
export const useGlobalCommands = (on: On): Command[] => {
  const { t } = useTranslation()
  const places = usePlaceCommands(on)
  const settings = useSettingsCommands()
  return [
    ...places,
    ...settings,
    {
      key: 'shortcuts',
      scope,
      label: t('list.shortcuts'),
      icon: IconHelp,
      run: () => showOver(createElement(ShortcutsDialog, { onClose: () => showOver(null) })),
    },
    {
      key: 'sign out',
      scope,
      label: t('common.signOut'),
      icon: IconLogout,
      quiet: true,
      run: () => void signOut(),
    },
  ]
}
