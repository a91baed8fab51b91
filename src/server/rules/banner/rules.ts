import type { banner } from '#schemas/banner.ts'
import { invalid, Problem } from '../../base/problem.ts'
import type { RecordData } from '../../store/types.ts'
import type { EntityRules, RuleContext } from '../types.ts'

const notOver = (row: RecordData, { now }: RuleContext): void => {
  if (typeof row.endsAt === 'string' && Date.parse(row.endsAt) <= now.getTime()) {
    throw new Problem(409, 'over', 'This banner has ended; set a later end first.', {
      errors: [{ path: 'endsAt', code: 'over', message: 'This is in the past' }],
    })
  }
}

/**
 * Rules of banners: the scheduler starts and ends them. A banner whose start time has passed goes
 * live on the next run.
 */
export const bannerRules: EntityRules<typeof banner> = {
  beforeWrite({ kind, after, changed }, { now }) {
    if (
      kind === 'update' &&
      changed.has('startsAt') &&
      (after?.state === 'live' || after?.state === 'paused') &&
      Date.parse(String(after.startsAt)) > now.getTime()
    ) {
      throw invalid([
        { path: 'startsAt', code: 'started', message: 'It has started already; pause it instead' },
      ])
    }
  },
  invariants: { scheduled: notOver, live: notOver },
  onTransition: {
    // Going live manually moves a future start to now.
    live: (row, { now }) => ({
      startsAt:
        Date.parse(String(row.startsAt)) > now.getTime() ? now.toISOString() : row.startsAt!,
    }),
  },
  scheduled: [
    { from: ['scheduled', 'live', 'paused'], to: 'ended', due: 'endsAt' },
    { from: ['scheduled'], to: 'live', due: 'startsAt' },
  ],
}
