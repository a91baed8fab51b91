import { plain } from '../parts/formats.ts'
import { Picture } from '../parts/Picture.tsx'
import type { ListKind } from '../types.ts'

export const list: ListKind = {
  format: plain,
  column: { px: 76, fit: 'fixed' },
  cell: ({ value, pictures }) => (
    <Picture key={String(value)} id={String(value)} pictures={pictures} />
  ),
  edit: 'drawer',
}
