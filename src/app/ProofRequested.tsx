import { Suspense, useEffect, useState } from 'react'
import { provideProof } from '#data/proof.ts'
import { lazy } from '#ui/lazyPart.tsx'

const Prove = lazy(async () => ({ default: (await import('./Prove.tsx')).Prove }))

/** Asks for a proof of identity when a call needs it; the page behind stays unchanged. */
export const ProofRequested = () => {
  const [end, setEnd] = useState<(proven: boolean) => void>()
  useEffect(() => {
    let leave = (): void => {}
    const stop = provideProof(
      () =>
        new Promise((resolve) => {
          leave = () => resolve(false)
          setEnd(() => (proven: boolean) => {
            setEnd(undefined)
            resolve(proven)
          })
        }),
    )
    return () => {
      stop()
      leave()
    }
  }, [])
  return end ? (
    <Suspense fallback={null}>
      <Prove onDone={end} />
    </Suspense>
  ) : null
}
