import { useQuery } from '@tanstack/react-query'
import { recordApprovalsQuery } from '#data/recordApprovals.ts'
import { quietPart } from '#ui/lazyPart.tsx'
import { useApprovalsLive } from './useApprovalsLive.ts'

const ApprovalBanner = quietPart(async () => (await import('./ApprovalBanner.tsx')).ApprovalBanner)

/** The banner of a record's page, if changes of the record wait for approval. */
export const WaitingChanges = ({ record }: { readonly record: string }) => {
  useApprovalsLive()
  const { data: waiting = [] } = useQuery(recordApprovalsQuery(record))
  return waiting.length ? <ApprovalBanner waiting={waiting} /> : null
}
