import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from '#ui/i18n.ts'
import { ListLink } from '../ListLink.tsx'
import type { List } from '../useList.ts'
import { addMonths } from './months.ts'
import listCss from '../list.module.css'
import css from './calendar.module.css'

/** The month and what it is of, with links to the months around it. */
export const MonthBar = ({
  list,
  of,
  month,
  title,
  current,
}: {
  readonly list: List
  readonly of?: string | undefined
  /** `YYYY-MM`. */
  readonly month: string
  readonly title: string
  /** True for the month of today. */
  readonly current: boolean
}) => {
  const { t } = useTranslation()
  const searchOf = (next: string | undefined) => ({
    ...list.search,
    page: undefined,
    after: undefined,
    month: next,
  })
  return (
    <div className={css.bar}>
      <ListLink
        list={list}
        search={searchOf(addMonths(month, -1))}
        className={css.step}
        aria-label={t('layouts.previousMonth')}
        title={t('layouts.previousMonth')}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ListLink>
      <ListLink
        list={list}
        search={searchOf(addMonths(month, 1))}
        className={css.step}
        aria-label={t('layouts.nextMonth')}
        title={t('layouts.nextMonth')}
      >
        <IconChevronRight size={16} aria-hidden />
      </ListLink>
      <h2 className={css.month}>{title}</h2>
      {of ? <span className={css.owner}>{of}</span> : null}
      {current ? null : (
        <ListLink list={list} search={searchOf(undefined)} className={listCss.button}>
          {t('layouts.thisMonth')}
        </ListLink>
      )}
    </div>
  )
}
