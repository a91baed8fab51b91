import { Button } from '#ui/Button.tsx'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { noteKey } from '#schemas/define/noteKey.ts'
import { useHolds } from '#data/me.ts'
import { keys } from '#data/queries.ts'
import { peopleQuery, setFollowing, timelineQuery } from '#data/timeline.ts'
import type { RecordData } from '#data/types.ts'
import { timelineKinds, type TimelineKind } from '#model/timeline.ts'
import type { ResourceModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { ErrorState, SkeletonRows } from '#ui/states.tsx'
import { toast } from '#ui/toast.ts'
import { RecordReminders } from '../../reminders/RecordReminders.tsx'
import { Kinds } from './Kinds.tsx'
import { NewNote } from './NewNote.tsx'
import { TimelineItem } from './TimelineItem.tsx'
import css from './timeline.module.css'
import { useReached } from './useReached.ts'

interface FollowButtonProps {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly onChanged: () => void
}

/** Follows the record, or stops following it. */
const FollowButton = ({ resource, record, onChanged }: FollowButtonProps) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const people = useQuery(peopleQuery(resource, record.id, ''))
  const following = people.data?.following ?? false
  const follow = () =>
    void setFollowing(resource, record.id, !following).then(
      () => {
        onChanged()
        // Lists may be filtered by what the person follows.
        void client.invalidateQueries({ queryKey: keys.lists(resource.collection) })
      },
      (failed: unknown) => toast.error(failed instanceof Error ? failed.message : String(failed)),
    )
  if (!people.data) return null
  return (
    <Button size="compact" variant="default" onClick={follow}>
      {t(following ? 'detail.unfollow' : 'detail.follow')}
    </Button>
  )
}

/** The entries of a timeline; further ones are requested when `bottom` comes into view. */
const useEntries = (resource: ResourceModel, id: string, kind: string) => {
  const query = useInfiniteQuery({
    ...timelineQuery(resource, id, kind),
    placeholderData: keepPreviousData,
  })
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const bottom = useReached(
    hasNextPage && !isFetchingNextPage && !isFetchNextPageError,
    () => void fetchNextPage(),
  )
  return { query, bottom }
}

/**
 * Timeline of a record beside its fields, with a note composer and a follow button. `without`: kinds
 * that are shown beside it; `plain`: without a frame, a heading and a composer.
 */
export const Timeline = ({
  resource,
  record,
  without = [],
  plain = false,
}: {
  resource: ResourceModel
  record: RecordData
  without?: readonly TimelineKind[]
  plain?: boolean
}) => {
  const { t } = useTranslation()
  const can = useHolds()
  const client = useQueryClient()
  const [chosen, setKind] = useState('')
  const everything = timelineKinds.filter((one) => !without.includes(one)).join(',')
  const kind = chosen || (without.length ? everything : '')
  const { query, bottom } = useEntries(resource, record.id, kind)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const again = () =>
    void client.invalidateQueries({ queryKey: keys.history(resource.collection, record.id) })
  return (
    <section
      className={css.column}
      data-timeline
      data-plain={plain || undefined}
      aria-label={t('detail.timeline')}
    >
      <div className={css.head}>
        {plain ? null : <h2 className={css.heading}>{t('detail.timeline')}</h2>}
        <FollowButton resource={resource} record={record} onChanged={again} />
      </div>
      {record.deletedAt ? null : <RecordReminders resource={resource} record={record} />}
      {!plain && can(noteKey(resource.entity)) ? (
        <NewNote resource={resource} id={record.id} onDone={again} />
      ) : null}
      <Kinds
        kinds={(data?.pages[0]?.kinds ?? []).filter((one) => !without.includes(one))}
        chosen={chosen}
        onChoose={setKind}
      />
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows columns={1} rows={4} /> : null}
      {data?.pages[0]?.data.length ? (
        <ol className={css.list} aria-label={t('detail.timeline')}>
          {data.pages.flatMap((page) =>
            page.data.map((entry) => (
              <TimelineItem
                key={entry.id}
                resource={resource}
                record={record}
                entry={entry}
                included={page.included}
                onChanged={again}
              />
            )),
          )}
        </ol>
      ) : null}
      {data?.pages[0]?.data.length === 0 && (chosen || !without.length) ? (
        <p className={css.muted}>{t('detail.noHistory')}</p>
      ) : null}
      {hasNextPage ? (
        <Button
          ref={bottom}
          size="compact"
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('detail.showMore')}
        </Button>
      ) : null}
    </section>
  )
}
