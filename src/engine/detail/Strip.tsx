import type { StripPart } from '#schemas/define/detail.ts'
import type { Included, RecordData } from '#data/types.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import type { ReactNode } from 'react'
import { FieldValue } from '../fields/FieldValue.tsx'
import { formatOf } from '../fields/format.ts'
import { useTimeZone } from '../person.ts'
import { isEmpty } from './layout.ts'
import { matters, readable, restOf, shareOf } from './parts.ts'
import css from './reading.module.css'

const isZero = (value: unknown): boolean =>
  value === 0 || (typeof value === 'object' && (value as { amount?: number }).amount === 0)

/** Metrics of a record side by side, and the share that is done as a bar below them. */
export const Strip = ({
  resource,
  record,
  included,
  parts,
  after,
}: {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly included: Included
  readonly parts: readonly StripPart[]
  /** Shown after a value, such as the button that changes it. */
  readonly after?: (field: FieldModel) => ReactNode
}) => {
  const { t, i18n } = useTranslation()
  const zone = useTimeZone()
  const metrics: ReactNode[] = []
  const bars: ReactNode[] = []
  for (const part of parts) {
    if (typeof part === 'string') {
      const field = readable(resource, record, part)
      if (!field || isEmpty(record[part])) continue
      metrics.push(
        <div key={part} className={css.metric}>
          <dt>{label(field.label)}</dt>
          <dd>
            <FieldValue field={field} value={record[part]} included={included} />
            {after?.(field)}
          </dd>
        </div>,
      )
    } else if ('less' in part) {
      const field = readable(resource, record, part.of)
      const rest = restOf(part, record)
      if (!field || rest === undefined || !matters(part, record)) continue
      metrics.push(
        <div key={part.label} className={css.metric} data-open={isZero(rest) ? undefined : true}>
          <dt>{label(part.label)}</dt>
          <dd>{formatOf(field, i18n.language, zone)(rest)}</dd>
        </div>,
      )
    } else {
      const field = readable(resource, record, part.done)
      const share = shareOf(part, record)
      if (!field || share === undefined) continue
      const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(share)
      bars.push(
        <div
          key={part.done}
          role="progressbar"
          aria-label={label(field.label)}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          aria-valuetext={percent}
          className={css.bar}
          title={percent}
        >
          <span style={{ inlineSize: `${share * 100}%` }} data-whole={share === 1 || undefined} />
        </div>,
      )
    }
  }
  if (!metrics.length) return null
  return (
    <section className={css.strip} aria-label={t('detail.metrics')}>
      <dl className={css.metrics}>{metrics}</dl>
      {bars}
    </section>
  )
}
