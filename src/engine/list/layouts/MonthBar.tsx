import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { RecordData } from '#data/types.ts'
import { fieldOf } from '#model/standard.ts'
import { useTranslation } from '#ui/i18n.ts'
import { titleOf } from '../../recordActions.ts'
import { modelOf } from '../../resource.ts'
import { ListLink } from '../ListLink.tsx'
import type { List } from '../useList.ts'
import { addMonths } from './days.ts'
import { calendarOf } from './useStays.ts'
import listCss from '../list.module.css'
import css from './calendar.module.css'

/** The month and its owner, with links to the months around it. */
export const MonthBar = ({
  list,
  owner,
  month,
  title,
  current,
}: {
  readonly list: List
  readonly owner: RecordData | undefined
  /** `YYYY-MM`. */
  readonly month: string
  readonly title: string
  /** True for the month of today. */
  readonly current: boolean
}) => {
  const { t } = useTranslation()
  const { resource } = list
  const [ownerField] = calendarOf(resource).by
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
      {owner ? (
        <span className={css.owner}>
          {titleOf(modelOf(fieldOf(resource, ownerField)?.ref ?? '') ?? resource, owner)}
        </span>
      ) : null}
      {current ? null : (
        <ListLink list={list} search={searchOf(undefined)} className={listCss.button}>
          {t('layouts.thisMonth')}
        </ListLink>
      )}
    </div>
  )
}
