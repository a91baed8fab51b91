import { Button } from '#ui/Button.tsx'
import type { UsedBy } from '#data/past.ts'
import { fieldOf } from '#model/standard.ts'
import type { ResourceModel } from '#model/types.ts'
import { Badge } from '#ui/Badge.tsx'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { hrefOf } from '../links.tsx'
import { relationSearch } from '../relationSearch.ts'
import { modelOf } from '../resource.ts'
import css from './whereUsed.module.css'

/** What happens to records: they go to the trash, are deleted permanently, or end in a state. */
export type Fate = 'trash' | 'purge' | 'end'

/** Another action on the records, in place of their deletion. */
export interface Alternative {
  readonly label: string
  readonly run: () => void
}

/** Names shown per relation. */
const NAMED = 3
/** Records whose uses a list can be filtered by. */
const MOST = 50

/** True when records that refer to the others prevent their deletion. */
export const refuses = (used: readonly UsedBy[], fate: Fate): boolean =>
  fate !== 'end' && used.some(({ onDelete }) => onDelete === 'refuse')

const Line = ({
  used,
  source,
  ids,
  fate,
}: {
  readonly used: UsedBy
  readonly source: ResourceModel
  readonly ids: readonly string[]
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
      {source.path && ids.length && ids.length <= MOST ? (
        // In a new tab, so that the dialog stays.
        <a
          href={hrefOf(source, { page: 'list', search: relationSearch(source, used.field, ids) })}
          target="_blank"
          rel="noreferrer"
        >
          {t('whereUsed.reassign', { many: inSentence(source.label.many) })}
        </a>
      ) : null}
    </li>
  )
}

interface UsesProps {
  readonly used: readonly UsedBy[]
  /** The records in question, where they are named; their uses are linked then. */
  readonly ids: readonly string[]
  readonly fate: Fate
  /** True for a selection of many. */
  readonly several?: boolean
  readonly alternatives: readonly Alternative[]
}

/**
 * What refers to records that are deleted or end: counts and first titles by relation, what happens
 * to them, and other actions.
 */
export const Uses = ({ used: all, ids, fate, several = false, alternatives }: UsesProps) => {
  const { t } = useTranslation()
  const lines = all.flatMap((used) => {
    const source = modelOf(used.collection)
    return source ? [{ used, source }] : []
  })
  if (!lines.length) return null
  const refused = refuses(all, fate)
  const title = t(several ? 'whereUsed.titleMany' : 'whereUsed.title')
  const prevented = t(several ? 'whereUsed.preventedMany' : 'whereUsed.prevented')
  return (
    <section className={css.used} aria-label={title}>
      <p role="status" className={refused ? css.refused : css.text}>
        {refused ? prevented : title}
      </p>
      <ul className={css.lines}>
        {lines.map((line) => (
          <Line
            key={`${line.used.collection}.${line.used.field}`}
            {...line}
            ids={ids}
            fate={fate}
          />
        ))}
      </ul>
      {fate === 'end' ? <p className={css.quiet}>{t('whereUsed.stay')}</p> : null}
      {refused && alternatives.length ? (
        <div className={css.instead}>
          <span>{t('whereUsed.instead')}</span>
          {alternatives.map(({ label: text, run }) => (
            <Button key={text} size="compact" variant="default" onClick={run}>
              {text}
            </Button>
          ))}
        </div>
      ) : null}
    </section>
  )
}
