/** The requests for approval of one record; apart, since its page asks for no more. */
import { queryOptions } from '@tanstack/react-query'
import { get } from './api.ts'
import type { ApprovalPage } from './approvals.ts'
import { keys } from './queries.ts'

/** The waiting requests about a record that the person made or may approve. */
export const recordApprovalsQuery = (record: string) =>
  queryOptions({
    queryKey: [...keys.approvals, 'record', record],
    queryFn: async ({ signal }) =>
      (await get<ApprovalPage>('/api/approvals', { query: { view: 'open', record }, signal })).data,
  })
