import css from '../../list/table.module.css'
import { plain } from '../parts/formats.ts'
import type { CellMaker, ListKind } from '../types.ts'

const swatch: CellMaker = ({ value, format }) => (
  <>
    <span className={css.swatch} style={{ background: String(value) }} aria-hidden />
    {format(value)}
  </>
)

export const list: ListKind = { format: plain, column: { fit: 'fixed' }, cell: swatch }
