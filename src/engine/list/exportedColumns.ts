/** The columns that an export of a list may hold, in the order of the screen. */
import { useMemo } from 'react'
import { useHolds } from '#data/me.ts'
import { label, t } from '#ui/i18n.ts'
import type { ListColumn } from './columns.ts'
import { tableColumns } from './relatedColumns.ts'
import type { ListSetup } from './useList.ts'

/** Columns that a list shows. */
export interface ShownColumns {
  /** Those that the person may export. */
  readonly open: readonly ListColumn[]
  /** Those of records that the person may not export. */
  readonly withheld: readonly ListColumn[]
}

type ColumnList = Parameters<typeof tableColumns>[0]

/** Whether the person may export a column of other records: it is an export of them, too. */
const mayExport = ({ of: target }: ListColumn, holds: (key: string) => boolean): boolean =>
  !target || ['list', 'export'].every((action) => holds(`${target.entity}.${action}`))

/** The columns that the list shows, by whether the person may export them. */
export const shownForExport = (list: ColumnList, holds: (key: string) => boolean): ShownColumns => {
  const columns = tableColumns(list)
  return {
    open: columns.filter((c) => mayExport(c, holds)),
    withheld: columns.filter((c) => !mayExport(c, holds)),
  }
}

export const useShownForExport = ({
  resource,
  columns,
  preference,
  allowed,
}: Pick<ListSetup, 'resource' | 'columns' | 'preference' | 'allowed'>): ShownColumns => {
  const holds = useHolds()
  return useMemo(
    () => shownForExport({ resource, columns, preference, allowed }, holds),
    [resource, columns, preference, allowed, holds],
  )
}

/** Says which columns a file does not hold; undefined when it holds all. */
export const withheldText = (columns: readonly ListColumn[]): string | undefined =>
  columns.length
    ? t('list.exportWithheld', { columns: columns.map((c) => label(c.field.label)).join(', ') })
    : undefined
