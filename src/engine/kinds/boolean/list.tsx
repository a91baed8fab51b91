import { IconCheck, IconMinus } from '@tabler/icons-react'
import { t } from '#ui/i18n.ts'
import css from '../../list/table.module.css'
import { plain } from '../parts/formats.ts'
import type { CellMaker, ListKind } from '../types.ts'

const yesNo: CellMaker = ({ value }) => {
  const Icon = value ? IconCheck : IconMinus
  return (
    <>
      <Icon size={16} className={value ? css.yes : css.no} aria-hidden />
      <span className="visually-hidden">{t(value ? 'common.yes' : 'common.no')}</span>
    </>
  )
}

export const list: ListKind = {
  format: plain,
  column: { px: 92, fit: 'fixed' },
  cell: yesNo,
  drawsEmpty: true,
}
