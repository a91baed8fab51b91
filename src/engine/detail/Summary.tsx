import type { NextPart, RangePart, SharePart, SummaryPart } from '#schemas/define/detail.ts'
import type { Included, RecordData } from '#data/types.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import type { ReactNode } from 'react'
import { FieldValue } from '../fields/FieldValue.tsx'
import { formatOf } from '../fields/format.ts'
import { daysFrom, todayIn } from '../list/layouts/days.ts'
import { useTimeZone } from '../person.ts'
import { isEmpty } from './layout.ts'
import { dayFromNow, matters, rangeText, readable } from './parts.ts'
import { shareTexts } from './shareTexts.ts'
import css from './reading.module.css'

interface PartProps<P> {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly part: P
}

/** What follows a value by which a person is reached. */
type After = (field: FieldModel) => ReactNode

/** Kinds shown as links or badges of their own; others are plain text in the line. */
const RICH = new Set(['ref', 'refs', 'anyRef', 'email', 'phone', 'url', 'tags', 'enums'])

/** Kinds that are corrected where they are read, while the person is on the phone. */
const CONTACT = new Set(['email', 'phone', 'url'])

const Range = ({ resource, record, part }: PartProps<RangePart>) => {
  const { t, i18n } = useTranslation()
  const zone = useTimeZone()
  const kind = readable(resource, record, part.from)?.kind === 'day' ? 'day' : 'instant'
  const [from, to] = [String(record[part.from]), String(record[part.to])]
  const length = part.count ? daysFrom(from, to) + (part.count === 'days' ? 1 : 0) : 0
  return (
    <>
      <span>{rangeText(kind, from, to, i18n.language, zone)}</span>
      {length > 0 ? (
        <span>{t(part.count === 'days' ? 'detail.days' : 'detail.nights', { count: length })}</span>
      ) : null}
    </>
  )
}

const Share = ({ resource, record, part }: PartProps<SharePart>) => {
  const { i18n } = useTranslation()
  const zone = useTimeZone()
  const [of, done] = shareTexts(resource, record, part, { language: i18n.language, zone })
  return (
    <span>
      {of}
      {done ? <span className={css.quiet}>{`, ${done}`}</span> : null}
    </span>
  )
}

const Next = ({ resource, record, part }: PartProps<NextPart>) => {
  const { i18n } = useTranslation()
  const zone = useTimeZone()
  const format = useFormat(zone)
  const field = readable(resource, record, part.next)!
  const value = String(record[part.next])
  const today = todayIn(zone)
  const isDay = field.kind === 'day'
  const late = isDay ? value < today : Date.parse(value) < Date.now()
  return (
    <span
      data-late={late || undefined}
      className={css.next}
      title={isDay ? format.day(value) : format.instant(value)}
    >
      <span className={css.quiet}>{label(field.label)}</span>{' '}
      {isDay ? dayFromNow(value, today, i18n.language) : format.ago(value)}
    </span>
  )
}

const Plain = ({
  resource,
  record,
  part,
  included,
  after,
}: PartProps<string> & { readonly included: Included; readonly after: After }) => {
  const { i18n } = useTranslation()
  const zone = useTimeZone()
  const field = readable(resource, record, part)!
  return (
    <span>
      {RICH.has(field.kind) ? (
        <FieldValue field={field} value={record[part]} included={included} />
      ) : (
        formatOf(field, i18n.language, zone)(record[part]!)
      )}
      {CONTACT.has(field.kind) ? after(field) : null}
    </span>
  )
}

/**
 * One line that says who, where, when, how much and what is next. Parts without a value, and parts
 * or references the person may not read, are left out.
 */
export const Summary = ({
  resource,
  record,
  included,
  parts,
  after = () => null,
}: {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly included: Included
  readonly parts: readonly SummaryPart[]
  /** Nothing by default. */
  readonly after?: After
}) => {
  const has = (name: string) =>
    readable(resource, record, name) !== undefined && !isEmpty(record[name])
  const isNamed = (name: string) => {
    const field = readable(resource, record, name)
    return field?.kind !== 'ref' || Boolean(included[field.ref ?? '']?.[String(record[name])])
  }
  const draw = (part: SummaryPart): ReactNode => {
    if (typeof part === 'string') {
      return has(part) && isNamed(part) ? (
        <Plain key={part} {...{ resource, record, part, included, after }} />
      ) : null
    }
    if ('from' in part) {
      return has(part.from) && has(part.to) ? (
        <Range key={`from ${part.from}`} resource={resource} record={record} part={part} />
      ) : null
    }
    if ('next' in part) {
      return has(part.next) && matters(part, record) ? (
        <Next key={`next ${part.next}`} resource={resource} record={record} part={part} />
      ) : null
    }
    return has(part.of) ? (
      <Share key={`of ${part.of}`} resource={resource} record={record} part={part} />
    ) : null
  }
  const drawn = parts.map(draw).filter(Boolean)
  return drawn.length ? <p className={css.summary}>{drawn}</p> : null
}
