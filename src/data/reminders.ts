/** The signed-in person's reminders about records. All throw `ApiProblem`. */
import { queryOptions } from '@tanstack/react-query'
import type { ResourceModel } from '#model/types.ts'
import { call, get } from './api.ts'

type Collection = Pick<ResourceModel, 'collection'>

/** A pending reminder. */
export interface Reminder {
  readonly id: string
  /** Instant. */
  readonly at: string
  readonly text: string | null
  readonly record: { readonly collection: string; readonly id: string; readonly title: string }
}
interface Body {
  readonly data: readonly Reminder[]
}

/** Cache key of all reminders. */
export const remindersKey = ['reminders'] as const
/** Those that became due meanwhile leave the page within this time. */
const refetchInterval = 60_000

const address = ({ collection }: Collection, id: string): string =>
  `/api/${collection}/${encodeURIComponent(id)}/reminders`

/** All of the person's reminders, next first. */
export const remindersQuery = () =>
  queryOptions({
    queryKey: [...remindersKey, 'all'],
    queryFn: ({ signal }) => get<Body>('/api/me/reminders', { signal }),
    refetchInterval,
  })

/** The person's reminders about one record. */
export const recordRemindersQuery = (resource: Collection, id: string) =>
  queryOptions({
    queryKey: [...remindersKey, resource.collection, id],
    queryFn: ({ signal }) => get<Body>(address(resource, id), { signal }),
    refetchInterval,
  })

/** Creates a reminder at an instant. */
export const remind = (
  resource: Collection,
  id: string,
  body: { readonly at: string; readonly text?: string },
) => call(address(resource, id), { method: 'POST', body })

export const cancelReminder = (id: string) => call(`/api/me/reminders/${id}`, { method: 'DELETE' })
