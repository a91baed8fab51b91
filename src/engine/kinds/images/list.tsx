import { count } from '../parts/formats.ts'
import { Picture } from '../parts/Picture.tsx'
import type { CellMaker, ListKind } from '../types.ts'

const first: CellMaker = ({ value, pictures }) => {
  const [{ file } = { file: '' }] = value as { file: string }[]
  return <Picture key={file} id={file} pictures={pictures} />
}

export const list: ListKind = {
  format: count,
  column: { px: 76, fit: 'fixed' },
  cell: first,
  edit: 'drawer',
}
