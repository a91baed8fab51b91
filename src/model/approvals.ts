/** Approvals, as the server, the browser and the API description share them. */
import type { Grants } from '#schemas/define/permissions.ts'
import { own } from '#schemas/define/own.ts'
import type { ApprovalModel } from './types.ts'

type Condition = ApprovalModel['when'][number]

/** The condition whose limit roles may set: the only one with a number, if there is one. */
export const limitedBy = ({ when }: ApprovalModel): Condition | undefined => {
  const numbers = when.filter(({ over }) => over !== undefined)
  return numbers.length === 1 ? numbers[0] : undefined
}

/** Name of an approval in the limits of roles: `order.refund`. */
export const limitKey = (entity: string, { name }: ApprovalModel): string => `${entity}.${name}`

/**
 * The approval as it holds for people with these roles: with the highest of the limits that their
 * roles set, or as declared if none does.
 */
export const withLimit = (
  entity: string,
  approval: ApprovalModel,
  roles: readonly Grants[],
): ApprovalModel => {
  const limited = limitedBy(approval)
  const key = limitKey(entity, approval)
  const limits = roles.flatMap(({ limits: of = {} }) => own(of, key) ?? [])
  if (!limited || !limits.length) return approval
  const over = Math.max(...limits)
  return { ...approval, when: approval.when.map((c) => (c === limited ? { ...c, over } : c)) }
}

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

/** What a request asks for; of one record, or of many. */
export const approvalKinds = [
  'create',
  'update',
  'transition',
  'action',
  'delete',
  'purge',
  'restore',
  'revision',
] as const
export type ApprovalKind = (typeof approvalKinds)[number]

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
