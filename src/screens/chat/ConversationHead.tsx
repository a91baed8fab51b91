import { useState } from 'react'
import { IconArrowLeft, IconClockPause, IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from '#data/queries.ts'
import type { Included, RecordData } from '#data/types.ts'
import { useNamedOthers } from '#engine/presence/namedOthers.ts'
import { useQuiet } from '#engine/quiet.ts'
import { openTransitions, useRecordActions } from '#engine/recordActions.ts'
import { Badge } from '#ui/Badge.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import { Menu, type MenuEntry } from '#ui/Menu.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useChange } from '../shared/AssigneeSelect.tsx'
import { conversations } from '../shared/resources.ts'
import { initials } from '../shared/PartyPanel.tsx'
import { partyOf } from './ConversationList.tsx'
import type { ChatSearch } from './search.ts'
import { SnoozeDialog } from './SnoozeDialog.tsx'
import { nextMonday, tomorrow } from './wake.ts'
import css from '../shared/chat.module.css'

interface HeadProps {
  readonly record: RecordData
  readonly included: Included
  readonly search: ChatSearch
  readonly panel: boolean
  readonly onPanel: () => void
}

/** Header of a conversation: subject, assignee and actions. */
export const ConversationHead = ({ record, included, search, panel, onPanel }: HeadProps) => {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const client = useQueryClient()
  const resource = conversations()
  const actions = useRecordActions(resource, { busy: true })
  const [asking, setAsking] = useState(false)
  const others = useNamedOthers(resource.collection, record.id)
  const change = useChange(resource, record)
  const state = resource.states.find((s) => s.value === record.state)
  const transitions = openTransitions(resource, record, actions.rights)
  const { quiet, during } = useQuiet(`${record.id} ${String(record.state)}`)
  const snooze = transitions.find((w) => w.name === 'snoozed')
  const plain = transitions.filter((w) => w !== snooze)
  const until = (at: Date) => async () => {
    const changed = await change({ snoozedUntil: at.toISOString() })
    if (changed && snooze) await actions.transition(changed, snooze)
    await client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
  }
  const entries = (): readonly MenuEntry[] => {
    const now = new Date()
    return [
      {
        key: 'hours',
        label: t('chat.snoozeHours'),
        onSelect: () => void until(new Date(now.getTime() + 3 * 3_600_000))(),
      },
      {
        key: 'tomorrow',
        label: t('chat.snoozeTomorrow'),
        onSelect: () => void until(tomorrow(now))(),
      },
      { key: 'week', label: t('chat.snoozeWeek'), onSelect: () => void until(nextMonday(now))() },
      '-',
      { key: 'other', label: t('chat.snoozeOther'), onSelect: () => setAsking(true) },
    ]
  }
  const names = (people: readonly { readonly name: string }[]) =>
    new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(people.map((o) => o.name))
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
      {others.length ? (
        <span
          className={css.others}
          title={t('chat.here', { count: others.length, names: names(others) })}
        >
          {others.slice(0, 3).map((o) => (
            <span key={o.id} className={css.other} aria-hidden>
              {initials(o.name)}
            </span>
          ))}
          <span className="visually-hidden">
            {t('chat.here', { count: others.length, names: names(others) })}
          </span>
        </span>
      ) : null}
      <div className={css.headTools}>
        {maySnooze ? (
          <Menu label={t('chat.snooze')} items={entries}>
            {(trigger) => (
              <button type="button" {...trigger} className={css.button}>
                <IconClockPause size={16} aria-hidden />
                {t('chat.snooze')}
              </button>
            )}
          </Menu>
        ) : null}
        {plain.map((transition) => (
          <button
            key={transition.name}
            type="button"
            className={transition.name === 'resolved' ? css.primary : css.button}
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
            void until(at)()
          }}
        />
      ) : null}
    </header>
  )
}
