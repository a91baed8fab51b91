import { useQuery } from '@tanstack/react-query'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from '#ui/i18n.ts'
import { reachQuery, type Draft } from './data.ts'
import css from './compose.module.css'

/** Number of recipients of a notification, and those it would not reach. */
export const Reach = ({ draft }: { readonly draft: Draft }) => {
  const { t } = useTranslation()
  const { data, error } = useQuery(reachQuery(draft))
  const missed = data
    ? ([
        ['compose.muted', data.muted],
        ['compose.noDevice', data.noDevice],
        ['compose.noAddress', data.noAddress],
      ] as const)
    : []
  return (
    <section className={css.card} aria-label={t('compose.reach')} aria-busy={!data && !error}>
      <p className={css.reach} role="status">
        <IconUsers size={18} stroke={1.5} aria-hidden />
        {data ? (
          <span>
            <strong>{t('compose.people', { count: data.reached })}</strong>
            {data.people === data.reached ? null : (
              <> {t('compose.ofPeople', { count: data.people })}</>
            )}
          </span>
        ) : (
          <span>{t(error ? 'compose.reachFailed' : 'common.loading')}</span>
        )}
      </p>
      {data ? (
        <ul className={css.missed}>
          {missed.map(([why, count]) => (count ? <li key={why}>{t(why, { count })}</li> : null))}
          {draft.channel === 'push' && !data.pushAvailable ? (
            <li>{t('compose.pushMissing')}</li>
          ) : null}
          {draft.audience === 'customer' && draft.channel === 'in_app' ? (
            <li>{t('compose.noInbox')}</li>
          ) : null}
        </ul>
      ) : null}
    </section>
  )
}
