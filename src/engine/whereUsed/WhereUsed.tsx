import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { whereUsedQuery, type UsedBy } from '#data/past.ts'
import type { RecordData } from '#data/types.ts'
import { fieldOf } from '#model/standard.ts'
import type { ResourceModel } from '#model/types.ts'
import { Badge } from '#ui/Badge.tsx'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { SkeletonRows } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { hrefOf } from '../links.tsx'
import type { AnyListSearch } from '../listSearch.ts'
import { modelOf } from '../resource.ts'
import css from './whereUsed.module.css'

/** What happens to a record: it goes to the trash, is deleted permanently, or ends in a state. */
export type Fate = 'trash' | 'purge' | 'end'

/** Another action on the record, in place of its deletion. */
export interface Alternative {
  readonly label: string
  readonly run: () => void
}

interface Props {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly fate: Fate
  readonly alternatives: readonly Alternative[]
}

/** Names shown per relation. */
const NAMED = 3

/** The list of the records that refer to one. */
const searchFor = (source: ResourceModel, { field }: UsedBy, id: string): AnyListSearch =>
  source.list.filters.includes(field)
    ? { [field]: id }
    : {
        where: {
          path: [field],
          op: fieldOf(source, field)?.kind === 'refs' ? 'has' : 'eq',
          value: id,
        },
      }

const Line = ({
  used,
  source,
  record,
  fate,
}: {
  readonly used: UsedBy
  readonly source: ResourceModel
  readonly record: RecordData
  readonly fate: Fate
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const field = fieldOf(source, used.field)
  const count = `${format.number(used.count)}${used.countIsExact ? '' : '+'}`
  const what = inSentence(label(used.count === 1 ? source.label.one : source.label.many))
  const titles = used.records.flatMap((r) => (r.title ? [r.title] : [])).slice(0, NAMED)
  const more = used.count - titles.length
  return (
    <li className={css.line}>
      <div className={css.head}>
        <strong>
          {count} {what}
        </strong>
        {field ? <span className={css.quiet}>{label(field.label)}</span> : null}
        {fate === 'end' ? null : (
          <Badge tone={used.onDelete === 'refuse' ? 'danger' : 'warning'}>
            {t(used.onDelete === 'refuse' ? 'whereUsed.refuses' : 'whereUsed.clears')}
          </Badge>
        )}
      </div>
      {titles.length ? (
        <p className={css.quiet}>
          {titles.join(', ')}
          {more > 0 ? ` ${t('whereUsed.more', { count: more })}` : null}
        </p>
      ) : null}
      {source.path ? (
        // In a new tab, so that the dialog stays.
        <a
          href={hrefOf(source, { page: 'list', search: searchFor(source, used, record.id) })}
          target="_blank"
          rel="noreferrer"
        >
          {t('whereUsed.reassign', { many: inSentence(source.label.many) })}
        </a>
      ) : null}
    </li>
  )
}

/**
 * What refers to a record, before it is deleted or ends: counts and first titles by relation, what
 * happens to them, and other actions. Limited to what the person may read; a failure blocks
 * nothing.
 */
export const WhereUsed = ({ resource, record, fate, alternatives }: Props) => {
  const { t } = useTranslation()
  const { data, isError } = useQuery({
    ...whereUsedQuery(resource, record.id, fate === 'purge'),
    staleTime: 0,
    retry: false,
  })
  if (isError) return null
  if (!data) return <SkeletonRows columns={1} rows={2} />
  const lines = data.flatMap((used) => {
    const source = modelOf(used.collection)
    return source ? [{ used, source }] : []
  })
  if (!lines.length) return null
  const refused = fate !== 'end' && lines.some(({ used }) => used.onDelete === 'refuse')
  return (
    <section className={css.used} aria-label={t('whereUsed.title')}>
      <p role="status" className={refused ? css.refused : css.text}>
        {t(refused ? 'whereUsed.prevented' : 'whereUsed.title')}
      </p>
      <ul className={css.lines}>
        {lines.map((line) => (
          <Line
            key={`${line.used.collection}.${line.used.field}`}
            {...line}
            record={record}
            fate={fate}
          />
        ))}
      </ul>
      {fate === 'end' ? <p className={css.quiet}>{t('whereUsed.stay')}</p> : null}
      {refused && alternatives.length ? (
        <div className={css.instead}>
          <span>{t('whereUsed.instead')}</span>
          {alternatives.map(({ label: text, run }) => (
            <Button key={text} size="compact-sm" variant="default" onClick={run}>
              {text}
            </Button>
          ))}
        </div>
      ) : null}
    </section>
  )
}
