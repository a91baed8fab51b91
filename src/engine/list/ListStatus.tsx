import { inSentence, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import type { List } from './useList.ts'
import css from './list.module.css'

/** Says how many rows there are, also to those who do not see them. */
export const ListStatus = ({ list }: { readonly list: List }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const many = inSentence(list.resource.label.many)
  const from = (list.page - 1) * list.limit + 1
  const total = list.totalIsExact
    ? number(list.total)
    : t('list.totalMore', { total: number(list.total) })
  const text = list.first
    ? t('list.loadingRows')
    : list.total === 0
      ? t('list.countNone', { many })
      : list.scrolling
        ? t('list.loadedCount', { loaded: number(list.rows.length), total, many })
        : list.total === 1 && list.totalIsExact
          ? t('list.countOne', { total, one: inSentence(list.resource.label.one) })
          : t('list.count', {
              first: number(from),
              last: number(from + list.rows.length - 1),
              total,
              many,
            })
  return (
    <div className={css.status}>
      <div role="status">{text}</div>
      {list.notice ? <span role="alert">{list.notice}</span> : null}
      {list.moreFailed ? (
        <span className={css.moreFailed} role="alert">
          {t('list.moreFailed')}
          <button type="button" className={css.button} onClick={() => void list.more?.()}>
            {t('list.moreAgain')}
          </button>
        </span>
      ) : null}
    </div>
  )
}
