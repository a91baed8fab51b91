import css from '../../list/table.module.css'
import type { CellMaker, FormatMaker, ListKind } from '../types.ts'

const stars: FormatMaker = () => (v) => '★'.repeat(Number(v)) || '—'

/** The stars that are given, and the others pale. */
const ofAll: CellMaker = ({ field: { max = 5 }, value, format }) => (
  <span className={css.stars} role="img" aria-label={`${Number(value)} / ${max}`}>
    {format(value)}
    <span className={css.starsOff}>{'★'.repeat(Math.max(0, max - Number(value)))}</span>
  </span>
)

export const list: ListKind = {
  format: stars,
  column: { px: 104, fit: 'fixed' },
  cell: ofAll,
  bound: (text) => `${text}★`,
}
