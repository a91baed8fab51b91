import { timelineKinds, TIMELINE_PAGE, type TimelineKind } from '#model/timeline.ts'
import type { Json } from '#model/types.ts'
import { fingerprint, readCursor, writeCursor } from '../store/read/cursor.ts'
import { requireRecord } from '../store/read/history.ts'
import { approvals } from './approvals.ts'
import { changes } from './changes.ts'
import { notes } from './notes.ts'
import { notifications } from './notifications.ts'
import { mails } from './mails.ts'
import { related } from './related.ts'
import { views } from './views.ts'
import { merge, type TimelineRequest, type Found, type Source } from './sources.ts'

/** Query for a page of a timeline. */
export interface TimelineQuery {
  /** Default all. */
  readonly kinds?: readonly TimelineKind[]
  /** Default `TIMELINE_PAGE`. */
  readonly limit?: number
  /** `next` of the previous page. */
  readonly cursor?: string | undefined
}

const sourcesOf = (request: TimelineRequest, kinds: readonly TimelineKind[]): Source[] =>
  [
    changes(request, kinds),
    ...(kinds.includes('note') ? [notes(request)] : []),
    ...(kinds.includes('notification') ? [notifications(request)] : []),
    kinds.includes('approval') ? approvals(request) : undefined,
    kinds.includes('view') ? views(request) : undefined,
    kinds.includes('mail') ? mails(request) : undefined,
    ...(request.resource.timeline ?? []).flatMap((relation) =>
      kinds.includes(relation.kind) ? related(request, relation) : [],
    ),
  ].filter((source) => source !== undefined)

/** Kinds of which a record can have entries for the caller, in the order of `timelineKinds`. */
const kindsOf = (request: TimelineRequest): TimelineKind[] =>
  timelineKinds.filter((kind) => sourcesOf(request, [kind]).length > 0)

const joined = (
  all: readonly Readonly<Record<string, Readonly<Record<string, Json>>>>[],
): Record<string, Json> => {
  const included: Record<string, Record<string, Json>> = {}
  for (const one of all) {
    for (const [collection, titles] of Object.entries(one)) {
      included[collection] = { ...included[collection], ...titles }
    }
  }
  return included
}

/**
 * Returns `{ data: [entry], included, kinds, page: { limit, next } }`: all events of a record, newest
 * first, each restricted by the caller's permissions. `kind` determines the content of an entry;
 * see `timelineKinds`; `kinds` are those that a record of this collection can have. 404 if the caller may not read the record.
 */
export const timeline = async (
  request: TimelineRequest,
  secret: string,
  { kinds = timelineKinds, limit = TIMELINE_PAGE, cursor }: TimelineQuery = {},
): Promise<Json> => {
  const { db, model, resource, id, access } = request
  await requireRecord({ db, model, access }, resource, id)
  const sources = sourcesOf(request, kinds)
  const print = fingerprint(
    'timeline',
    resource.collection,
    id,
    sources.map((s) => s.name),
    kinds,
  )
  const places =
    cursor === undefined ? sources.map(() => null) : readCursor(secret, print, cursor).keys
  const { found, places: next, more } = await merge(sources, places, limit)
  const shown = await Promise.all(
    sources.map(async (source, i) => {
      const mine: Found[] = found.flatMap((f) => (f.source === i ? [f.found] : []))
      return mine.length ? source.show(mine) : { entries: [], included: {} }
    }),
  )
  const taken = shown.map(() => 0)
  const data = found.map(({ source }) => shown[source]!.entries[taken[source]!++]!)
  return {
    data,
    included: joined(shown.map((s) => s.included)),
    kinds: kindsOf(request),
    page: {
      limit,
      next: more ? writeCursor(secret, print, { backward: false, keys: next }) : null,
    },
  }
}
