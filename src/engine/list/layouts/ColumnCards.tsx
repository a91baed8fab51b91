import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import css from './board.module.css'

/** The request for the cards of a column, page by page. */
export interface CardsQuery {
  readonly data: unknown
  readonly error: unknown
  readonly isPlaceholderData: boolean
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly refetch: () => unknown
  readonly fetchNextPage: () => unknown
}

const CardSkeletons = () => (
  <ul className={css.cards} aria-hidden>
    {[0, 1, 2].map((i) => (
      <li key={i} className={css.card}>
        <Skeleton width="55%" />
        <Skeleton width="75%" />
      </li>
    ))}
  </ul>
)

/** Loads the next page near the end of the column; the button there does the same. */
const useEnd = ({ hasNextPage, isFetchingNextPage, fetchNextPage }: CardsQuery) => {
  const end = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const mark = end.current
    if (!mark || !hasNextPage || isFetchingNextPage) return undefined
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage()
      },
      { root: mark.parentElement, rootMargin: '200px' },
    )
    seen.observe(mark)
    return () => seen.disconnect()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return end
}

interface Props {
  readonly query: CardsQuery
  /** Name of the column. */
  readonly name: string
  /** Number of records loaded, and of all. */
  readonly shown: number
  readonly total: number
  /** The cards. */
  readonly children: readonly ReactNode[]
}

/** The cards of a column, with more as one scrolls. */
export const ColumnCards = ({ query, name, shown, total, children }: Props) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const end = useEnd(query)
  if (query.error && !query.data) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  }
  if (!query.data) return <CardSkeletons />
  return (
    <ul className={css.cards} data-cards="" aria-busy={query.isPlaceholderData} aria-label={name}>
      {children}
      {children.length ? null : <li className={css.nothing}>{t('layouts.emptyColumn')}</li>}
      {query.hasNextPage ? (
        <li ref={end} className={css.more}>
          <Button
            variant="default"
            size="small"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('layouts.showMore')}
          </Button>
          <span>
            {t('layouts.shownOf', { shown: number(shown), total: number(Math.max(total, shown)) })}
          </span>
        </li>
      ) : null}
    </ul>
  )
}
