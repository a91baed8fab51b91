import { Suspense } from 'react'
import { lazyPart } from '#ui/lazyPart.tsx'
import { pending } from '#ui/pending.tsx'
import type { TimeBoxProps } from '../inputs/TimeBox.tsx'

const Loaded = lazyPart(async () => (await import('../inputs/TimeBox.tsx')).TimeBox)

/** A time outside a form of a record: in a filter, or in a setting. */
export const TimeBox = (props: TimeBoxProps) => (
  <Suspense fallback={pending}>
    <Loaded {...props} />
  </Suspense>
)
