import * as z from 'zod'
import type { ResourceModel } from '#model/types.ts'
import { csvLine, escapeCell } from '../exchange/cells.ts'
import { bulkOrRequest, type BegunOrRequested } from '../approvals/bulk.ts'
import type { ApprovalParts } from '../approvals/types.ts'
import type { Tx } from '../database/pool.ts'
import { planBulk, type Begun } from '../operations/bulk.ts'
import { bulkRequest } from '../operations/body.ts'
import { myOperations, oneOperation, operationRows } from '../operations/read.ts'
import { shownOutcomes, type OperationParts, type ShownOutcome } from '../operations/types.ts'
import { tryUndo, undo } from '../operations/undo.ts'
import { invalid, notFound } from '../base/problem.ts'
import type { Access } from '../permissions/types.ts'
import { readJson } from '../web/body.ts'
import { badQuery, only } from '../web/queryChecks.ts'
import { isUuid } from '#model/uuid.ts'
import { accessOf, type Ctx } from '../web/context.ts'
import { newRoutes, type Routes } from '../web/routes.ts'
import { awaitingApproval } from './approvals.ts'
import { afterNoting } from './exchange.ts'
import { streamed } from './streamed.ts'
import { securityEvent } from '../security/events.ts'
import { writing, type RunOnce, type Written } from '../web/writes.ts'

const idOf = (c: Ctx): string => {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw notFound('operation')
  return id.toLowerCase()
}

/** Responds 200 with the result, or 202 with the job that does the work. */
const begun = async (
  parts: OperationParts,
  query: OperationParts['db']['query'],
  access: Access,
  { operationId, jobId }: Begun,
): Promise<Written> => ({
  status: jobId === null ? 200 : 202,
  headers: {
    'X-Operation-Id': operationId,
    ...(jobId === null ? {} : { Location: `/api/jobs/${jobId}` }),
  },
  json: { data: await oneOperation(query, parts.model, access, operationId) },
})

/** `POST …/bulk`: previews with `dryRun`, executes with the hash of the preview. */
export const bulkRoute = (resource: ResourceModel, approvals: ApprovalParts, once: RunOnce) => {
  const write = writing(once)
  const parts = approvals.operations
  return async (c: Ctx): Promise<Response> => {
    const access = accessOf(c)
    only(c)
    const { text, value } = await readJson(c)
    const request = bulkRequest(parts.model, resource, access, value)
    if (request.dryRun) {
      return c.json({ data: await planBulk(parts, resource, request, access) })
    }
    return write(c, text, async (context) => {
      const apply = async (tx: Tx): Promise<BegunOrRequested> =>
        bulkOrRequest(approvals, tx, resource, request, context)
      const { tx } = context
      const done = await (tx ? apply(tx) : parts.db.transaction(apply))
      return 'request' in done
        ? awaitingApproval(done.request)
        : begun(parts, tx?.query ?? parts.db.query, access, done)
    })
  }
}

const undoBody = z.strictObject({ dryRun: z.boolean().optional() })

/** `POST /undo/{id}`: previews with `dryRun`, else undoes the operation. */
export const undoRoute = (parts: OperationParts, once: RunOnce) => {
  const write = writing(once)
  return async (c: Ctx): Promise<Response> => {
    const access = accessOf(c)
    only(c)
    const id = idOf(c)
    const { text, value } = await readJson(c, { optional: true })
    const body = undoBody.safeParse(value)
    if (!body.success) {
      throw invalid([{ path: 'dryRun', code: 'invalid_value', message: 'Only dryRun is known' }])
    }
    if (body.data.dryRun) return c.json({ data: await tryUndo(parts, id, access) })
    return write(c, text, async ({ tx }) => {
      if (tx) return begun(parts, tx.query, access, await undo(parts, tx, id, access))
      const started = await parts.db.transaction((own) => undo(parts, own, id, access))
      return begun(parts, parts.db.query, access, started)
    })
  }
}

const MAX_PAGE = 200

const whole = (c: Ctx, name: string, fallback: number, max: number): number => {
  const text = c.req.query(name)
  const value = /^\d{1,9}$/.test(text ?? String(fallback)) ? Number(text ?? fallback) : NaN
  if (!(value >= (name === 'limit' ? 1 : 0) && value <= max)) {
    throw badQuery([
      { path: name, code: 'invalid_value', message: `"${name}" is a number up to ${max}.` },
    ])
  }
  return value
}

const outcomeOf = (c: Ctx): ShownOutcome | undefined => {
  const text = c.req.query('outcome')
  const found = shownOutcomes.find((o) => o === text)
  if (text !== undefined && !found) {
    throw badQuery([
      {
        path: 'outcome',
        code: 'invalid_value',
        message: `Choose one of ${shownOutcomes.join(', ')}.`,
      },
    ])
  }
  return found
}

const CSV_ROWS = 1000
const COLUMNS = ['collection', 'id', 'title', 'outcome', 'code', 'path', 'message'] as const

async function* csvOf(
  { db, model }: OperationParts,
  access: Access,
  id: string,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(`\ufeff${csvLine(COLUMNS)}`)
  for (let after: number | null = 0; after !== null;) {
    const found: Awaited<ReturnType<typeof operationRows>> = await operationRows(
      db.query,
      model,
      access,
      id,
      { limit: CSV_ROWS, after, outcome: undefined },
    )
    const lines = found.data.map((row) =>
      csvLine(COLUMNS.map((name) => escapeCell(String(row[name] ?? '')))),
    )
    yield encoder.encode(lines.join(''))
    after = found.page.next
  }
}

/** `/api/operations`: the caller's operations of the last 30 days, with the result of each row. */
export const operationRoutes = (parts: OperationParts): Routes => {
  const { db, model } = parts
  return newRoutes()
    .get('/', async (c) => {
      only(c, 'limit', 'before')
      const before = c.req.query('before')
      if (before !== undefined && !isUuid(before)) {
        throw badQuery([{ path: 'before', code: 'invalid_value', message: 'Not an id.' }])
      }
      const limit = whole(c, 'limit', 25, MAX_PAGE)
      return c.json(await myOperations(db.query, model, accessOf(c), { limit, before }))
    })
    .get('/:id', async (c) => {
      only(c)
      return c.json({ data: await oneOperation(db.query, model, accessOf(c), idOf(c)) })
    })
    .get('/:id/rows', async (c) => {
      only(c, 'limit', 'after', 'outcome')
      return c.json(
        await operationRows(db.query, model, accessOf(c), idOf(c), {
          limit: whole(c, 'limit', 50, MAX_PAGE),
          after: whole(c, 'after', 0, 999_999_999),
          outcome: outcomeOf(c),
        }),
      )
    })
    .get('/:id/rows.csv', async (c) => {
      only(c)
      const access = accessOf(c)
      const id = idOf(c)
      await oneOperation(db.query, model, access, id)
      const noted = securityEvent(db.query, 'export', undefined, {
        collection: 'operations',
        operation: id,
      })
      return c.body(streamed(afterNoting(noted, csvOf(parts, access, id))), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="result.csv"',
      })
    })
}
