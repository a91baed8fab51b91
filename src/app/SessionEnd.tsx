import { lazy, Suspense } from 'react'
import { useProofAsked } from '#data/proof.ts'
import { useExpired } from '#data/session.ts'

const SignInAgain = lazy(async () => ({ default: (await import('./SignInAgain.tsx')).SignInAgain }))

const Prove = lazy(async () => ({ default: (await import('./Prove.tsx')).Prove }))

/** Opens sign-in in place when the server no longer knows the session; the page behind stays as it is. */
export const SessionEnd = () =>
  useExpired() ? (
    <Suspense fallback={null}>
      <SignInAgain />
    </Suspense>
  ) : null

/** Asks for a proof of who one is where a call needs it; the page behind stays as it is. */
export const ProofAsked = () =>
  useProofAsked() ? (
    <Suspense fallback={null}>
      <Prove />
    </Suspense>
  ) : null
