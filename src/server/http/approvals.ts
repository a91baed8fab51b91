import { say } from '#model/message.ts'
import * as z from 'zod'
import { approvalViews, MAX_APPROVAL_PAGE, type ApprovalView } from '#model/approvals.ts'
import { approve, askAgain, cancel, override, reject } from '../approvals/decide.ts'
import type { DecisionContext } from '../approvals/decide.ts'
import type { Written as Outcome } from '../approvals/ask.ts'
import type { BegunOrRequested } from '../approvals/bulk.ts'
import { requestOf } from '../approvals/execute.ts'
import { approvalList, oneApproval } from '../approvals/read.ts'
import type { ApprovalParts } from '../approvals/types.ts'
import { notFound } from '../base/problem.ts'
import { readJson } from '../web/body.ts'
import { isUuid } from '#model/uuid.ts'
import { accessOf, type Ctx } from '../web/context.ts'
import { bodyAs, zodText, type Shape } from '../base/issues.ts'
import { badQuery, limitOf, only } from '../web/queryChecks.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { writing, type RunOnce, type Written } from '../web/writes.ts'

const idOf = (c: Ctx): string => {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw notFound('request')
  return id.toLowerCase()
}

const MAX_REASON = 1000
const hash = z.string().regex(/^[0-9a-f]{64}$/, 'The hash of the request you reviewed')
const reason = z
  .string('Give a reason')
  .trim()
  .min(1, 'Give a reason')
  .max(MAX_REASON, zodText(say('At most {{n}} characters', { n: MAX_REASON })))
  .refine((text) => !/\0|\p{Surrogate}/u.test(text), 'This text cannot be stored')
const approving = z.strictObject({ hash })
const reasoned = z.strictObject({ hash, reason })

const viewOf = (c: Ctx): ApprovalView => {
  const text = c.req.query('view') ?? 'review'
  const found = approvalViews.find((view) => view === text)
  if (found) return found
  throw badQuery([
    { path: 'view', code: 'invalid_value', message: `Choose one of ${approvalViews.join(', ')}.` },
  ])
}

/** The 202 of a write that waits for others. */
export const awaitingApproval = (request: string): Written => ({
  status: 202,
  headers: { Location: `/api/approvals/${request}` },
  json: { data: { id: request, state: 'pending' } },
})

const again = (outcome: Outcome | BegunOrRequested): Written => {
  if ('request' in outcome) return awaitingApproval(outcome.request)
  const id = 'operationId' in outcome ? outcome.operationId : (outcome.record?.id ?? null)
  return { json: { data: { id, state: 'applied' } } }
}

/** `/api/approvals`: requests the caller may approve, their own, and decisions about them. */
export const approvalRoutes = (parts: ApprovalParts, once: RunOnce): Routes => {
  const { db } = parts
  const write = writing(once)
  const routes = newRoutes()
    .get('/', async (c) => {
      only(c, 'view', 'limit', 'before', 'record')
      const [before, record] = ['before', 'record'].map((path) => {
        const value = c.req.query(path)
        if (value === undefined || isUuid(value)) return value
        throw badQuery([{ path, code: 'invalid_value', message: 'Not an id.' }])
      })
      const limit = limitOf(c, MAX_APPROVAL_PAGE)
      return c.json(
        (await approvalList(db, parts, accessOf(c), viewOf(c), {
          ...(limit === undefined ? {} : { limit }),
          before,
          record,
        })) as object,
      )
    })
    .get('/:id', async (c) => {
      only(c)
      return c.json({ data: await oneApproval(db, parts, accessOf(c), idOf(c)) })
    })

  /** Adds a decision. Without a key, the response has the state after it was applied. */
  const decision = <T>(
    name: string,
    shape: Shape<T>,
    decide: (context: DecisionContext, id: string, body: T) => Promise<void>,
  ): void => {
    routes.post(`/:id/${name}`, async (c) => {
      only(c)
      const id = idOf(c)
      const { text, value } = await readJson(c, { optional: true })
      const body = bodyAs(shape, value ?? {})
      return write(c, text, async (context) => {
        const { tx } = context
        if (tx) await decide({ ...context, tx }, id, body)
        else await db.transaction((own) => decide({ ...context, tx: own }, id, body))
        const request = await requestOf(tx ?? db, id)
        return { json: { data: { id, state: request?.state ?? null } } }
      })
    })
  }
  decision('approve', approving, (context, id, body) => approve(parts, context, id, body.hash))
  decision('reject', reasoned, (context, id, body) =>
    reject(parts, context, id, body.hash, body.reason),
  )
  decision('override', reasoned, (context, id, body) =>
    override(parts, context, id, body.hash, body.reason),
  )
  decision('cancel', z.strictObject({}), (context, id) => cancel(parts, context, id))
  routes.post('/:id/again', async (c) => {
    only(c)
    const id = idOf(c)
    const { text, value } = await readJson(c, { optional: true })
    bodyAs(z.strictObject({}), value ?? {})
    return write(c, text, async (context) => again(await askAgain(parts, context, id)))
  })
  return routes
}
