import {
  IconArrowRight,
  IconBolt,
  IconDownload,
  IconFilterOff,
  IconHelp,
  IconLanguage,
  IconLogout,
  IconPencil,
  IconPlus,
  IconSettings,
  IconSun,
  IconTrash,
  IconUpload,
  IconX,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { useHolds, useMe } from '#data/me.ts'
import { keys } from '#data/queries.ts'
import { signOut } from '#data/signOut.ts'
import { someViewsQuery } from '#data/views.ts'
import { actionLabel } from '#engine/actionLabel.ts'
import { useGoTo, useGoToAddress } from '#engine/links.tsx'
import { bulkFields } from '#engine/list/bulkFields.ts'
import { lazyPart } from '#engine/list/lazyPart.tsx'
import { usePinned } from '#engine/list/pinned.ts'
import { nothingNarrowed } from '#engine/list/queryOf.ts'
import { showOver } from '#engine/overlay.ts'
import { openActions, openTransitions, useRecordActions } from '#engine/recordActions.ts'
import { useModel } from '#engine/resource.ts'
import { saveMe } from '#screens/settings/api.ts'
import { useSettingsTabs } from '#screens/settings/useSettingsTabs.ts'
import { inSentence, label, setLanguage, useLanguages, useTranslation } from '#ui/i18n.ts'
import { iconOf } from '#ui/icons.tsx'
import { toggleMode } from '#ui/themeMode.ts'
import { useNavigationTree } from '../useNavigationTree.ts'
import type { Command } from './command.ts'
import type { useScopes } from './useScopes.ts'

const RecordEdit = lazyPart(async () => (await import('#engine/list/RecordEdit.tsx')).RecordEdit)
const ShortcutsDialog = lazyPart(
  async () => (await import('#engine/list/ShortcutsDialog.tsx')).ShortcutsDialog,
)

type On = ReturnType<typeof useScopes>

const useSelectionCommands = ({ selection, list }: On): Command[] => {
  const { t } = useTranslation()
  if (!selection || !list) return []
  const scope = 'selection'
  const hint = t('palette.selection', {
    count: selection.count,
    one: inSentence(list.resource.label.one),
    many: inSentence(list.resource.label.many),
  })
  const of = (command: Omit<Command, 'scope' | 'hint'>): Command => ({ scope, hint, ...command })
  return [
    ...selection.moves.map((move) =>
      of({
        key: `bulk ${move.key}`,
        label:
          move.count === undefined
            ? label(move.of.label)
            : t('list.bulkMove', { label: label(move.of.label), count: move.count }),
        icon: move.kind === 'action' ? IconBolt : IconArrowRight,
        run: () => selection.move(move),
      }),
    ),
    ...(selection.fields.length
      ? [
          of({
            key: 'bulk edit',
            label: t('list.edit'),
            icon: IconPencil,
            run: () => selection.edit(),
          }),
        ]
      : []),
    ...selection.fields.map((field) =>
      of({
        key: `bulk change ${field.name}`,
        label: t('palette.change', { label: label(field.label) }),
        icon: IconPencil,
        quiet: true,
        run: () => selection.edit(field.name),
      }),
    ),
    ...(selection.export
      ? [
          of({
            key: 'bulk export',
            label: t('list.export'),
            icon: IconDownload,
            run: selection.export,
          }),
        ]
      : []),
    ...(selection.remove
      ? [
          of({
            key: 'bulk delete',
            label: t('list.delete'),
            icon: IconTrash,
            danger: true,
            run: selection.remove,
          }),
        ]
      : []),
    of({ key: 'bulk clear', label: t('list.clearSelection'), icon: IconX, run: selection.clear }),
  ]
}

const useRecordCommands = ({ open, names }: On): Command[] => {
  const { t, i18n } = useTranslation()
  const { resources } = useModel()
  const goTo = useGoTo()
  const resource = open?.resource ?? resources[0]!
  const actions = useRecordActions(resource)
  if (!open) return []
  const { record } = open
  const { rights } = actions
  const editable = rights.update && !record.deletedAt
  const of = (command: Omit<Command, 'scope' | 'hint'>): Command => ({
    scope: 'record',
    hint: names.get('record'),
    ...command,
  })
  const toneOf = (name: string) => resource.states.find((s) => s.value === name)?.tone
  return [
    ...openTransitions(resource, record, rights).map((transition) =>
      of({
        key: `to ${resource.entity} ${transition.name}`,
        label: label(transition.label),
        icon: IconArrowRight,
        danger: toneOf(transition.name) === 'danger',
        run: () => void actions.transition(record, transition),
      }),
    ),
    ...openActions(resource, record, rights).map((action) =>
      of({
        key: `act ${resource.entity} ${action.name}`,
        label: actionLabel(action, record, i18n.language),
        icon: IconBolt,
        danger: action.tone === 'danger',
        run: () => void actions.act(record, action),
      }),
    ),
    ...(editable && !resource.appendOnly
      ? [
          of({
            key: `edit ${resource.entity}`,
            label: t('detail.edit'),
            icon: IconPencil,
            run: () => void goTo(resource, { page: 'edit', id: record.id }),
          }),
        ]
      : []),
    ...bulkFields({ resource, rights, trashed: Boolean(record.deletedAt) }).map((field) =>
      of({
        key: `change ${resource.entity} ${field.name}`,
        label: t('palette.change', { label: label(field.label) }),
        icon: IconPencil,
        quiet: true,
        run: () => showOver(createElement(RecordEdit, { resource, record, field: field.name })),
      }),
    ),
    ...(rights.delete && !record.deletedAt
      ? [
          of({
            key: `delete ${resource.entity}`,
            label: t('detail.delete'),
            icon: IconTrash,
            danger: true,
            run: () =>
              void actions.remove(record).then((done) => {
                if (done) void goTo(resource, { page: 'list' })
              }),
          }),
        ]
      : []),
  ]
}

const useListCommands = ({ list, names }: On): Command[] => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  if (!list) return []
  const { resource, rights, preset } = list
  const of = (command: Omit<Command, 'scope' | 'hint'>): Command => ({
    scope: 'list',
    hint: names.get('list'),
    ...command,
  })
  const { views } = list
  const byState = resource.list.filters.includes('state') && list.allowed(resource, 'state')
  const at = preset ? { at: preset.path } : {}
  return [
    ...(rights.create
      ? [
          of({
            key: `add ${resource.entity}`,
            label: t('list.add', { one: inSentence(resource.label.one) }),
            words: t('palette.new', { one: inSentence(resource.label.one) }),
            icon: IconPlus,
            run: () => void goTo(resource, { page: 'create' }),
          }),
        ]
      : []),
    ...(rights.import && !preset
      ? [
          of({
            key: `import ${resource.entity}`,
            label: t('list.import'),
            icon: IconUpload,
            run: () => void goTo(resource, { page: 'import' }),
          }),
        ]
      : []),
    ...(list.narrowed
      ? [
          of({
            key: 'clear filters',
            label: t('list.clearFilters'),
            icon: IconFilterOff,
            run: () => list.setSearch(nothingNarrowed(resource)),
          }),
        ]
      : []),
    ...(byState ? resource.states : [])
      .filter((s) => preset?.states?.includes(s.value) ?? true)
      .map((s) =>
        of({
          key: `state ${resource.entity} ${s.value}`,
          label: t('palette.only', { label: label(s.label) }),
          icon: iconOf(resource.nav.icon),
          run: () => list.setSearch({ state: s.value, trashed: undefined }),
        }),
      ),
    ...views.map((view) =>
      of({
        key: `view ${view.id}`,
        label: view.name,
        words: t('list.views'),
        icon: iconOf('bookmark'),
        run: () =>
          void goTo(resource, {
            page: 'list',
            search: { view: view.id },
            ...at,
          }),
      }),
    ),
  ]
}

/** Commands that every page has. */
const useGlobalCommands = ({ list }: On): Command[] => {
  const { t } = useTranslation()
  const me = useMe()
  const can = useHolds()
  const client = useQueryClient()
  const { resources } = useModel()
  const sections = useNavigationTree()
  const tabs = useSettingsTabs()
  const goTo = useGoTo()
  const goToAddress = useGoToAddress()
  const { languages, language } = useLanguages()
  const scope = 'everything'
  const [pinned] = usePinned()
  const { data: views } = useQuery(someViewsQuery(pinned))
  const speak = async (next: string): Promise<void> => {
    await Promise.all([setLanguage(next), me.person ? saveMe({ locale: next }) : undefined])
    await client.invalidateQueries({ queryKey: keys.me })
  }
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

/** Everything the person may do here, by scope, from the schema and their permissions. */
export const useCommands = (on: On): readonly Command[] => [
  ...useSelectionCommands(on),
  ...useRecordCommands(on),
  ...useListCommands(on),
  ...useGlobalCommands(on),
]
