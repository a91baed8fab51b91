import { lazy, Suspense } from 'react'
import { useExpired } from '#data/session.ts'

const SignInAgain = lazy(async () => ({ default: (await import('./SignInAgain.tsx')).SignInAgain }))

/**
 * Opens sign-in in place when the server no longer knows the session; the page behind stays as it
 * is.
 */
export const SessionEnd = () =>
  useExpired() ? (
    <Suspense fallback={null}>
      <SignInAgain />
    </Suspense>
  ) : null
