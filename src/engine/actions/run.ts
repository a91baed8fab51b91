import type { QueryClient } from '@tanstack/react-query'
import { keys } from '#data/queries.ts'
import { isProblem } from '#data/problem.ts'
import type { ResourceModel } from '#model/types.ts'
import { confirm, type ConfirmOptions } from '#ui/confirm.ts'
import { t } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { reportRequested } from '../approvals/requested.ts'
import { reportChange } from '../changes/report.ts'
import type { Outcome } from '../recordActions.ts'

/** Runs writes on records of one resource and reports them. */
export type Run = ReturnType<typeof createRun>

/**
 * Returns a function that runs a task, reports it as `done` and refreshes the collection. The task
 * returns its operation if that can be undone. Resolves to false if it waits for approval.
 */
export const createRun = (
  resource: ResourceModel,
  client: QueryClient,
  onDone: (() => void) | undefined,
) => {
  const refresh = () => client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
  return (task: () => Promise<string | undefined>, done: string) => async () => {
    try {
      const operation = await task()
      onDone?.()
      reportChange(client, done, operation)
      return true
    } catch (error) {
      if (reportRequested(client, error)) return false
      if (isProblem(error, 412)) {
        throw Object.assign(new Error(t('detail.stale')), { detail: t('detail.stale') })
      }
      throw error
    } finally {
      await refresh()
    }
  }
}

/** Runs an action without a confirmation; shows its error as a message. */
export const now = async (task: () => Outcome): Outcome => {
  try {
    return await task()
  } catch (error) {
    toast.error(error instanceof Error ? error.message : String(error))
    return false
  }
}

/** Runs an action once the person has confirmed it. */
export const confirmed = async (
  options: Omit<ConfirmOptions, 'run'> & {
    readonly run: (reason: string | undefined) => Outcome
  },
): Outcome => {
  let done = false
  const sure = await confirm({
    ...options,
    run: async (reason) => {
      done = await options.run(reason)
    },
  })
  return sure && done
}
