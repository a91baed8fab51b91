import { bodyAs, zodText } from '../base/issues.ts'
import { say } from '#model/message.ts'
import * as z from 'zod'
import { parseListQuery } from '#model/urlQueryParse.ts'
import type { ListQuery } from '#model/query.ts'
import type { Json, Model, ResourceModel } from '#model/types.ts'
import type { Access } from '../permissions/types.ts'
import { invalid, Problem } from '../base/problem.ts'
import { allowedBy } from '../store/read/statement.ts'
import { MAX_IDS, type BulkDo } from './types.ts'

const yes = z.literal(true, 'Only true is possible here')
const ids = z
  .array(z.uuid('Not an id'))
  .max(MAX_IDS, zodText(say('Name at most {{n}} records', { n: MAX_IDS })))
const name = z.string().min(1).max(100)
const input = z.json().optional()

const shape = z.strictObject({
  ids: ids.optional(),
  filter: z.record(z.string(), z.json()).optional(),
  search: z.string().max(200).optional(),
  except: ids.optional(),
  trashed: z.boolean().optional(),
  expected: z.int().min(1).max(1_000_000).optional(),
  do: z.union(
    [
      z.strictObject({ patch: z.record(z.string(), z.json()) }),
      z.strictObject({ transition: name, input }),
      z.strictObject({ action: name, input }),
      z.strictObject({ delete: yes }),
      z.strictObject({ restore: yes }),
      z.strictObject({ purge: yes }),
    ],
    'Say one of patch, transition, action, delete, restore or purge',
  ),
  reason: z.string().max(1000).optional(),
  dryRun: z.boolean().optional(),
  planHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Not the hash of a plan')
    .optional(),
})

/** The selected rows: by ids, or by a list query minus exceptions. */
export interface Selection {
  readonly ids?: readonly string[]
  readonly query: Pick<ListQuery, 'filter' | 'search' | 'trashed'>
  readonly except: readonly string[]
}

export interface BulkRequest {
  readonly selection: Selection
  /** Number of rows the caller expects; absent with ids. */
  readonly expected: number | undefined
  readonly do: BulkDo
  /** Recorded with each change. */
  readonly reason: string | undefined
  readonly dryRun: boolean
  readonly planHash: string | undefined
  /** The request as sent, without dry run and plan: it can be planned again. */
  readonly body: Json
  /** Equal for two requests for the same change of the same selection. */
  readonly asked: string
}

const MAX_PARTS = 500

/** `{ price: { gte: 5 } }` as `filter[price][gte]=5`, so that the URL filter parser reads it. */
const flatten = (value: Json, at: string, into: URLSearchParams): void => {
  if ([...into.keys()].length > MAX_PARTS) return
  if (value !== null && typeof value === 'object') {
    const parts = Array.isArray(value)
      ? value.map((item, i): [string, Json] => [String(i), item])
      : Object.entries(value)
    for (const [key, item] of parts) flatten(item, `${at}[${key}]`, into)
  } else into.append(at, String(value))
}

/** The filter of a bulk as query parameters of a list. */
export const filterParams = (filter: Json): URLSearchParams => {
  const params = new URLSearchParams()
  if (filter !== null && typeof filter === 'object') {
    for (const [key, value] of Object.entries(filter)) flatten(value, `filter[${key}]`, params)
  }
  return params
}

const empty = (): Problem =>
  new Problem(400, 'empty_selection', 'Choose records: by their ids, or by a filter or search.', {
    errors: [{ path: 'ids', code: 'empty_selection', message: 'Choose at least one record' }],
  })

/** The reason as input of a transition, or of an action that takes one. */
const withReason = (
  { actions }: ResourceModel,
  what: BulkDo,
  reason: string | undefined,
): BulkDo => {
  if (reason === undefined) return what
  const takes =
    'transition' in what ||
    ('action' in what &&
      actions.some((a) => a.name === what.action && a.fields.some((f) => f.name === 'reason')))
  if (!takes) return what
  const { input } = what
  return {
    ...what,
    input: {
      ...(input && typeof input === 'object' && !Array.isArray(input) ? input : {}),
      reason,
    },
  }
}

const bodyOf = ({
  dryRun: _,
  planHash: __,
  expected: ___,
  ...body
}: z.output<typeof shape>): Json => JSON.parse(JSON.stringify(body)) as Json

/**
 * Parses the body of a bulk request. 422 with every invalid name and value, 400 without a
 * selection.
 */
export const bulkRequest = (
  model: Model,
  resource: ResourceModel,
  access: Access,
  body: unknown,
): BulkRequest => {
  const given = bodyAs(shape, body)
  if (given.ids ? !given.ids.length : given.filter === undefined && given.search === undefined) {
    throw empty()
  }
  if (given.ids && (given.filter !== undefined || given.search !== undefined || given.except)) {
    throw invalid([
      { path: 'ids', code: 'conflict', message: 'Name ids, or a filter and search, not both' },
    ])
  }
  if (!given.ids && given.expected === undefined) {
    throw invalid([{ path: 'expected', code: 'required', message: 'Say how many you expect' }])
  }
  const params = filterParams(given.filter ?? {})
  if (given.search) params.set('search', given.search)
  const trashed = given.trashed ?? 'restore' in given.do
  if (trashed) params.set('trashed', 'true')
  const parsed = parseListQuery(resource, model, params, { allowed: allowedBy(access) })
  if ('problems' in parsed) {
    throw new Problem(400, 'bad_query', 'The filter is not valid.', { errors: parsed.problems })
  }
  const { filter, search } = parsed.query
  const selection: Selection = {
    ...(given.ids ? { ids: [...new Set(given.ids.map((id) => id.toLowerCase()))] } : {}),
    query: { ...(filter ? { filter } : {}), ...(search ? { search } : {}), trashed },
    except: (given.except ?? []).map((id) => id.toLowerCase()),
  }
  const what = withReason(resource, given.do, given.reason)
  return {
    selection,
    expected: given.expected,
    do: what,
    reason: given.reason,
    dryRun: given.dryRun ?? false,
    planHash: given.planHash,
    body: bodyOf(given),
    asked: JSON.stringify([resource.collection, selection, what, given.reason ?? null]),
  }
}
