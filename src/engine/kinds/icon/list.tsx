import { Suspense } from 'react'
import { lazyPart } from '#ui/lazyPart.tsx'
import { pending } from '#ui/pending.tsx'
import css from '../../list/table.module.css'
import { plain } from '../parts/formats.ts'
import type { CellMaker, ListKind } from '../types.ts'

const IconAlone = lazyPart(async () => (await import('#ui/recordIcons.tsx')).IconAlone)

const drawn: CellMaker = ({ format, value }) => (
  <Suspense fallback={pending}>
    <IconAlone name={format(value)} className={css.no ?? ''} />
  </Suspense>
)

export const list: ListKind = { format: plain, column: { px: 76, fit: 'fixed' }, cell: drawn }
