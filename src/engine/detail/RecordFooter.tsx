import { useQuery } from '@tanstack/react-query'
import { optionsQuery } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import type { Json } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useTimeZone } from '../person.ts'
import { allResources } from '../resource.ts'
import css from './reading.module.css'

const people = allResources().find((r) => r.person)

/** Who created and who last changed the record, and when. */
export const RecordFooter = ({ record }: { record: RecordData }) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
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
    t('detail.by', { at: format.instant(String(at)), who: by(who) })
  return (
    <p className={css.footer}>
      <span>
        {t('fields.created')} {line(record.createdAt, record.createdBy)}
      </span>
      {record.version > 1 ? (
        <span>
          {t('fields.changed')} {line(record.updatedAt, record.updatedBy)}
        </span>
      ) : null}
    </p>
  )
}
