import { inSentence, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import type { List } from './useList.ts'
import { barButton } from './barButton.ts'
import css from './list.module.css'

/** Shows the number of rows and announces it to screen readers. */
export const ListStatus = ({ list }: { readonly list: List }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const many = inSentence(list.resource.label.many)
  const from = (list.page - 1) * list.limit + 1
  const total = list.totalIsExact
    ? number(list.total)
    : t('list.totalMore', { total: number(list.total) })
  const textOf = () => {
    if (list.first) return t('list.loadingRows')
    if (list.total === 0) return t('list.countNone', { many })
    if (list.scrolling) {
      return t('list.loadedCount', { loaded: number(list.rows.length), total, many })
    }
    if (list.total === 1 && list.totalIsExact) {
      return t('list.countOne', { total, one: inSentence(list.resource.label.one) })
    }
    const last = number(from + list.rows.length - 1)
    return t('list.count', { first: number(from), last, total, many })
  }
  return (
    <div className={css.status}>
      <div role="status">{textOf()}</div>
      {list.notice ? <span role="alert">{list.notice}</span> : null}
      {list.moreFailed ? (
        <span className={css.moreFailed} role="alert">
          {t('list.moreFailed')}
          <button type="button" className={barButton} onClick={() => void list.more?.()}>
            {t('list.moreAgain')}
          </button>
        </span>
      ) : null}
    </div>
  )
}
