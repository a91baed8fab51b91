import { Suspense } from 'react'
import { lazyPart } from '#ui/lazyPart.tsx'
import { pending } from '#ui/pending.tsx'
import type { DayBoxProps } from '../inputs/DayBox.tsx'

const Loaded = lazyPart(async () => (await import('../inputs/dates.tsx')).DayBox)

/** A day outside a form of a record: in a filter, or in a setting. Comes with the inputs of dates. */
export const DayBox = (props: DayBoxProps) => (
  <Suspense fallback={pending}>
    <Loaded {...props} />
  </Suspense>
)
