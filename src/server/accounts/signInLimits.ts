import type { Ctx } from '../http/context.ts'
import { knownDevice } from './knownDevices.ts'
import { addressOf, type Parts } from './parts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Tries allowed within windows; whoever keeps trying waits longer each time. */
type Steps = readonly (readonly [most: number, withinMs: number])[]
const GROWING: Steps = [
  [10, MINUTE_MS],
  [30, HOUR_MS],
  [100, DAY_MS],
]
/** For one account from everywhere together: far above what its owner needs. */
const EVERYWHERE: Steps = [
  [300, HOUR_MS],
  [1000, DAY_MS],
]

/**
 * Counts a try to sign in to an account. Strangers use up the tries of their own network only; even where many of them use
 * up those of the account, a device it was signed in to from before has tries of its own. 429 where there are none left.
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

/** Same for the second step, which is counted by its challenge. */
export const countSecondStep = async (parts: Parts, c: Ctx, challenge: string): Promise<void> => {
  await parts.limiter.take(`sign-in address ${addressOf(parts, c)}`, 30)
  await parts.limiter.take(`sign-in challenge ${challenge}`, 10)
}
