import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { recordApprovalsQuery } from '#data/recordApprovals.ts'
import { lazy } from '#ui/lazyPart.tsx'
import { pending } from '#ui/pending.tsx'
import { useApprovalsLive } from './useApprovalsLive.ts'

const ApprovalBanner = lazy(() =>
  import('./ApprovalBanner.tsx').then((m) => ({ default: m.ApprovalBanner })),
)

/** The banner of a record's page, if changes of the record wait for approval. */
export const WaitingChanges = ({ record }: { readonly record: string }) => {
  useApprovalsLive()
  const { data: waiting = [] } = useQuery(recordApprovalsQuery(record))
  return waiting.length ? (
    <Suspense fallback={pending}>
      <ApprovalBanner waiting={waiting} />
    </Suspense>
  ) : null
}
