import { Suspense } from 'react'
import { lazyPart } from '#ui/lazyPart.tsx'
import { pending } from '#ui/pending.tsx'
import css from '../../list/table.module.css'
import type { ValueKind } from '../types.ts'

const NamedIcon = lazyPart(async () => (await import('#ui/recordIcons.tsx')).NamedIcon)

export const value: ValueKind = ({ text }) => (
  <Suspense fallback={pending}>
    <NamedIcon name={text} className={css.no ?? ''} />
  </Suspense>
)
