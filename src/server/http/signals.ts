import type { Model } from '#model/types.ts'
import { isUuid } from '#model/uuid.ts'
import { processLimiter, type RateLimiter } from '../web/rateLimit.ts'
import type { Query } from '../database/query.ts'
import { signalKinds, type SignalKind, type Signals } from '../events/signals.ts'
import { readersOf } from '../events/visible.ts'
import { readJson } from '../web/body.ts'
import { accessOf, type Ctx } from '../web/context.ts'
import { invalid, notFound, type FieldProblem } from '../base/problem.ts'

/**
 * Signals one person may send per minute to one process: enough for several open tabs reporting
 * presence, and fast typing.
 */
const maxPerMinute = 240

interface Parts {
  readonly query: Query
  readonly model: Model
  readonly signals: Pick<Signals, 'send'>
  readonly rateLimits: boolean
}

const isKind = (value: unknown): value is SignalKind => signalKinds.some((kind) => kind === value)

const bodyOf = (value: unknown): { collection: string; id: string; kind: SignalKind } => {
  const { collection, id, kind, ...others } = (
    typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  ) as Record<string, unknown>
  const problems: FieldProblem[] = Object.keys(others).map((path) => ({
    path,
    code: 'unknown_name',
    message: 'There is no such field.',
  }))
  if (typeof collection !== 'string') {
    problems.push({ path: 'collection', code: 'required', message: 'Name a collection.' })
  }
  if (typeof id !== 'string') {
    problems.push({ path: 'id', code: 'required', message: 'Name a record.' })
  }
  if (!isKind(kind)) {
    problems.push({
      path: 'kind',
      code: 'invalid_value',
      message: `Give one of ${signalKinds.join(', ')}.`,
    })
  }
  if (
    problems.length ||
    typeof collection !== 'string' ||
    typeof id !== 'string' ||
    !isKind(kind)
  ) {
    throw invalid(problems)
  }
  return { collection, id, kind }
}

/**
 * `POST /api/signals`: sends what the caller is doing with a record to the listeners who may read
 * it. 404 for a record the caller may not read.
 */
export const signalRoute = ({ query, model, signals, rateLimits }: Parts) => {
  const limiter: RateLimiter = processLimiter({ enabled: rateLimits })
  return async (c: Ctx): Promise<Response> => {
    const access = accessOf(c)
    const { actor } = access
    const { collection, id, kind } = bodyOf((await readJson(c)).value)
    await limiter.take(actor.accountId ?? '', maxPerMinute)
    if (
      !actor.personId ||
      !isUuid(id) ||
      !(await readersOf(query, model, collection, id)({ access, collections: undefined }))
    ) {
      throw notFound()
    }
    await signals.send({
      collection,
      id: id.toLowerCase(),
      kind,
      by: { id: actor.personId, name: actor.name ?? '' },
      at: new Date().toISOString(),
    })
    return c.body(null, 204)
  }
}
