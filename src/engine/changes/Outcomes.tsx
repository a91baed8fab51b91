import { Button } from '#ui/Button.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { outcomesQuery, type Outcome } from '#data/changes.ts'
import { Badge } from '#ui/Badge.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { receivedMessage } from '../serverMessage.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#ui/states.tsx'
import { RowLink } from './RowLink.tsx'
import css from './changes.module.css'

const tones = {
  done: 'success',
  unchanged: 'neutral',
  refused: 'danger',
  changed: 'warning',
  gone: 'warning',
  not_processed: 'neutral',
} as const

/** The outcome of each record; those of one kind when `outcome` is given. */
export const Outcomes = ({
  id,
  outcome,
}: {
  readonly id: string
  readonly outcome: Outcome | undefined
}) => {
  const { t } = useTranslation()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    outcomesQuery(id, outcome),
  )
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  const rows = data?.pages.flatMap((page) => page.data)
  if (!rows) return <SkeletonRows rows={6} columns={2} />
  if (!rows.length) return <EmptyState title={t('changes.noRows')} />
  return (
    <>
      <table className={css.table} aria-label={t('changes.outcomes')}>
        <thead>
          <tr>
            <th scope="col">{t('changes.record')}</th>
            <th scope="col">{t('changes.outcome')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <RowLink row={row} />
              </td>
              <td>
                <Badge tone={tones[row.outcome]}>{t(`changes.outcome_${row.outcome}`)}</Badge>
                {row.message ? (
                  <span className={css.message}>{receivedMessage(row.message, row)}</span>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasNextPage ? (
        <Button
          variant="default"
          size="small"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('changes.moreRows')}
        </Button>
      ) : null}
    </>
  )
}
