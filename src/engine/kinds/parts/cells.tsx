/** Cells that several kinds share. */
import type { ReactNode } from 'react'
import css from '../../list/table.module.css'
import { modelOf } from '../../resource.ts'
import type { CellPart } from '../types.ts'

/** The title of a record as a link, or the beginning of its id if the title is not known. */
export const linked = (
  { included, linkTo }: CellPart,
  collection: string,
  id: string,
): ReactNode => {
  const title = included[collection]?.[id]?.title
  if (title === undefined) return <span className={css.blank}>{id.slice(0, 8)}</span>
  const target = modelOf(collection)
  return target?.path ? linkTo(target, id, title) : title
}
