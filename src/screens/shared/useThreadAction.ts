import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { createAttempts } from '#data/api.ts'
import { isProblem } from '#data/problem.ts'
import { keys } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { actOnRecord } from '#data/writes.ts'
import { reportRequested } from '#engine/approvals/requested.ts'
import type { Json } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import type { ResourceModel } from '#model/types.ts'
import { conversations, messages, tickets } from './resources.ts'

/**
 * Runs an action of a ticket or conversation: its pending state, its error, and `run`, which returns the action's
 * result or undefined if it is refused.
 */
export const useThreadAction = (
  resource: ResourceModel,
  record: RecordData,
): {
  readonly busy: boolean
  readonly error: string | undefined
  readonly run: (
    action: string,
    body: Readonly<Record<string, Json>>,
  ) => Promise<{ readonly result: Json } | undefined>
} => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [keyOf] = useState(createAttempts)
  return {
    busy,
    error,
    async run(action, body) {
      setBusy(true)
      setError(undefined)
      try {
        const { result } = await actOnRecord(resource, record, action, body, {
          idempotencyKey: keyOf([action, record.version, body]),
        })
        return { result }
      } catch (failed) {
        if (reportRequested(client, failed)) return undefined
        const failureText = () => {
          if (isProblem(failed, 412)) return t('detail.stale')
          if (isProblem(failed)) return failed.detail
          return t('common.somethingWrong')
        }
        setError(failureText())
        return undefined
      } finally {
        setBusy(false)
        for (const resource of [tickets(), conversations(), messages()]) {
          void client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
        }
      }
    },
  }
}
