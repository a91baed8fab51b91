import type { ResourceModel } from '#model/types.ts'
import { inSentence, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import type { AllRows } from './useAllRows.ts'

/** Returns a function that says how many records a layout shows, and of how many. */
export const useCountText = (resource: ResourceModel) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const many = inSentence(resource.label.many)
  return (count: number, cut: AllRows['cut']): string => {
    if (!cut) return t('layouts.count', { count, many })
    const total = number(cut.total)
    return t('layouts.cut', {
      shown: number(count),
      total: cut.totalIsExact ? total : t('list.totalMore', { total }),
      many,
    })
  }
}
