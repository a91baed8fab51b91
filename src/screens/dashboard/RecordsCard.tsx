import { Fragment } from 'react'
import type { SummaryPart } from '#schemas/define/detail.ts'
import { own } from '#schemas/define/own.ts'
import type { Included, RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { dayFromNow } from '#engine/detail/parts.ts'
import { partTexts } from '#engine/detail/partText.ts'
import { todayIn } from '#engine/list/layouts/days.ts'
import { ResourceLink } from '#engine/links.tsx'
import type { AnyListSearch } from '#engine/listSearch.ts'
import { useTimeZone } from '#engine/person.ts'
import { inSentence, useTranslation } from '#ui/i18n.ts'
import { iconOf } from '#ui/icons.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useMetricText } from './useMetricText.ts'
import css from './waiting.module.css'

interface RecordsCardProps {
  readonly name: string
  readonly resource: ResourceModel
  /** Parameters of the list it opens. */
  readonly search: AnyListSearch
  /** The field that says when a record is due. */
  readonly due: string | null
  /** The field that names a record, if not its title. */
  readonly title: string | null
  /** What a record says below its title. */
  readonly show: readonly SummaryPart[]
  /** Undefined while it loads. */
  readonly total: number | undefined
  readonly totalIsExact: boolean
  readonly rows: readonly RecordData[]
  readonly included: Included
}

/** When a row is due, in words; late ones stand out. */
const Due = ({ resource, name, value }: DueProps) => {
  const { i18n } = useTranslation()
  const zone = useTimeZone()
  const format = useFormat(zone)
  const isDay = resource.fields.find((f) => f.name === name)?.kind === 'day'
  const today = todayIn(zone)
  const late = isDay ? value < today : Date.parse(value) < Date.now()
  return (
    <time
      className={css.due}
      data-late={late || undefined}
      dateTime={value}
      title={isDay ? format.day(value) : format.instant(value)}
    >
      {isDay ? dayFromNow(value, today, i18n.language) : format.ago(value)}
    </time>
  )
}
interface DueProps {
  readonly resource: ResourceModel
  readonly name: string
  readonly value: string
}

const RecordRow = ({
  record,
  resource,
  included,
  ...card
}: Omit<RecordsCardProps, 'total' | 'rows'> & { readonly record: RecordData }) => {
  const { i18n } = useTranslation()
  const zone = useTimeZone()
  const texts = (parts: readonly SummaryPart[]) =>
    partTexts(resource, record, included, parts, { language: i18n.language, zone })
  const due = card.due === null ? null : own(record, card.due)
  const title = String(own(record, resource.title) ?? record.id.slice(-8))
  const [named] = card.title === null ? [] : texts([card.title])
  const facts = [...(named ? [title] : []), ...texts(card.show)]
  return (
    <li>
      <ResourceLink
        resource={resource}
        target={{ page: 'detail', id: record.id }}
        className={css.row}
      >
        <span className={css.title}>{named ?? title}</span>
        {due ? <Due resource={resource} name={card.due!} value={String(due)} /> : null}
        {facts.length ? (
          <span className={css.facts}>
            {facts.map((fact, i) => (
              <Fragment key={i}>
                {i ? ' · ' : null}
                <bdi>{fact}</bdi>
              </Fragment>
            ))}
          </span>
        ) : null}
      </ResourceLink>
    </li>
  )
}

/** A number of records beside a title. */
export const Count = ({
  total,
  exact = true,
}: {
  readonly total: number
  readonly exact?: boolean
}) => {
  const text = useMetricText()
  return (
    <span className={css.count}>
      {text.count(total)}
      {exact ? '' : '+'}
    </span>
  )
}

/** A card with the title of a list, which it opens, and its first records. */
export const RecordsCard = ({ total, rows, ...card }: RecordsCardProps) => {
  const { t } = useTranslation()
  const { resource, name } = card
  const Icon = iconOf(resource.nav.icon)
  return (
    <section className={css.card} aria-label={name}>
      <h3 className={css.head}>
        <ResourceLink
          resource={resource}
          target={{ page: 'list', search: card.search }}
          className={css.headLink}
        >
          <Icon size={16} stroke={1.5} aria-hidden />
          <bdi className={css.name}>{name}</bdi>
          {total === undefined ? null : <Count total={total} exact={card.totalIsExact} />}
        </ResourceLink>
      </h3>
      {total === 0 ? (
        <p className={css.none}>
          {t('list.noMatchTitle', { many: inSentence(resource.label.many) })}
        </p>
      ) : (
        <ol className={css.rows}>
          {rows.map((record) => (
            <RecordRow key={record.id} {...card} record={record} />
          ))}
        </ol>
      )}
    </section>
  )
}
