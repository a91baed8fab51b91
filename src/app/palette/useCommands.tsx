import {
  IconArrowRight,
  IconBolt,
  IconDownload,
  IconFilterOff,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUpload,
  IconX,
} from '@tabler/icons-react'
import { createElement } from 'react'
import { actionLabel } from '#engine/actionLabel.ts'
import { useGoTo } from '#engine/links.tsx'
import { bulkFields } from '#engine/list/bulkFields.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import { nothingNarrowed } from '#engine/list/queryOf.ts'
import { showOver } from '#engine/overlay.ts'
import { openActions, openTransitions, useRecordActions } from '#engine/recordActions.ts'
import { useModel } from '#engine/resource.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { iconOf } from '#ui/icons.tsx'
import type { Command } from './command.ts'
import { useGlobalCommands } from './useGlobalCommands.ts'
import type { useScopes } from './useScopes.ts'

const RecordEdit = lazyPart(async () => (await import('#engine/list/RecordEdit.tsx')).RecordEdit)

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

/** Everything the person may do here, by scope, from the schema and their permissions. */
export const useCommands = (on: On): readonly Command[] => [
  ...useSelectionCommands(on),
  ...useRecordCommands(on),
  ...useListCommands(on),
  ...useGlobalCommands(on),
]
