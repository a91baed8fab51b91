/** Requests for approval: lists, one of them, and decisions. All throw `ApiProblem`. */
import type { Message } from '#model/message.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ApprovalKind, ApprovalState, ApprovalView } from '#model/approvals.ts'
import type { Json } from '#model/types.ts'
import { call, get } from './api.ts'
import type { Plan } from './changes.ts'
import type { UsedBy } from './past.ts'
import { keys } from './queries.ts'

interface Person {
  readonly id: string | null
  readonly name: string | null
}

/** Another record that a change would change, or create: then it has no id. */
export interface OtherChange {
  readonly collection: string
  readonly id: string | null
  readonly title: string | null
  readonly created: boolean
  readonly changes: Readonly<Record<string, readonly [Json, Json]>>
}

/** A change of many records that waits. */
type ApprovedBulk = Pick<
  Plan,
  'count' | 'counts' | 'examined' | 'estimate' | 'reasons' | 'rows'
> & {
  readonly filter?: Json
  readonly search?: string
}

/** A change that waits for others, or waited for them. */
export interface Approval extends Partial<Message> {
  readonly id: string
  readonly collection: string
  /** Null for a record that would be created, until it is, and for a bulk. */
  readonly recordId: string | null
  /** Null if the person may not read the record's title, and for a bulk. */
  readonly title: string | null
  readonly kind: ApprovalKind | null
  /** The transition or action. */
  readonly name: string | null
  readonly input: Json
  /** Changes of the record by field, `[before, after]`. */
  readonly changes: Readonly<Record<string, readonly [Json, Json]>>
  /** Other records it changes or creates, as far as the person may read them. */
  readonly others: readonly OtherChange[]
  /** The dry run of a change of many records. */
  readonly bulk: ApprovedBulk | null
  /** What refers to the records that a bulk deletes or ends. */
  readonly used?: readonly UsedBy[]
  /** Identifies what is reviewed; a vote covers exactly this. */
  readonly hash: string
  readonly requester: Person
  /** True for the person's own request. */
  readonly mine: boolean
  /** The person may approve or reject it now. */
  readonly canApprove: boolean
  /** The person may apply it without approval, with a reason. */
  readonly canOverride: boolean
  readonly at: string
  readonly expiresAt: string
  readonly endedAt: string | null
  readonly state: ApprovalState
  /** People who must approve. */
  readonly quorum: number
  readonly votes: readonly (Person & { readonly at: string })[]
  readonly overriddenBy: Person | null
  /** Why it was rejected or could not be applied. */
  readonly reason: string | null
  /** The operation that applied it. */
  readonly operationId: string | null
}

/** A page of requests. */
export interface ApprovalPage {
  readonly data: readonly Approval[]
  readonly page: { readonly next: string | null }
}

/** A list of requests, newest first. */
export const approvalsQuery = (view: ApprovalView) =>
  infiniteQueryOptions({
    queryKey: [...keys.approvals, 'list', view],
    queryFn: ({ signal, pageParam }) =>
      get<ApprovalPage>('/api/approvals', {
        query: { view, before: pageParam || undefined },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.page.next,
  })

export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.approvals, 'one', id],
    queryFn: async ({ signal }) =>
      (await get<{ readonly data: Approval }>(`/api/approvals/${id}`, { signal })).data,
    staleTime: 0,
  })

/** Approves a request as it was shown. */
export const approveRequest = ({ id, hash }: Approval) =>
  call(`/api/approvals/${id}/approve`, { method: 'POST', body: { hash } })
export const rejectRequest = ({ id, hash }: Approval, reason: string) =>
  call(`/api/approvals/${id}/reject`, { method: 'POST', body: { hash, reason } })
/** Applies a request without approval, in an emergency. */
export const overrideRequest = ({ id, hash }: Approval, reason: string) =>
  call(`/api/approvals/${id}/override`, { method: 'POST', body: { hash, reason } })
/** Withdraws the person's own request. */
export const cancelRequest = ({ id }: Approval) =>
  call(`/api/approvals/${id}/cancel`, { method: 'POST', body: {} })
/**
 * Requests the same again for the record as it is now; returns the new request, or undefined if it
 * needed no approval any more and is done.
 */
export const repeatRequest = async ({ id }: Approval): Promise<string | undefined> => {
  const { status, body } = await call<{ readonly data: { readonly id: string } }>(
    `/api/approvals/${id}/again`,
    { method: 'POST', body: {} },
  )
  return status === 202 ? body.data.id : undefined
}
