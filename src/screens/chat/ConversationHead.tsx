import { useState } from 'react'
import { IconArrowLeft, IconClockPause, IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from '#data/queries.ts'
import type { Included } from '#data/types.ts'
import { useNamedOthers } from '#engine/presence/namedOthers.ts'
import { useQuiet } from '#engine/quiet.ts'
import { openTransitions, useRecordActions } from '#engine/recordActions.ts'
import { Badge } from '#ui/Badge.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import { initials } from '#ui/initials.ts'
import { Menu, type MenuEntry } from '#ui/Menu.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useChange } from '../shared/AssigneeSelect.tsx'
import { conversations, type Seen } from '../shared/resources.ts'
import { partyOf } from './ConversationList.tsx'
import type { ChatSearch } from './search.ts'
import { SnoozeDialog } from './SnoozeDialog.tsx'
import { nextMonday, tomorrow } from './wake.ts'
import { chatButton, chatPrimary } from '../shared/chatButton.ts'
import css from '../shared/chat.module.css'

interface HeadProps {
  readonly record: Seen<'conversations'>
  readonly included: Included
  readonly search: ChatSearch
  readonly panel: boolean
  readonly onPanel: () => void
}

const Title = ({ record, included }: Pick<HeadProps, 'record' | 'included'>) => {
  const { t } = useTranslation()
  const format = useFormat()
  const state = conversations().states.find((s) => s.value === record.state)
  return (
    <div className={css.headText}>
      <h2 className={css.headTitle}>{String(record.subject ?? '')}</h2>
      <div className={css.headParty}>
        <span className={css.partyName}>{partyOf(record, included)}</span>
        {state ? <Badge tone={state.tone}>{label(state.label)}</Badge> : null}
        {record.state === 'snoozed' && typeof record.snoozedUntil === 'string' ? (
          <span className={css.snoozed}>
            {t('chat.snoozedUntil', { at: format.instant(record.snoozedUntil) })}
          </span>
        ) : null}
      </div>
    </div>
  )
}

/** Who else has the conversation open. */
const Others = ({ id }: { readonly id: string }) => {
  const { t, i18n } = useTranslation()
  const others = useNamedOthers(conversations().collection, id)
  if (others.length === 0) return null
  const names = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  const text = t('chat.here', {
    count: others.length,
    names: names.format(others.map((o) => o.name)),
  })
  return (
    <span className={css.others} title={text}>
      {others.slice(0, 3).map((o) => (
        <span key={o.id} className={css.other} aria-hidden>
          {initials(o.name)}
        </span>
      ))}
      <span className="visually-hidden">{text}</span>
    </span>
  )
}

const SnoozeMenu = ({
  onUntil,
  onOther,
}: {
  readonly onUntil: (at: Date) => void
  readonly onOther: () => void
}) => {
  const { t } = useTranslation()
  const entries = (): readonly MenuEntry[] => {
    const now = new Date()
    const at = (key: string, text: string, until: Date) => ({
      key,
      label: text,
      onSelect: () => onUntil(until),
    })
    const [next, monday] = [tomorrow(now), nextMonday(now)]
    return [
      at('hours', t('chat.snoozeHours'), new Date(now.getTime() + 3 * 3_600_000)),
      at('tomorrow', t('chat.snoozeTomorrow'), next),
      // On a Sunday both are the same.
      ...(monday.getTime() === next.getTime() ? [] : [at('week', t('chat.snoozeWeek'), monday)]),
      '-',
      { key: 'other', label: t('chat.snoozeOther'), onSelect: onOther },
    ]
  }
  return (
    <Menu label={t('chat.snooze')} items={entries}>
      {(trigger) => (
        <button type="button" {...trigger} className={chatButton}>
          <IconClockPause size={16} aria-hidden />
          {t('chat.snooze')}
        </button>
      )}
    </Menu>
  )
}

/** Header of a conversation: subject, assignee and actions. */
export const ConversationHead = ({ record, included, search, panel, onPanel }: HeadProps) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const resource = conversations()
  const actions = useRecordActions(resource, { busy: true })
  const [asking, setAsking] = useState(false)
  const change = useChange(resource, record)
  const transitions = openTransitions(resource, record, actions.rights)
  const { quiet, during } = useQuiet(`${record.id} ${String(record.state)}`)
  const snooze = transitions.find((w) => w.name === 'snoozed')
  const plain = transitions.filter((w) => w !== snooze)
  const until = async (at: Date) => {
    const changed = await change({ snoozedUntil: at.toISOString() })
    if (changed && snooze) await actions.transition(changed, snooze)
    await client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
  }
  const maySnooze = snooze && actions.rights.update && actions.rights.writeField('snoozedUntil')
  return (
    <header className={css.head}>
      <Link
        to="/chatuser"
        search={{ ...search, conversation: undefined }}
        className={css.back}
        aria-label={t('chat.back')}
      >
        <IconArrowLeft size={18} className={css.mirrored} aria-hidden />
      </Link>
      <Title record={record} included={included} />
      <Others id={record.id} />
      <div className={css.headTools}>
        {maySnooze ? (
          <SnoozeMenu onUntil={(at) => void until(at)} onOther={() => setAsking(true)} />
        ) : null}
        {plain.map((transition) => (
          <button
            key={transition.name}
            type="button"
            className={transition.name === 'resolved' ? chatPrimary : chatButton}
            data-transition={transition.name}
            aria-disabled={quiet || undefined}
            onClick={quiet ? undefined : () => during(actions.transition(record, transition))}
          >
            {label(transition.label)}
          </button>
        ))}
        <button
          type="button"
          className={css.iconButton}
          aria-pressed={panel}
          aria-label={t('chat.details')}
          title={t('chat.details')}
          onClick={onPanel}
        >
          <IconInfoCircle size={18} aria-hidden />
        </button>
      </div>
      {asking ? (
        <SnoozeDialog
          first={tomorrow(new Date())}
          onClose={() => setAsking(false)}
          onChoose={(at) => {
            setAsking(false)
            void until(at)
          }}
        />
      ) : null}
    </header>
  )
}
