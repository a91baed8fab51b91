import { Suspense } from 'react'
import { lazyPart } from '#ui/lazyPart.tsx'
import type { ValueKind } from '../types.ts'

const Countdown = lazyPart(async () => (await import('../../fields/Countdown.tsx')).Countdown)

export const value: ValueKind = ({ field, value, text }) =>
  field.countdown ? (
    <Suspense fallback={<span aria-busy="true">{text}</span>}>
      <Countdown value={String(value)} />
    </Suspense>
  ) : (
    text
  )
