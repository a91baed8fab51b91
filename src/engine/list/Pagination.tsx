import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { pageSizes, type AnyListSearch, type PageSize } from '../listSearch.ts'
import type { List } from './useList.ts'
import { useLatestSearch } from '../links.tsx'
import { ListLink } from './ListLink.tsx'
import css from './list.module.css'

/** The page-size entry for endless scrolling. */
const SCROLL = 'scroll'

/** Page numbers to offer: the ends, and those around the current one; 0 marks a gap. */
export const pageNumbers = (page: number, pages: number): number[] => {
  const wanted = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages)
  const sorted = [...new Set(wanted)].sort((a, b) => a - b)
  return sorted.flatMap((n, i) => {
    const before = sorted[i - 1]
    if (before === undefined || n === before + 1) return [n]
    return n === before + 2 ? [n - 1, n] : [0, n]
  })
}

/** The current page, and the searches that show others; undefined where there is none. */
const usePages = (list: List) => {
  const { pages, last, beyond } = list
  const latest = useLatestSearch(list.resource, list.preset?.path)
  const search = latest ? list.resolve(latest) : list.search
  // Numbered pages mark the requested page before it loads.
  const page = !latest || beyond || latest.after ? list.page : Math.min(latest.page ?? 1, last)
  const here = { ...search, after: undefined }
  const numbered = (to: number) => ({ ...here, page: to > 1 ? to : undefined })
  const byCursor = (to: number, after: string | null | undefined) =>
    after ? { ...here, page: to, after } : undefined
  const previousOf = () => {
    if (page <= 1) return undefined
    return !beyond || page - 1 <= last
      ? numbered(page - 1)
      : byCursor(page - 1, list.previousCursor)
  }
  const nextOf = () => {
    if (!beyond && page < pages) return numbered(page + 1)
    return beyond || page === last ? byCursor(page + 1, list.nextCursor) : undefined
  }
  return { search, page, numbered, previous: previousOf(), next: nextOf() }
}

interface StepProps {
  readonly list: List
  readonly to: AnyListSearch | undefined
  readonly name: string
  readonly icon: typeof IconChevronLeft
}

/** Link to the previous or next page. */
const Step = ({ list, to, name, icon: Icon }: StepProps) => {
  const arrow = <Icon size={16} aria-hidden />
  return to === undefined ? (
    <span
      className={`${css.pageStep} ${css.off}`}
      role="link"
      aria-disabled="true"
      aria-label={name}
    >
      {arrow}
    </span>
  ) : (
    <ListLink list={list} search={to} className={css.pageStep} aria-label={name}>
      {arrow}
    </ListLink>
  )
}

/**
 * Pagination; works without an exact count, and by cursor beyond the rows page numbers can reach.
 */
export const Pagination = ({ list }: { readonly list: List }) => {
  const { t } = useTranslation()
  const { pages, beyond, scrolling } = list
  const { search, page, numbered, previous, next } = usePages(list)
  const { number } = useFormat()
  const choose = (chosen: string) =>
    list.setSearch(
      chosen === SCROLL
        ? { scroll: true, limit: undefined }
        : {
            scroll: undefined,
            limit: chosen === String(pageSizes[0]) ? undefined : (Number(chosen) as PageSize),
          },
    )
  return (
    <nav className={css.pagination} aria-label={t('list.pagination')}>
      <label className={css.perPage}>
        <span>{t('list.perPage')}</span>
        <Select
          small
          value={scrolling ? SCROLL : list.limit}
          onChange={(e) => choose(e.currentTarget.value)}
        >
          {pageSizes.map((n) => (
            <option key={n} value={n}>
              {n}
            </option>
          ))}
          <option value={SCROLL}>{t('list.scrollOn')}</option>
        </Select>
      </label>
      {scrolling ? null : (
        <span className={css.pages}>
          <Step list={list} to={previous} name={t('list.previous')} icon={IconChevronLeft} />
          {(beyond ? [1, 0, page] : pageNumbers(page, pages)).map((n, i) =>
            n === 0 ? (
              <span key={`gap${i}`} className={css.gap} aria-hidden>
                …
              </span>
            ) : (
              <ListLink
                key={n}
                list={list}
                search={beyond && n === page ? search : numbered(n)}
                className={css.page}
                aria-label={t('list.page', { page: number(n) })}
                aria-current={n === page ? 'page' : undefined}
              >
                {number(n)}
              </ListLink>
            ),
          )}
          <Step list={list} to={next} name={t('list.next')} icon={IconChevronRight} />
        </span>
      )}
    </nav>
  )
}
