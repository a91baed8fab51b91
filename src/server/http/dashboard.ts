import { say } from '#model/message.ts'
import type { Model } from '#model/types.ts'
import { dayIn } from '#model/zone.ts'
import type { Reads } from '../database/reads/reads.ts'
import { dashboard } from '../metrics/dashboard.ts'
import { addDays, daysBetween, MOST_DAYS, periodOf } from '../metrics/period.ts'
import { readOrganisation } from '../organisation/organisation.ts'
import { badQuery } from '../web/queryChecks.ts'
import { accessOf, type Ctx } from '../web/context.ts'

const USUAL_DAYS = 30
const isDay = (text: string): boolean =>
  /^[12]\d{3}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)

/**
 * `GET /api/dashboard?from=&to=`: days in the organisation's time zone, both inclusive; default the
 * last thirty.
 */
export const dashboardRoute =
  (db: Reads, model: Model, clock: () => Date = () => new Date()) =>
  async (c: Ctx): Promise<Response> => {
    const access = accessOf(c)
    const given = new URL(c.req.url).searchParams
    const wrong = [...given].flatMap(([path, value]) => {
      if (path !== 'from' && path !== 'to') {
        return [{ path, code: 'unknown_name', message: `"${path}" is not a parameter here.` }]
      }
      if (isDay(value) && given.getAll(path).length === 1) return []
      return [{ path, code: 'invalid_value', message: 'Use a day such as 2026-03-31.' }]
    })
    if (wrong.length) throw badQuery(wrong)
    const { currency, timeZone } = await readOrganisation(db.query)
    const now = clock()
    const today = dayIn(timeZone, now)
    const to =
      given.get('to') ??
      (given.has('from') && given.get('from')! > today ? given.get('from')! : today)
    const from = given.get('from') ?? addDays(to, 1 - USUAL_DAYS)
    if (from > to || daysBetween(from, to) >= MOST_DAYS) {
      throw badQuery([
        {
          path: 'from',
          code: 'invalid_value',
          message:
            from > to
              ? 'The first day is after the last.'
              : say('A period has at most {{n}} days.', { n: MOST_DAYS }),
        },
      ])
    }
    return c.json({
      data: await dashboard({
        db,
        model,
        access,
        period: periodOf(from, to, timeZone),
        currency,
        now: now.toISOString(),
      }),
    } as object)
  }
