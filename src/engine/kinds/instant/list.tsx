import { Suspense } from 'react'
import { lazyPart } from '#ui/lazyPart.tsx'
import { common } from '../parts/formats.ts'
import type { CellMaker, ListKind } from '../types.ts'

const Countdown = lazyPart(async () => (await import('../../fields/Countdown.tsx')).Countdown)

const left: CellMaker = ({ field, value, format }) =>
  field.countdown ? (
    <Suspense fallback={<span aria-busy="true">{format(value)}</span>}>
      <Countdown value={String(value)} />
    </Suspense>
  ) : (
    format(value)
  )

export const list: ListKind = {
  format: common('instant'),
  column: { px: 200, fit: 'digits' },
  cell: left,
}
