import { useQuery } from '@tanstack/react-query'
import type { ResourceModel } from '#model/types.ts'
import { aggregateQuery } from '#data/queries.ts'
import { ResourceLink } from '#engine/links.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import { iconOf } from '#ui/icons.tsx'
import { Bone } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import css from './dashboard.module.css'

interface StateCount { readonly value: string; readonly label: string; readonly tone: string; readonly count: number }

/** How many records of a resource there are, in all and by state; undefined while loading. */
const useCounts = (resource: ResourceModel) => {
  const byState = resource.states.length > 0
  const { data, error } = useQuery(aggregateQuery(resource, { ...(byState ? { group: ['state'] } : {}), measure: ['count'] }))
  const rows = data?.data.map((row) => ({ state: row.group.state, count: Number(row.values.count ?? 0) }))
  const states: StateCount[] = resource.states.map((s) => ({ value: s.value, label: s.label, tone: s.tone, count: rows?.find((r) => r.state === s.value)?.count ?? 0 }))
  return { failed: error !== null, total: rows?.reduce((sum, r) => sum + r.count, 0), states: states.filter((s) => s.count > 0) }
}

/** Share of each state as one line of colours; the list below says the same in words. */
const Shares = ({ states }: { readonly states: readonly StateCount[] }) =>
  <div className={css.bar} aria-hidden>{states.map((s) => <span key={s.value} className={`${css.part} ${css[s.tone]}`} style={{ flex: s.count }} />)}</div>

/** Counts of one entity; every figure leads to the list behind it. */
export const Tile = ({ resource }: { readonly resource: ResourceModel }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { total, states, failed } = useCounts(resource)
  const Icon = iconOf(resource.nav.icon)
  const many = label(resource.label.many)
  return (
    <li className={css.tile}>
      <div className={css.head}><Icon size={16} stroke={1.5} aria-hidden /><h2><ResourceLink resource={resource} target={{ page: 'list' }}>{many}</ResourceLink></h2></div>
      {failed ? <p className={css.note}>{t('screens.tileFailed')}</p> : total === undefined ? <div className={css.bones}><Bone width="30%" /><Bone width="80%" /><Bone width="60%" /></div> : (
        <>
          <div className={css.total}>{number(total)}</div>
          {states.length ? <Shares states={states} /> : null}
          <ul className={css.states}>
            {states.map((s) => (
              <li key={s.value}>
                <ResourceLink resource={resource} target={{ page: 'list', search: { state: s.value } }} className={css.state}>
                  <span className={`${css.dot} ${css[s.tone]}`} aria-hidden /><span className={css.name}>{label(s.label)}</span><span className={css.count}>{number(s.count)}</span>
                </ResourceLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </li>
  )
}
