import { memo, type ReactNode } from 'react'
import { isMasked } from '#schemas/define/kinds.ts'
import type { Included } from '#data/types.ts'
import type { Json } from '#model/types.ts'
import { t } from '#ui/i18n.ts'
import { formatOf } from '../fields/format.ts'
import { lists } from '../kinds/lists.ts'
import type { CellPart } from '../kinds/types.ts'
import { RecordLink } from '../links.tsx'
import type { ListColumn } from './columns.ts'
import css from './table.module.css'

/** What a value of a row is drawn from. */
export interface CellProps {
  readonly column: ListColumn
  readonly value: Json | undefined
  readonly included: Included
  readonly locale: string
  readonly zone: string
  /** Ids of all pictures on the page, requested together. */
  readonly pictures: readonly string[]
}

const blank = () => (
  <span className={css.blank}>
    <span aria-hidden>—</span>
    <span className="visually-hidden">{t('list.blank')}</span>
  </span>
)

const isBlank = (value: Json): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** One value in a row: a single line, truncated at the column's end. */
export const cellContent = (
  { column, value = null, included, locale, zone, pictures }: CellProps,
  linkTo: CellPart['linkTo'],
): ReactNode => {
  const { field } = column
  const { cell, drawsEmpty } = lists[field.kind]
  if (isBlank(value) && !drawsEmpty) return blank()
  const format = formatOf(field, locale, zone)
  return cell && !isMasked(field)
    ? cell({ field, value, format, included, pictures, linkTo })
    : format(value)
}

const linkTo: CellPart['linkTo'] = (resource, id, title) => (
  <RecordLink resource={resource} id={id} className={css.reference} tabIndex={-1}>
    {title}
  </RecordLink>
)

/**
 * The same as a component, for tables of their own. `locale` triggers a new render, so no cell
 * subscribes to the language.
 */
export const Cell = memo(function Cell(props: CellProps) {
  return <>{cellContent(props, linkTo)}</>
})
