import { Suspense, useEffect, useState } from 'react'
import { IconButton, iconButtonClass } from '#ui/Button.tsx'
import { useMedia } from '#ui/useMedia.ts'
import { IconBolt, IconChevronDown, IconChevronUp, IconDots } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCan } from '#data/me.ts'
import { hrefOf, useGoTo } from '#engine/links.tsx'
import { sortTransitions } from '#engine/actionBar.ts'
import { useQuiet } from '#engine/quiet.ts'
import { openActions, openTransitions, useRecordActions } from '#engine/recordActions.ts'
import type { ActionModel, Transition } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { Menu, type MenuEntry } from '#ui/Menu.tsx'
import { lazy } from '#ui/lazyPart.tsx'
import { chatButton, chatPrimary } from '../shared/chatButton.ts'
import chat from '../shared/chat.module.css'
import css from './ticketChat.module.css'
import { tickets, type Seen } from '../shared/resources.ts'
import type { Inbox } from './useInbox.ts'

const MacroDialog = lazy(() =>
  import('./MacroDialog.tsx').then((m) => ({ default: m.MacroDialog })),
)
const MergeDialog = lazy(() =>
  import('./MergeDialog.tsx').then((m) => ({ default: m.MergeDialog })),
)
const CustomerDialog = lazy(() =>
  import('../shared/CustomerDialog.tsx').then((m) => ({ default: m.CustomerDialog })),
)
const SplitDialog = lazy(() =>
  import('./SplitDialog.tsx').then((m) => ({ default: m.SplitDialog })),
)

type Open = 'macro' | 'merge' | 'split' | 'customer'
const OWN: readonly string[] = ['applyMacro', 'merge', 'split', 'customerPage']

/** True while keys belong to something else: a text field, an open dialog or menu. */
const isBusy = (e: KeyboardEvent): boolean =>
  e.defaultPrevented ||
  e.ctrlKey ||
  e.metaKey ||
  e.altKey ||
  e.isComposing ||
  (e.target instanceof HTMLElement &&
    e.target.closest('input, textarea, select, [contenteditable=true], dialog, [role=menu]') !==
      null) ||
  document.querySelector('dialog[open]') !== null

interface Keys {
  readonly previous: string | undefined
  readonly next: string | undefined
  readonly macro: (() => void) | undefined
}

/**
 * Shortcuts: `r` focuses the message box, `m` opens the macros, `k` and `j` move to the previous
 * and next ticket.
 */
const useKeys = ({ previous, next, macro }: Keys): void => {
  const navigate = useNavigate()
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (isBusy(e)) return
      const neighbour = () => {
        if (e.key === 'k') return previous
        if (e.key === 'j') return next
        return undefined
      }
      const to = neighbour()
      if (to) void navigate({ to: '/ticket_chat/$id', params: { id: to }, search: true })
      else if (e.key === 'm' && macro) macro()
      else if (e.key === 'r') document.querySelector<HTMLTextAreaElement>('main textarea')?.focus()
      else return
      e.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [navigate, previous, next, macro])
}

const Step = ({
  to,
  name,
  keys,
  icon,
}: {
  readonly to: string | undefined
  readonly name: string
  readonly keys: string
  readonly icon: React.ReactNode
}) =>
  to ? (
    <Link
      to="/ticket_chat/$id"
      params={{ id: to }}
      search
      className={iconButtonClass({ size: 32 })}
      aria-label={name}
      aria-keyshortcuts={keys}
      title={`${name} (${keys})`}
    >
      {icon}
    </Link>
  ) : (
    <IconButton size={32} aria-label={name} disabled>
      {icon}
    </IconButton>
  )

/** The dialog that was opened, loaded on demand. */
const OpenDialog = ({
  open,
  record,
  conversation,
  onClose,
}: {
  readonly open: Open | undefined
  readonly record: Seen<'tickets'>
  readonly conversation: string | undefined
  readonly onClose: () => void
}) => (
  <Suspense fallback={null}>
    {open === 'macro' ? <MacroDialog record={record} onClose={onClose} /> : null}
    {open === 'customer' ? (
      <CustomerDialog
        resource={tickets()}
        record={record}
        name={`#${String(record.number)}`}
        onClose={onClose}
      />
    ) : null}
    {open === 'merge' ? <MergeDialog record={record} onClose={onClose} /> : null}
    {open === 'split' && conversation ? (
      <SplitDialog record={record} conversation={conversation} onClose={onClose} />
    ) : null}
  </Suspense>
)

const MacroButton = ({ onClick }: { readonly onClick: () => void }) => {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={chatButton}
      aria-keyshortcuts="m"
      title={`${t('ticket.applyMacro')} (m)`}
      onClick={onClick}
    >
      <IconBolt size={16} aria-hidden />
      <span className={css.macro}>{t('ticket.macro')}</span>
    </button>
  )
}

