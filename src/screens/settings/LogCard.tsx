import type { ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useTranslation } from '#ui/i18n.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#ui/states.tsx'
import css from './settings.module.css'

interface LogCardProps<Page, Entry> {
  readonly title: string
  readonly text: string
  /** Name of the list; the title if omitted. */
  readonly label?: string
  /** Below the text, in the head. */
  readonly views?: ReactNode
  readonly filters?: ReactNode
  readonly query: UseInfiniteQueryResult<InfiniteData<Page>>
  readonly entriesOf: (page: Page) => readonly Entry[]
  readonly empty: { readonly title: string; readonly text: string }
  /** A list item with its key. */
  readonly children: (entry: Entry) => ReactNode
  /** Buttons beside "Show older". */
  readonly buttons?: ReactNode
  readonly className?: string | undefined
}

/** A card with a log, newest first, that loads older entries page by page. */
export const LogCard = <Page, Entry>({
  title,
  text,
  label = title,
  views,
  filters,
  query,
  entriesOf,
  empty,
  children,
  buttons,
  className = '',
}: LogCardProps<Page, Entry>) => {
  const { t } = useTranslation()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const entries = data?.pages.flatMap(entriesOf)
  const content = () => {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (!entries) return <SkeletonRows rows={8} columns={2} />
    if (!entries.length) return <EmptyState {...empty} />
    return (
      <ol className={`${css.log} ${className}`} aria-label={label}>
        {entries.map(children)}
      </ol>
    )
  }
  return (
    <section className={css.card} aria-label={title}>
      <div className={css.cardHead}>
        <h2 className={css.cardTitle}>{title}</h2>
        <p className={css.cardText}>{text}</p>
        {views}
      </div>
      {filters ? <div className={css.filters}>{filters}</div> : null}
      {content()}
      {hasNextPage || buttons ? (
        <div className={css.cardFoot}>
          {hasNextPage ? (
            <Button
              variant="default"
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {t('settings.older')}
            </Button>
          ) : null}
          {buttons}
        </div>
      ) : null}
    </section>
  )
}
