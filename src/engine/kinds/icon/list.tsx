import { Suspense } from 'react'
import { lazyPart } from '#ui/lazyPart.tsx'
import { pending } from '#ui/pending.tsx'
import { plain } from '../parts/formats.ts'
import type { CellMaker, ListKind } from '../types.ts'

const IconAlone = lazyPart(async () => (await import('#ui/recordIcons.tsx')).IconAlone)

const drawn: CellMaker = ({ value }) => (
  <Suspense fallback={pending}>
    <IconAlone name={String(value)} />
  </Suspense>
)

export const list: ListKind = { format: plain, column: { px: 76, fit: 'fixed' }, cell: drawn }
