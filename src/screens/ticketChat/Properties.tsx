import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useCan } from '#data/me.ts'
import type { Included } from '#data/types.ts'
import { fieldOf } from '#model/standard.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { AssigneeSelect, ChoiceSelect } from '../shared/AssigneeSelect.tsx'
import aside from '../shared/aside.module.css'
import { PartyPanel } from '../shared/PartyPanel.tsx'
import { RecordTimeline } from '../shared/RecordTimeline.tsx'
import { tickets, type Seen } from '../shared/resources.ts'
import { Clocks } from './Clock.tsx'
import { Related } from './Related.tsx'
import { Tags } from './Tags.tsx'
import css from './ticketChat.module.css'

const POINTS = [1, 2, 3, 4, 5] as const

/** Rating given by the customer. */
const Satisfaction = ({ points }: { readonly points: number }) => {
  const { t } = useTranslation()
  return (
    <div className={aside.field}>
      <span className={aside.fieldName}>
        {label(fieldOf(tickets(), 'satisfaction')?.label ?? '')}
      </span>
      <span className={css.stars} role="img" aria-label={t('ticket.points', { points })}>
        {POINTS.map((n) =>
          n <= points ? (
            <IconStarFilled key={n} size={15} aria-hidden />
          ) : (
            <IconStar key={n} size={15} aria-hidden />
          ),
        )}
      </span>
    </div>
  )
}

/** The properties of a ticket, edited in place. */
export const Properties = ({
  record,
  included,
}: {
  readonly record: Seen<'tickets'>
  readonly included: Included
}) => {
  const { t } = useTranslation()
  const can = useCan()
  const resource = tickets()
  const merged = record.state === 'merged'
  return (
    <>
      <section className={aside.block}>
        <h2 className={aside.blockTitle}>{t('chat.properties')}</h2>
        <Clocks record={record} />
        {can(`${resource.entity}.field.assignee.read`) ? (
          <AssigneeSelect resource={resource} record={record} fixed={merged} />
        ) : null}
        <ChoiceSelect resource={resource} record={record} name="priority" fixed={merged} />
        <ChoiceSelect resource={resource} record={record} name="category" fixed={merged} />
        <Tags record={record} />
        {typeof record.satisfaction === 'number' ? (
          <Satisfaction points={record.satisfaction} />
        ) : null}
      </section>
      <PartyPanel customer={record.customer} />
      <Related record={record} included={included} />
      <RecordTimeline resource={resource} record={record} />
      {typeof record.description === 'string' && record.description ? (
        <section className={aside.block}>
          <h2 className={aside.blockTitle}>{t('chat.description')}</h2>
          <p className={aside.text} dir="auto">
            {record.description}
          </p>
        </section>
      ) : null}
    </>
  )
}
