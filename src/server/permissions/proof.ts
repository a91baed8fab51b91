import { Problem } from '../base/problem.ts'
import type { Access } from './types.ts'

/** How long a proof of identity (password, second factor or sign-in) is valid. */
const PROOF_MS = 10 * 60_000

/**
 * True when the caller proved their identity within the last ten minutes. The system needs no
 * proof.
 */
export const isProven = ({ actor }: Pick<Access, 'actor'>): boolean =>
  actor.kind === 'system' ||
  (actor.provedAt !== undefined && Date.now() - actor.provedAt <= PROOF_MS)

/**
 * 403 `step_up_required` unless `isProven`; the caller sends a proof to `POST /api/auth/prove` and
 * repeats the request.
 */
export const requireProof = (access: Pick<Access, 'actor'>): void => {
  if (!isProven(access)) {
    throw new Problem(
      403,
      'step_up_required',
      'Confirm your identity: enter your password or a code again.',
    )
  }
}
