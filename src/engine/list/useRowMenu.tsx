import { useCallback, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { IconArrowRight, IconCopy, IconEye, IconHistory, IconPencil, IconRestore, IconTrash, IconTrashX } from '@tabler/icons-react'
import { isProblem } from '#data/problem.ts'
import { keys } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { removeRecord, restoreRecord, transitionRecord } from '#data/writes.ts'
import { confirm } from '#ui/confirm.ts'
import { inSentence, label, t } from '#ui/i18n.ts'
import type { MenuEntry } from '#ui/Menu.tsx'
import { toast } from '#ui/toast.ts'
import { hrefOf, useGoTo, type PageTarget } from '../links.tsx'
import { rowActions, titleOf, type RowAction } from './rowActions.ts'
import type { List } from './useList.ts'

const icons = { view: IconEye, edit: IconPencil, duplicate: IconCopy, transition: IconArrowRight, history: IconHistory, delete: IconTrash, restore: IconRestore, purge: IconTrashX }

/** Says why a deed of a list failed. */
export const failed = (error: unknown): void => toast.error({ title: t('list.actionFailed'), message: isProblem(error, 412) ? t('list.stale') : isProblem(error) ? error.detail : t('common.somethingWrong') })

/** The entries of a row's menu, and what they do. */
export const useRowMenu = (list: List): ((row: RecordData) => readonly MenuEntry[]) => {
  const client = useQueryClient()
  const goTo = useGoTo()
  const now = useRef(list)
  now.current = list
  // One function for all rows and renders, so that rows are not drawn again for their menus.
  return useCallback((row) => {
    const { resource, rights, trashed, ownDeed } = now.current
    const title = titleOf(resource, row)
    const one = inSentence(resource.label.one)
    const refresh = () => { ownDeed(); void client.invalidateQueries({ queryKey: keys.collection(resource.collection) }) }
    const done = (message: string) => { refresh(); toast.success(message) }
    const page = (target: PageTarget) => ({ href: hrefOf(resource, target), onSelect: () => void goTo(resource, target) })

    const act = (action: RowAction): Pick<Exclude<MenuEntry, '-'>, 'label' | 'href' | 'onSelect' | 'danger'> => {
      switch (action.kind) {
        case 'view': return { label: t('list.view'), ...page({ page: 'detail', id: row.id }) }
        case 'edit': return { label: t('list.edit'), ...page({ page: 'edit', id: row.id }) }
        case 'duplicate': return { label: t('list.duplicate'), ...page({ page: 'create', search: { copy: row.id } }) }
        case 'history': return { label: t('list.history'), ...page({ page: 'detail', id: row.id, search: { tab: 'history' } }) }
        case 'delete': return {
          label: t('list.delete'), danger: true,
          onSelect: () => void confirm({
            title: t('list.deleteTitle', { one, title }), text: t('list.deleteText'), deed: t('list.deleteDeed', { one }), danger: true,
            run: async () => { await removeRecord(resource, row.id, row.version); done(t('list.deleted', { title })) },
          }),
        }
        case 'purge': return {
          label: t('list.purge'), danger: true,
          onSelect: () => void confirm({
            title: t('list.purgeTitle', { one, title }), text: t('list.purgeText'), deed: t('list.purgeDeed'), danger: true,
            run: async () => { await removeRecord(resource, row.id, row.version, { purge: true }); done(t('list.purged', { title })) },
          }),
        }
        case 'restore': return {
          label: t('list.restore'),
          onSelect: () => void restoreRecord(resource, row.id, row.version).then(() => done(t('list.restored', { title })), (error: unknown) => { failed(error); refresh() }),
        }
        case 'transition': {
          const { name, label: deed, reason } = action.transition
          const state = resource.states.find((s) => s.value === name)
          const run = async (why: string | undefined) => {
            await transitionRecord(resource, row.id, row.version, name, why === undefined ? {} : { reason: why })
            done(t('list.moved', { title, state: label(state?.label ?? name).toLocaleLowerCase() }))
          }
          const asks = reason || state?.final
          return {
            label: label(deed),
            onSelect: asks
              ? () => void confirm({ title: t('list.transitionTitle', { label: label(deed), one, title }), ...(state?.final ? { text: t('list.finalText') } : {}), deed: label(deed), ...(state?.tone === 'danger' ? { danger: true } : {}), ...(reason ? { reason: 'required' as const } : {}), run })
              : () => void run(undefined).catch((error: unknown) => { failed(error); refresh() }),
          }
        }
      }
    }

    const entries: MenuEntry[] = []
    let group: string | undefined
    for (const action of rowActions(resource, row, rights, trashed)) {
      const next = action.kind === 'transition' ? 'states' : action.kind === 'delete' || action.kind === 'history' ? action.kind : 'pages'
      if (group !== undefined && next !== group) entries.push('-')
      group = next
      const Icon = icons[action.kind]
      entries.push({ key: action.kind === 'transition' ? `to ${action.transition.name}` : action.kind, icon: <Icon size={16} aria-hidden />, ...act(action) })
    }
    return entries
  }, [client, goTo])
}
