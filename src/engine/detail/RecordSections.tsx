import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { optionsQuery } from '#data/queries.ts'
import type { Included, RecordData } from '#data/types.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { FieldValue } from '../fields/FieldValue.tsx'
import { useTimeZone } from '../person.ts'
import { allResources } from '../resource.ts'
import classes from './detail.module.css'

const WIDE = new Set(['rows', 'images', 'files', 'markdown', 'longText', 'json', 'object'])

/**
 * The fields of a record under the headings of its form, then the fields outside the form; beside
 * them the authors and dates.
 */
export const RecordSections = ({
  resource,
  record,
  included,
  children,
}: {
  resource: ResourceModel
  record: RecordData
  included: Included
  /** Shown beside the fields, below the authors and dates. */
  children?: ReactNode
}) => {
  const { t } = useTranslation()
  // Omits fields absent from the response (not readable by the person) and server-internal fields.
  const shown = (name: string): FieldModel[] =>
    resource.fields.filter(
      (f) => f.name === name && f.name in record && f.name !== 'state' && !(f.hidden && f.derived),
    )
  const listed = new Set(resource.form.sections.flatMap((s) => s.fields))
  const sections = [
    ...resource.form.sections.map((s) => ({
      title: s.title ? label(s.title) : '',
      fields: s.fields.flatMap(shown),
    })),
    {
      title: t('detail.otherFields'),
      fields: resource.fields.filter((f) => !listed.has(f.name)).flatMap((f) => shown(f.name)),
    },
  ].filter((s) => s.fields.length > 0)
  return (
    <div className={classes.columns}>
      <div className={classes.sections}>
        {sections.map((s, i) => (
          <section key={i} className={classes.section} aria-label={s.title || undefined}>
            {s.title ? <h2 className={classes.heading}>{s.title}</h2> : null}
            <dl className={classes.fields}>
              {s.fields.map((f) => (
                <div key={f.name} className={WIDE.has(f.kind) ? classes.wide : undefined}>
                  <dt
                    className={
                      s.fields.length === 1 && label(f.label) === s.title
                        ? 'visually-hidden'
                        : undefined
                    }
                  >
                    {label(f.label)}
                  </dt>
                  <dd data-kind={f.kind}>
                    <FieldValue field={f} value={record[f.name]} included={included} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className={classes.aside}>
        <Facts record={record} />
        {children}
      </div>
    </div>
  )
}

const people = allResources().find((r) => r.person)

/** Who created and who last changed the record, and when. */
const Facts = ({ record }: { record: RecordData }) => {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const format = useFormat(zone)
  const ids = [
    ...new Set(
      [record.createdBy, record.updatedBy].filter((v): v is string => typeof v === 'string'),
    ),
  ]
  const names = useQuery({
    ...optionsQuery(people?.collection ?? '', { ids }),
    enabled: people !== undefined && ids.length > 0,
    retry: false,
  })
  const by = (who: Json | undefined) =>
    who ? (names.data?.find((o) => o.id === who)?.title ?? '…') : t('detail.system')
  const line = (at: Json | undefined, who: Json | undefined) =>
    typeof at === 'string' ? t('detail.by', { at: format.instant(at), who: by(who) }) : '—'
  return (
    <aside className={classes.facts} aria-label={t('detail.facts')}>
      <h2 className={classes.heading}>{t('detail.facts')}</h2>
      <dl>
        <dt>{t('fields.created')}</dt>
        <dd>{line(record.createdAt, record.createdBy)}</dd>
        <dt>{t('fields.changed')}</dt>
        <dd>{line(record.updatedAt, record.updatedBy)}</dd>
        <dt>{t('fields.version')}</dt>
        <dd>{record.version}</dd>
        <dt>{t('fields.id')}</dt>
        <dd className={classes.id}>{record.id}</dd>
      </dl>
    </aside>
  )
}
