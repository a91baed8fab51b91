/** Cells that several kinds share. */
import type { ReactNode } from 'react'
import { t } from '#ui/i18n.ts'
import css from '../../list/table.module.css'
import { modelOf } from '../../resource.ts'
import type { CellPart } from '../types.ts'

/** The title of a record as a link; without a title the person may not read the record. */
export const linked = (
  { included, linkTo }: CellPart,
  collection: string,
  id: string,
): ReactNode => {
  const title = included[collection]?.[id]?.title
  if (title === undefined) return <span className={css.blank}>{t('common.noAccess')}</span>
  const target = modelOf(collection)
  return target?.path ? linkTo(target, id, title) : title
}
