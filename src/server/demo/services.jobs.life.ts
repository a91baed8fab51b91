import type { ServiceJob } from '#schemas/serviceJob.ts'
import type { LaterStep } from './later.ts'
import type { Random } from './random.ts'

const DAY_MS = 86_400_000

type State = ServiceJob['state']

/** Draws the state of a job as of now. */
export const stateOf = (random: Random, from: Date, to: Date): State => {
  const now = random.now.getTime()
  if (from.getTime() > now) {
    return random.weighted({ draft: 8, open: 48, awarded: 32, cancelled: 12 })
  }
  if (to.getTime() > now) {
    return random.weighted({
      open: 20,
      awarded: 14,
      in_progress: 48,
      disputed: 6,
      completed: 6,
      cancelled: 6,
    })
  }
  if (now - to.getTime() < 20 * DAY_MS) {
    return random.weighted({
      completed: 48,
      in_progress: 12,
      closed: 15,
      expired: 12,
      cancelled: 8,
      disputed: 5,
    })
  }
  // Old disputes or unpaid bills would look bad in a demo.
  if (now - to.getTime() < 60 * DAY_MS) {
    return random.weighted({ closed: 66, expired: 14, cancelled: 11, completed: 4, disputed: 5 })
  }
  return random.weighted({ closed: 75, expired: 14, cancelled: 11 })
}

/** States of a job that somebody was awarded. */
export const AWARDED: readonly State[] = [
  'awarded',
  'in_progress',
  'completed',
  'closed',
  'disputed',
]
interface Award {
  readonly state: State
  readonly from: Date
  readonly to: Date
  /** When it was awarded. */
  readonly at: Date
  /** The proposal and the order, by their fields. */
  readonly awarded: Readonly<Record<string, string>>
}

/** Returns the steps of an awarded job after it was published, each with its time. */
export const stepsOf = (random: Random, { state, from, to, at, awarded }: Award): LaterStep[] => {
  const within = (time: Date): Date =>
    new Date(
      Math.min(Math.max(time.getTime(), at.getTime() + 60_000), random.now.getTime() - 60_000),
    )
  const started = { at: within(from), values: { state: 'in_progress' } }
  const completed = { at: within(to), values: { state: 'completed' } }
  const more: Readonly<Partial<Record<State, LaterStep[]>>> = {
    in_progress: [started],
    completed: [started, completed],
    closed: [
      started,
      completed,
      { at: within(new Date(to.getTime() + 5 * DAY_MS)), values: { state: 'closed' } },
    ],
    disputed: [
      started,
      {
        at: within(new Date(from.getTime() + DAY_MS)),
        values: { state: 'disputed' },
        reason: random.one(disputes),
      },
    ],
    cancelled: [
      { at: within(from), values: { state: 'disputed' }, reason: random.one(disputes) },
      {
        at: within(new Date(from.getTime() + 3 * DAY_MS)),
        values: { state: 'cancelled' },
        reason: 'Both sides agreed to leave it',
      },
    ],
  }
  return [{ at, values: { ...awarded, state: 'awarded' } }, ...(more[state] ?? [])]
}

const disputes: readonly string[] = [
  'The customer says that half of it was not done',
  'A window was broken during the work',
  'Nobody came on the agreed day',
  'More hours were charged than agreed',
]
const cancelled: readonly string[] = [
  'The plans have changed',
  'Found somebody among friends',
  'The date does not work any more',
]

/** Steps that end a job nobody was awarded: cancelled by its customer, or expired. */
export const endOf = (
  random: Random,
  state: State,
  createdAt: Date,
  expiresAt: Date,
): LaterStep[] => {
  if (state === 'expired') return [{ at: expiresAt, values: { state } }]
  if (state !== 'cancelled') return []
  const days = random.int(2, 9)
  return [
    {
      at: new Date(Math.min(createdAt.getTime() + days * DAY_MS, random.now.getTime() - 60_000)),
      values: { state },
      reason: random.one(cancelled),
    },
  ]
}
