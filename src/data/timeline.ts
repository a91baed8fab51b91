/** Timeline, notes and followers of a record. All throw `ApiProblem`. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ApprovalStep } from '#model/approvals.ts'
import type { TimelineKind } from '#model/timeline.ts'
import type { ResourceModel } from '#model/types.ts'
import { call, get } from './api.ts'
import { keys, type Revision } from './queries.ts'
import type { Included } from './types.ts'

type Collection = Pick<ResourceModel, 'collection'>
interface Person {
  readonly id: string | null
  readonly name: string | null
}
interface Happened {
  readonly id: string
  /** Instant. */
  readonly at: string
}

export interface ChangeEntry extends Happened, Revision {
  readonly kind: 'change' | 'transition'
}
export interface NoteEntry extends Happened {
  readonly kind: 'note'
  /** Id of the note. */
  readonly note: string
  readonly actor: Person
  readonly mine: boolean
  /** Markdown; null once deleted. */
  readonly text: string | null
  readonly editedAt: string | null
  readonly deletedAt: string | null
  /** Texts before each edit, oldest first; none of a deleted note. */
  readonly earlier: readonly { readonly at: string; readonly text: string }[]
}
export interface NotificationEntry extends Happened {
  readonly kind: 'notification'
  readonly to: Person
}
export interface ApprovalEntry extends Happened {
  readonly kind: 'approval'
  /** The scheduler has no name. */
  readonly actor: Person
  readonly step: ApprovalStep
}
export interface ViewEntry extends Happened {
  readonly kind: 'view'
  readonly actor: Person
  /** Sensitive field; null if the reader may not know which. */
  readonly field: string | null
  readonly reason: string | null
}
export interface RelatedEntry extends Happened {
  readonly kind: 'related'
  readonly collection: string
  readonly record: { readonly id: string; readonly title: string | null }
}
interface Titled {
  readonly id: string
  readonly title: string | null
}
export interface PaymentEntry extends Happened {
  readonly kind: 'payment'
  readonly collection: string
  readonly record: Titled
  /** Its first choice of the schema, such as capture or refund; null if it has none. */
  readonly type: { readonly field: string; readonly value: string } | null
  /** Minor units; null if the reader may not see it. */
  readonly amount: { readonly amount: number; readonly currency: string } | null
  readonly state: string | null
}
export interface MessageEntry extends Happened {
  readonly kind: 'message'
  readonly collection: string
  /** Its title is the beginning of its text. */
  readonly record: Titled
  readonly from: (Titled & { readonly type: string }) | null
}
export interface MailEntry extends Happened {
  readonly kind: 'mail'
  readonly state: string
  readonly to: (Titled & { readonly type: string }) | null
}
export type TimelineEntry =
  | ChangeEntry
  | NoteEntry
  | NotificationEntry
  | ApprovalEntry
  | ViewEntry
  | RelatedEntry
  | PaymentEntry
  | MessageEntry
  | MailEntry

export interface TimelinePage {
  readonly data: readonly TimelineEntry[]
  readonly included: Included
  /** Those of which the record can have entries. */
  readonly kinds: readonly TimelineKind[]
  readonly page: { readonly next: string | null }
}

const at = (resource: Collection, id: string): string =>
  `/api/${resource.collection}/${encodeURIComponent(id)}`

/** Timeline of a record, newest first; `kind` as in the API, empty for everything. */
export const timelineQuery = (resource: Collection, id: string, kind: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.history(resource.collection, id), 'timeline', kind],
    queryFn: ({ signal, pageParam }) =>
      get<TimelinePage>(`${at(resource, id)}/timeline`, {
        signal,
        query: { ...(kind ? { kind } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
      }),
    initialPageParam: '',
    getNextPageParam: (last: TimelinePage) => last.page.next,
  })

/** A person who can be mentioned; `sees` is false if they may not read the record. */
export interface Mentionable {
  readonly id: string
  readonly name: string
  readonly sees: boolean
}

export const peopleQuery = (resource: Collection, id: string, search: string) =>
  queryOptions({
    queryKey: [...keys.history(resource.collection, id), 'people', search],
    queryFn: ({ signal }) =>
      get<{ readonly following: boolean; readonly data: readonly Mentionable[] }>(
        `${at(resource, id)}/people`,
        { signal, ...(search ? { query: { search } } : {}) },
      ),
    staleTime: 30_000,
  })

/** Creates a note, or changes one of the person's own; a repeated `key` has one effect. */
export const saveNote = (
  resource: Collection,
  id: string,
  text: string,
  { note, key }: { readonly note: string | undefined; readonly key: string },
) =>
  call(`${at(resource, id)}/notes${note ? `/${note}` : ''}`, {
    method: note ? 'PATCH' : 'POST',
    body: { text },
    idempotencyKey: key,
  })
export const deleteNote = (resource: Collection, id: string, note: string) =>
  call(`${at(resource, id)}/notes/${note}`, { method: 'DELETE' })
export const setFollowing = (resource: Collection, id: string, following: boolean) =>
  call(`${at(resource, id)}/follow`, { method: following ? 'PUT' : 'DELETE' })
