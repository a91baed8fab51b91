import { Button } from '#ui/Button.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { historyQuery } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { ErrorState, SkeletonRows } from '#ui/states.tsx'
import { Entry } from './Entry.tsx'
import classes from './history.module.css'

/** Every revision of a record, newest first, each with a button to restore it. */
export const History = ({ resource, record }: { resource: ResourceModel; record: RecordData }) => {
  const { t } = useTranslation()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    historyQuery(resource, record.id),
  )
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows columns={2} rows={4} />
  if (data.pages[0]?.data.length === 0) {
    return <p className={classes.muted}>{t('detail.noHistory')}</p>
  }
  return (
    <>
      <ol className={classes.timeline} aria-label={t('detail.history')}>
        {data.pages.flatMap((page) =>
          page.data.map((revision) => (
            <Entry
              key={revision.revision}
              resource={resource}
              record={record}
              revision={revision}
              included={page.included}
            />
          )),
        )}
      </ol>
      {hasNextPage ? (
        <Button
          style={{ marginBlockStart: 12 }}
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('detail.showMore')}
        </Button>
      ) : null}
    </>
  )
}
