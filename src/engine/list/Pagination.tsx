import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from '#ui/i18n.ts'
import { pageSizes, type PageSize } from '../listSearch.ts'
import type { List } from './useList.ts'
import { ListLink } from './ListLink.tsx'
import css from './list.module.css'

/** Page numbers to offer: the ends, and those around the current one; 0 stands for a gap. */
export const pageNumbers = (page: number, pages: number): number[] => {
  const wanted = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages)
  const sorted = [...new Set(wanted)].sort((a, b) => a - b)
  return sorted.flatMap((n, i) => {
    const before = sorted[i - 1]
    return before === undefined || n === before + 1 ? [n] : n === before + 2 ? [n - 1, n] : [0, n]
  })
}

/** Turns the pages; works without an exact count. */
export const Pagination = ({ list }: { readonly list: List }) => {
  const { t, i18n } = useTranslation()
  const { page, pages, resource, search } = list
  const number = new Intl.NumberFormat(i18n.language)
  const step = (to: number, name: string, icon: React.ReactNode) => (to < 1 || to > pages
    ? <span className={`${css.pageStep} ${css.off}`} role="link" aria-disabled="true" aria-label={name}>{icon}</span>
    : <ListLink resource={resource} search={{ ...search, page: to > 1 ? to : undefined }} className={css.pageStep} aria-label={name}>{icon}</ListLink>)
  return (
    <nav className={css.pagination} aria-label={t('list.pagination')}>
      <label className={css.perPage}>
        <span>{t('list.perPage')}</span>
        <select className={css.select} value={list.limit} onChange={(e) => { const n = Number(e.currentTarget.value) as PageSize; list.setSearch({ limit: n === pageSizes[0] ? undefined : n }) }}>
          {pageSizes.map((n) => <option key={n} value={n}>{n}</option>)}
        </select>
      </label>
      <span className={css.pages}>
        {step(page - 1, t('list.previous'), <IconChevronLeft size={16} className={css.mirrored} aria-hidden />)}
        {pageNumbers(page, pages).map((n, i) => (n === 0 ? <span key={`gap${i}`} className={css.gap} aria-hidden>…</span>
          : <ListLink key={n} resource={resource} search={{ ...search, page: n > 1 ? n : undefined }} className={css.page} aria-label={t('list.page', { page: number.format(n) })} aria-current={n === page ? 'page' : undefined}>{number.format(n)}</ListLink>))}
        {step(page + 1, t('list.next'), <IconChevronRight size={16} className={css.mirrored} aria-hidden />)}
      </span>
      {!list.totalIsExact && page === pages ? <p className={css.reach}>{t('list.lastReach')}</p> : null}
    </nav>
  )
}
