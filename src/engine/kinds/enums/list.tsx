import { Badge } from '#ui/Badge.tsx'
import css from '../../list/table.module.css'
import { option } from '../parts/formats.ts'
import type { CellMaker, FormatMaker, ListKind } from '../types.ts'

const joined: FormatMaker = (field) => {
  const one = option(field, '', '')
  return (v) => (v as string[]).map(one).join(', ')
}

const badges: CellMaker = ({ field, value }) => {
  const one = option(field, '', '')
  return (
    <span className={css.tags}>
      {(value as string[]).map((v) => (
        <Badge key={v}>{one(v)}</Badge>
      ))}
    </span>
  )
}

export const list: ListKind = {
  format: joined,
  column: { px: 168, fit: 'badges' },
  cell: badges,
}
