import { inSentence, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { countRows } from './bulkSelection.ts'
import type { ExportRows } from './exportChoice.ts'
import type { Option } from './ExportParts.tsx'
import type { List } from './useList.ts'

/** The rows to choose from, and how many each are. */
export const useRowChoices = (list: List) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { matching, selection, narrowed, total, totalIsExact, resource, preset } = list
  const picked = matching ? matching.total - matching.except.length : Object.keys(selection).length
  const shown = totalIsExact ? number(total) : t('list.totalMore', { total: number(total) })
  const isPart = narrowed && !preset
  const here: ExportRows = isPart || preset ? 'matching' : 'all'
  const many = inSentence(resource.label.many)
  const options: Option<ExportRows>[] = [
    ...(picked
      ? [{ value: 'selected' as const, text: t('list.exportRowsOf.selected', { count: picked }) }]
      : []),
    ...(here === 'matching'
      ? [{ value: here, text: t('list.exportRowsOf.matching', { total: shown }) }]
      : []),
    ...(preset
      ? []
      : [
          {
            value: 'all' as const,
            text: isPart
              ? t('list.exportRowsOf.all', { many })
              : t('list.exportRowsOf.allOf', { many, total: shown }),
          },
        ]),
  ]
  const count = async (rows: ExportRows): Promise<number> => {
    if (rows === 'selected') return picked
    if (rows === here) return total
    return countRows(resource, { trashed: list.trashed })
  }
  return { options, first: picked ? ('selected' as const) : here, count }
}
