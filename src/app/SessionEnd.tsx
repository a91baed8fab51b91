import { Suspense } from 'react'
import { useExpired } from '#data/session.ts'
import { lazy } from '#ui/lazyPart.tsx'

const SignInAgain = lazy(async () => ({ default: (await import('./SignInAgain.tsx')).SignInAgain }))

/**
 * Opens the sign-in dialog when the server rejects the session; the page behind stays unchanged.
 */
export const SessionEnd = () =>
  useExpired() ? (
    <Suspense fallback={null}>
      <SignInAgain />
    </Suspense>
  ) : null
