import { Suspense } from 'react'
import { lazyPart } from '#ui/lazyPart.tsx'
import { pending } from '#ui/pending.tsx'
import type { InstantBoxProps } from '../inputs/InstantBox.tsx'

const Loaded = lazyPart(async () => (await import('../inputs/dates.tsx')).InstantBox)

/** A day and a time outside a form of a record. Comes with the inputs of dates. */
export const InstantBox = (props: InstantBoxProps) => (
  <Suspense fallback={pending}>
    <Loaded {...props} />
  </Suspense>
)
