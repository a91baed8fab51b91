import { useCallback, useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { isProblem } from '#data/problem.ts'
import { keys } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { t } from '#ui/i18n.ts'
import { titleOf } from '../recordActions.ts'
import type { List } from './useList.ts'

/** A row an action was rejected for, and why. */
export interface Refused {
  readonly id: string
  readonly title: string
  readonly why: string
}
export interface Bulk {
  readonly running: boolean
  readonly done: number
  readonly total: number
  readonly refused: readonly Refused[]
  readonly skipped: number
}

/**
 * Runs one action over rows one by one, each as an ordinary call; a rejection does not stop the
 * others.
 */
export const useBulk = (list: List) => {
  const client = useQueryClient()
  const [state, setState] = useState<Bulk>()
  const stopped = useRef(false)
  const now = useRef(list)
  now.current = list
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )

  const run = useCallback(
    async (
      rows: readonly RecordData[],
      skipped: number,
      task: (row: RecordData) => Promise<unknown>,
    ) => {
      const { resource } = now.current
      stopped.current = false
      let done = 0
      const refused: Refused[] = []
      const tell = (running: boolean) =>
        setState({ running, done, total: rows.length, refused: [...refused], skipped })
      tell(true)
      for (const row of rows) {
        if (stopped.current) break
        try {
          await task(row)
          done++
        } catch (error) {
          refused.push({
            id: row.id,
            title: titleOf(resource, row),
            why: isProblem(error, 412)
              ? t('list.stale')
              : isProblem(error)
                ? error.detail
                : t('common.somethingWrong'),
          })
        }
        tell(true)
      }
      tell(false)
      now.current.ownAction()
      // Rejected rows stay selected for another try.
      now.current.setSelection(() => Object.fromEntries(refused.map((r) => [r.id, true as const])))
      await client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
    },
    [client],
  )
  return {
    state,
    run,
    stop: useCallback(() => {
      stopped.current = true
    }, []),
    close: useCallback(() => setState(undefined), []),
  }
}
