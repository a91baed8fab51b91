import { say } from '#model/message.ts'
import { dayIn, dayStart, nextDay } from '#model/zone.ts'
import { invalid } from '../../base/problem.ts'
import { organisationZone } from '../organisation/rules.ts'
import type { RuleContext } from '../types.ts'

/** Instant (ISO 8601 UTC) until which a period of the ledger lasts: the end of its last day. */
export const periodUntil = async (
  lastDay: string,
  { tx }: Pick<RuleContext, 'tx'>,
): Promise<string> => dayStart(nextDay(lastDay), await organisationZone(tx))

/**
 * Refuses a period that ends after today, with an error at `path`: what is entered into the ledger
 * until then would be part of the next payout, whose period begins later.
 */
export const refuseUnfinished = async (
  path: string,
  lastDay: string,
  { tx, now }: Pick<RuleContext, 'tx' | 'now'>,
): Promise<void> => {
  const day = dayIn(await organisationZone(tx), now)
  if (lastDay <= day) return
  const message = say('At the latest {{day}}, today', { day: { day } })
  throw invalid([{ path, code: 'too_big', message }])
}
