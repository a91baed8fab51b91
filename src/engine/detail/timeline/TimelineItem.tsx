import { useState, type ReactNode } from 'react'
import {
  deleteNote,
  type MailEntry,
  type MessageEntry,
  type NoteEntry,
  type PaymentEntry,
  type TimelineEntry,
} from '#data/timeline.ts'
import type { Included, RecordData } from '#data/types.ts'
import { fieldOf } from '#model/standard.ts'
import type { ResourceModel } from '#model/types.ts'
import { Badge } from '#ui/Badge.tsx'
import { confirm } from '#ui/confirm.ts'
import { inSentence, label, useTranslation, type Translate } from '#ui/i18n.ts'
import { Markdown } from '#ui/Markdown.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { RecordLink } from '../../links.tsx'
import { useTimeZone } from '../../person.ts'
import { allResources, modelOf } from '../../resource.ts'
import { Entry } from '../History.tsx'
import { decoded } from './mentions.ts'
import { NoteComposer } from './NoteComposer.tsx'
import css from './timeline.module.css'

const people = allResources().find((r) => r.person)?.collection ?? ''

interface Props<E> {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly entry: E
  readonly included: Included
  /** Called when the timeline must be reloaded. */
  readonly onChanged: () => void
}

/** One timeline entry of any kind. */
export const TimelineItem = (props: Props<TimelineEntry>) => {
  const { t } = useTranslation()
  const { resource, record, entry, included } = props
  switch (entry.kind) {
    case 'change':
    case 'transition':
      // Initial values are beside the timeline or in the history.
      return (
        <Entry
          resource={resource}
          record={record}
          revision={entry.action === 'create' ? { ...entry, patch: {} } : entry}
          included={included}
        />
      )
    case 'note':
      return <Note {...props} entry={entry} />
    case 'notification':
      return (
        <Line at={entry.at}>
          {t('detail.notified', { who: entry.to.name ?? t('detail.someone') })}
        </Line>
      )
    case 'approval':
      return (
        <Line at={entry.at}>
          {t(`approvals.step_${entry.step}`)}
          {entry.actor.name === null ? null : ` · ${entry.actor.name}`}
        </Line>
      )
    case 'view': {
      const field = entry.field === null ? undefined : fieldOf(resource, entry.field)
      if (!field) return null
      return (
        <Line at={entry.at}>
          {t('detail.viewed', {
            who: entry.actor.name ?? t('detail.someone'),
            label: inSentence(field.label),
          })}
          {entry.reason === null ? null : (
            <span className={css.muted}> {t('detail.reason', { reason: entry.reason })}</span>
          )}
        </Line>
      )
    }
    case 'payment':
      return <Payment {...props} entry={entry} />
    case 'message':
      return <Message {...props} entry={entry} />
    case 'mail':
      return <Line at={entry.at}>{t(mailText(entry), { who: whoOf(t, entry.to) })}</Line>
    case 'related': {
      const target = modelOf(entry.collection)
      if (!target) return null
      const title = entry.record.title ?? ''
      return (
        <Line at={entry.at}>
          <Linked target={target} id={entry.record.id}>
            {t('detail.relatedNew', { one: label(target.label.one), title })}
          </Linked>
        </Line>
      )
    }
  }
}

type Known = { readonly title: string | null } | null
const whoOf = (t: Translate, who: Known): string => who?.title ?? t('detail.someone')

const mailText = ({ state }: MailEntry) => {
  if (state === 'delivered') return 'detail.mailSent'
  return state === 'waiting' || state === 'sending' ? 'detail.mailWaiting' : 'detail.mailFailed'
}

/** A link to a record, or its text alone if the entity has no pages. */
const Linked = ({
  target,
  id,
  children,
}: {
  readonly target: ResourceModel
  readonly id: string
  readonly children: ReactNode
}) =>
  target.path ? (
    <RecordLink resource={target} id={id}>
      {children}
    </RecordLink>
  ) : (
    children
  )

const Payment = ({ entry }: Props<PaymentEntry>) => {
  const format = useFormat(useTimeZone())
  const target = modelOf(entry.collection)
  const state = target?.states.find((s) => s.value === entry.state)
  if (!target) return null
  return (
    <li className={css.item}>
      <div className={css.payment}>
        <Linked target={target} id={entry.record.id}>
          {`${label(target.label.one)} ${entry.record.title ?? ''}`.trim()}
        </Linked>
        {state ? <Badge tone={state.tone}>{label(state.label)}</Badge> : null}
        {entry.amount ? <strong>{format.money(entry.amount)}</strong> : null}
      </div>
      <When at={entry.at} />
    </li>
  )
}

const Message = ({ entry }: Props<MessageEntry>) => {
  const { t } = useTranslation()
  return (
    <li className={css.item}>
      <div className={css.noteHead}>
        <strong>{whoOf(t, entry.from)}</strong>
        <When at={entry.at} />
      </div>
      <p className={css.message} dir="auto">
        {entry.record.title}
      </p>
    </li>
  )
}

const When = ({ at }: { readonly at: string }) => {
  const format = useFormat(useTimeZone())
  return (
    <time className={css.muted} dateTime={at} title={format.instant(at)}>
      {format.ago(at)}
    </time>
  )
}

const Line = ({ at, children }: { readonly at: string; readonly children: ReactNode }) => (
  <li className={css.item}>
    {children} <When at={at} />
  </li>
)

const Note = ({ resource, record, entry, included, onChanged }: Props<NoteEntry>) => {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const [earlier, setEarlier] = useState(false)
  const mention = (id: string) => (
    <strong className={css.mention}>@{included[people]?.[id]?.title ?? t('detail.someone')}</strong>
  )
  const remove = () =>
    void confirm({
      title: `${t('detail.deleteNote')}?`,
      text: t('detail.purgeText'),
      action: t('detail.deleteNote'),
      danger: true,
      run: async () => {
        await deleteNote(resource, record.id, entry.note)
        onChanged()
      },
    })
  return (
    <li className={css.item} data-note>
      <div className={css.noteHead}>
        <strong>{entry.actor.name ?? t('detail.someone')}</strong>
        <When at={entry.at} />
        {entry.editedAt && !entry.deletedAt ? (
          <button
            type="button"
            className={css.earlierButton}
            aria-expanded={earlier}
            onClick={() => setEarlier((was) => !was)}
          >
            {t('detail.edited')}
          </button>
        ) : null}
        {entry.mine && entry.text !== null && !editing ? (
          <span className={css.tools}>
            <button type="button" onClick={() => setEditing(true)}>
              {t('detail.editNote')}
            </button>
            <button type="button" onClick={remove}>
              {t('detail.deleteNote')}
            </button>
          </span>
        ) : null}
      </div>
      {entry.text === null && <p className={css.muted}>{t('detail.noteDeleted')}</p>}
      {entry.text !== null && editing && (
        <NoteComposer
          resource={resource}
          id={record.id}
          editing={{ note: entry.note, ...decoded(entry.text, included[people]) }}
          onCancel={() => setEditing(false)}
          onDone={() => {
            setEditing(false)
            onChanged()
          }}
        />
      )}
      {entry.text !== null && !editing && <Markdown text={entry.text} mention={mention} />}
      {earlier && entry.text !== null ? (
        <ol className={css.earlier} aria-label={t('detail.earlierTexts')}>
          {entry.earlier.toReversed().map((one) => (
            <li key={one.at}>
              <When at={one.at} />
              <Markdown text={one.text} mention={mention} />
            </li>
          ))}
        </ol>
      ) : null}
    </li>
  )
}
