import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from '#data/queries.ts'
import { onEvent, onLiveEvent } from '#data/events.ts'
import { modelOf } from '../resource.ts'

const gatherMs = 300

/** Keeps requests for approval current while mounted: they change with their records. */
export const useApprovalsLive = (): void => {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: keys.approvals })
      }, gatherMs)
    }
    const stops = [
      onLiveEvent(({ collection }) => {
        if (modelOf(collection)?.approvals || collection === 'me/notifications') refresh()
      }),
      onEvent('reset', refresh),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [client])
}