const Steps = ({ previous, next }: Pick<Inbox, 'previous' | 'next'>) => {
  const { t } = useTranslation()
  return (
    <>
      <Step to={previous} name={t('ticket.previous')} keys="k" icon={<IconChevronUp size={18} />} />
      <Step to={next} name={t('ticket.next')} keys="j" icon={<IconChevronDown size={18} />} />
    </>
  )
}

interface MoreProps {
  readonly record: Seen<'tickets'>
  readonly actions: ReturnType<typeof useRecordActions>
  readonly offered: readonly ActionModel[]
  readonly conversation: string | undefined
  readonly onOpen: (dialog: Open) => void
}

/** Entries of the menu besides transitions: the ticket's actions, and the way to its record. */
const useMore = ({ record, actions, offered, conversation, onOpen }: MoreProps) => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const resource = tickets()
  const has = (name: string) => offered.some((d) => d.name === name)
  const opening = (dialog: Open, text: string, when: boolean): MenuEntry[] =>
    when ? [{ key: dialog, label: text, onSelect: () => onOpen(dialog) }] : []
  const leading = (key: string, page: 'detail' | 'edit', text: string): MenuEntry => ({
    key,
    label: text,
    href: hrefOf(resource, { page, id: record.id }),
    onSelect: () => void goTo(resource, { page, id: record.id }),
  })
  return [
    ...opening('merge', t('ticket.mergeMore'), has('merge')),
    ...opening('split', t('ticket.splitMore'), has('split') && conversation !== undefined),
    ...offered
      .filter((d) => !OWN.includes(d.name))
      .map((d) => ({
        key: d.name,
        label: label(d.label),
        onSelect: () => void actions.act(record, d),
      })),
    '-' as const,
    ...opening('customer', t('ticket.customerPage'), has('customerPage')),
    leading('record', 'detail', t('chat.toTicket')),
    ...(actions.rights.update ? [leading('edit', 'edit', t('ticket.editRecord'))] : []),
  ]
}

/**
 * Actions of a ticket: its leading transition, macros, a menu of the rest, and links to the
 * previous and next ticket.
 */
export const TicketTools = ({
  record,
  inbox,
  conversation,
}: {
  readonly record: Seen<'tickets'>
  readonly inbox: Pick<Inbox, 'previous' | 'next' | 'steps'>
  readonly conversation: string | undefined
}) => {
  const { t } = useTranslation()
  const can = useCan()
  const resource = tickets()
  const [open, setOpen] = useState<Open>()
  const actions = useRecordActions(resource, { busy: true })
  const { leading, careful, ending } = sortTransitions(
    resource,
    openTransitions(resource, record, actions.rights),
  )
  const [primary, ...others] = [...leading, ...careful]
  // Beside the links to other tickets a phone has room for one transition.
  const phone = useMedia('(max-width: 599px)')
  const beside = phone && inbox.steps ? 0 : 1
  const { quiet, during } = useQuiet(`${record.id} ${String(record.state)}`)
  const take = (transition: Transition) => during(actions.transition(record, transition))
  const offered = openActions(resource, record, actions.rights)
  const mayMacro = offered.some((d) => d.name === 'applyMacro') && can('macro.list')
  const macro = mayMacro ? () => setOpen('macro') : undefined
  const { previous, next } = inbox
  useKeys({ previous, next, macro })
  const entryOf = (transition: Transition) => ({
    key: transition.name,
    label: label(transition.label),
    onSelect: () => take(transition),
  })
  const more = useMore({ record, actions, offered, conversation, onOpen: setOpen })
  const entries: readonly MenuEntry[] = [
    ...others.slice(beside).map(entryOf),
    ...more,
    ...(ending.length ? ['-' as const] : []),
    ...ending.map(entryOf),
  ]
  const buttonOf = (transition: Transition) => (
    <button
      key={transition.name}
      type="button"
      className={transition === primary ? chatPrimary : chatButton}
      aria-disabled={quiet || undefined}
      onClick={quiet ? undefined : () => take(transition)}
    >
      {label(transition.label)}
    </button>
  )
  const close = () => setOpen(undefined)
  return (
    <>
      {inbox.steps ? <Steps previous={previous} next={next} /> : null}
      {macro ? <MacroButton onClick={macro} /> : null}
      {others.slice(0, beside).map(buttonOf)}
      <span className={css.last}>
        {primary ? buttonOf(primary) : null}
        <Menu label={t('ticket.more')} items={entries}>
          {(trigger) => (
            <button
              type="button"
              {...trigger}
              className={chat.iconButton}
              aria-label={t('ticket.more')}
              title={t('ticket.more')}
            >
              <IconDots size={18} aria-hidden />
            </button>
          )}
        </Menu>
      </span>
      <OpenDialog open={open} record={record} conversation={conversation} onClose={close} />
    </>
  )
}
