import type { QueryClient } from '@tanstack/react-query'
import { keys } from '#data/queries.ts'
import { isProblem } from '#data/problem.ts'
import { t } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { openApproval } from '../changes/followed.ts'

const showMs = 10_000

/**
 * Says that a change waits for approval, with a button that shows the request, if this is why it
 * was not made. Returns false for every other failure: that is the caller's to report.
 */
export const reportRequested = (client: QueryClient, failed: unknown): boolean => {
  if (!isProblem(failed, 202)) return false
  const id = String(failed.members.id)
  toast.info({
    title: t('approvals.sent'),
    message: t('approvals.sentText'),
    closesMs: showMs,
    action: { label: t('approvals.show'), run: () => openApproval(id) },
  })
  void client.invalidateQueries({ queryKey: keys.approvals })
  return true
}
