import { Suspense, useCallback, useRef } from 'react'
import { isProblem } from '#data/problem.ts'
import type { RecordData } from '#data/types.ts'
import { label, t } from '#ui/i18n.ts'
import type { MenuEntry, MenuItem } from '#ui/Menu.tsx'
import { toast } from '#ui/toast.ts'
import { useHolds } from '#data/me.ts'
import { hrefOf, useGoTo, useGoToAddress, type PageTarget } from '../links.tsx'
import { relatedScreens } from '../relatedScreens.ts'
import { useRecordActions, type RecordActions } from '../recordActions.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import { rowActions, type RowAction } from './rowActions.ts'
import type { List } from './useList.ts'
import type { Peek } from './usePeek.ts'

const RowIcon = lazyPart(async () => (await import('./RowIcon.tsx')).RowIcon)
const place = <svg width={16} height={16} aria-hidden />

const reasonOf = (error: unknown): string => {
  if (isProblem(error, 412)) return t('list.stale')
  return isProblem(error) ? error.detail : t('common.somethingWrong')
}

/** Shows why an action of a list failed. */
export const failed = (error: unknown): void =>
  toast.error({ title: t('list.actionFailed'), message: reasonOf(error) })

/** Entries of one section are together, between separators. */
const sectionOf = ({ kind }: RowAction): string => {
  if (kind === 'transition' || kind === 'action') return 'states'
  return kind === 'delete' || kind === 'history' ? kind : 'pages'
}

const keyOf = (action: RowAction): string => {
  if (action.kind === 'transition') return `to ${action.transition.name}`
  return action.kind === 'action' ? `act ${action.action.name}` : action.kind
}

type Command = Pick<MenuItem, 'label' | 'href' | 'onSelect' | 'danger'>

interface CommandParts {
  readonly page: (target: PageTarget) => Pick<MenuItem, 'href' | 'onSelect'>
  readonly perform: RecordActions
  readonly peek: Peek
}

/** What an action of a row is called and does. */
const commandOf = (
  action: RowAction,
  row: RecordData,
  { page, perform, peek }: CommandParts,
): Command => {
  const { id } = row
  switch (action.kind) {
    case 'transition':
      return {
        label: label(action.transition.label),
        onSelect: () => void perform.transition(row, action.transition),
      }
    case 'action':
      return {
        label: label(action.action.label),
        danger: action.action.tone === 'danger',
        onSelect: () => void perform.act(row, action.action),
      }
    case 'peek':
      return { label: t('list.peek'), onSelect: () => peek.toggle(id) }
    case 'view':
      return { label: t('list.view'), ...page({ page: 'detail', id }) }
    case 'edit':
      return { label: t('list.edit'), ...page({ page: 'edit', id }) }
    case 'duplicate':
      return { label: t('list.duplicate'), ...page({ page: 'create', search: { copy: id } }) }
    case 'history':
      return {
        label: t('list.history'),
        ...page({ page: 'detail', id, search: { tab: 'history' } }),
      }
    case 'delete':
      return { label: t('list.delete'), danger: true, onSelect: () => void perform.remove(row) }
    case 'purge':
      return { label: t('list.purge'), danger: true, onSelect: () => void perform.purge(row) }
    case 'restore':
      return { label: t('list.restore'), onSelect: () => void perform.restore(row) }
  }
}

/** Menu entries of actions, with separators between the sections. */
const entriesOf = (
  actions: readonly RowAction[],
  command: (action: RowAction) => Command,
): MenuEntry[] => {
  const entries: MenuEntry[] = []
  let group: string | undefined
  for (const action of actions) {
    const next = sectionOf(action)
    if (group !== undefined && next !== group) entries.push('-')
    group = next
    entries.push({
      key: keyOf(action),
      icon: (
        <Suspense fallback={place}>
          <RowIcon kind={action.kind} />
        </Suspense>
      ),
      ...command(action),
    })
  }
  return entries
}

/** The entries of a row's menu and their handlers. */
export const useRowMenu = (list: List, peek: Peek): ((row: RecordData) => readonly MenuEntry[]) => {
  const goTo = useGoTo()
  const goToAddress = useGoToAddress()
  const can = useHolds()
  const actions = useRecordActions(list.resource, { onDone: list.ownAction })
  const now = useRef({ list, actions, peek })
  now.current = { list, actions, peek }
  // One function for all rows and renders, so that rows do not render again for their menus.
  return useCallback(
    (row) => {
      const {
        list: { resource, rights, trashed },
        actions: perform,
        peek: beside,
      } = now.current
      const page = (target: PageTarget) => ({
        href: hrefOf(resource, target),
        onSelect: () => void goTo(resource, target),
      })

      const entries = entriesOf(rowActions(resource, row, rights, trashed), (action) =>
        commandOf(action, row, { page, perform, peek: beside }),
      )
      const screens = trashed
        ? []
        : relatedScreens(resource, can).map(({ label: text, icon: Icon, href }): MenuEntry => ({
            key: text,
            label: t(text),
            icon: <Icon size={16} aria-hidden />,
            href: href(row.id),
            onSelect: () => void goToAddress(href(row.id)),
          }))
      // After the pages of the record, before its destructive actions.
      const end = entries.indexOf('-')
      return screens.length
        ? entries.toSpliced(end < 0 ? entries.length : end, 0, ...screens)
        : entries
    },
    [goTo, goToAddress, can],
  )
}
