/** Approvals, as the server and the API description share them. */

/** States of a request for approval. */
export const approvalStates = [
  'pending',
  'approved',
  'applied',
  'rejected',
  'expired',
  'stale',
  'failed',
  'cancelled',
] as const
export type ApprovalState = (typeof approvalStates)[number]

/** States from which a requester may ask again. */
export const repeatable: readonly ApprovalState[] = ['rejected', 'expired', 'stale', 'failed']

/** Steps of a request, as actions of audit entries: `approval.requested`. */
export const approvalSteps = [
  'requested',
  'voted',
  'overridden',
  'reopened',
  'approved',
  'applied',
  'rejected',
  'expired',
  'stale',
  'failed',
  'cancelled',
] as const
export type ApprovalStep = (typeof approvalSteps)[number]

/**
 * Lists of requests: those the caller may approve, their own, those that ended, and both of the
 * first while they wait.
 */
export const approvalViews = ['review', 'mine', 'history', 'open'] as const
export type ApprovalView = (typeof approvalViews)[number]

/** Requests on a page. */
export const APPROVAL_PAGE = 25
export const MAX_APPROVAL_PAGE = 100

/** Page of the application with a request open. */
export const approvalLink = (id: string): string => `/settings?tab=approvals&request=${id}`
