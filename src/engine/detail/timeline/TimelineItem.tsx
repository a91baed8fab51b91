import { Suspense } from 'react'
import type { MailEntry, TimelineEntry } from '#data/timeline.ts'
import { fieldOf } from '#model/standard.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import { modelOf } from '../../resource.ts'
import { Entry } from '../Entry.tsx'
import { Line, Linked, type EntryProps } from './Line.tsx'
import { Message, Payment, whoOf } from './related.tsx'
import css from './timeline.module.css'

const Note = lazyPart(async () => (await import('./Note.tsx')).Note)

/** One timeline entry of any kind. */
export const TimelineItem = (props: EntryProps<TimelineEntry>) => {
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
      return (
        <Suspense
          fallback={
            <li className={css.item} aria-busy="true">
              {entry.text}
            </li>
          }
        >
          <Note {...props} entry={entry} />
        </Suspense>
      )
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

const mailText = ({ state }: MailEntry) => {
  if (state === 'delivered') return 'detail.mailSent'
  return state === 'waiting' || state === 'sending' ? 'detail.mailWaiting' : 'detail.mailFailed'
}
