import type { Ctx } from '../web/context.ts'
import { knownDevice } from './knownDevices.ts'
import { addressOf, type Parts } from './parts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Attempts allowed per window; the wait grows with further attempts. */
type Steps = readonly (readonly [most: number, withinMs: number])[]
const GROWING: Steps = [
  [10, MINUTE_MS],
  [30, HOUR_MS],
  [100, DAY_MS],
]
/** For one account from all networks together: far more than its owner needs. */
const EVERYWHERE: Steps = [
  [300, HOUR_MS],
  [1000, DAY_MS],
]

/**
 * Counts an attempt to sign in to an account. Strangers use up their own network's attempts; even
 * when many of them exhaust the account's, a device known to the account has its own. 429 when none
 * are left.
 */
export const countSignIn = async (parts: Parts, c: Ctx, email: string): Promise<void> => {
  const address = addressOf(parts, c)
  const take = async (name: string, steps: Steps): Promise<void> => {
    for (const [most, withinMs] of steps) {
      await parts.limiter.take(`sign-in ${name} ${withinMs}`, most, withinMs)
    }
  }
  const device = knownDevice(c, parts.config, email)
  if (device !== undefined) return take(`device ${device}`, GROWING)
  await parts.limiter.take(`sign-in address ${address}`, 30)
  await take(`account ${email} ${address}`, GROWING)
  await take(`account ${email}`, EVERYWHERE)
}

/**
 * Counts an attempt of a signed-in account to prove its owner: whoever holds a session must not
 * guess its password.
 */
export const countProof = async ({ limiter }: Parts, accountId: string): Promise<void> => {
  for (const [most, withinMs] of GROWING) {
    await limiter.take(`prove ${accountId} ${withinMs}`, most, withinMs)
  }
}

/** Same for the second step, counted per challenge. */
export const countSecondStep = async (parts: Parts, c: Ctx, challenge: string): Promise<void> => {
  await parts.limiter.take(`sign-in address ${addressOf(parts, c)}`, 30)
  await parts.limiter.take(`sign-in challenge ${challenge}`, 10)
}
