import { useEffect, useState } from 'react'
import { QUEUE_STEP_MS } from '#model/queues.ts'
import type { ResourceModel } from '#model/types.ts'

/** The time in ms that queues with deadlines refer to; it moves on while a list has such queues. */
export const useQueueTime = (resource: ResourceModel): number => {
  const [now, setNow] = useState(() => Date.now())
  const moves = resource.list.queues?.some((queue) => queue.due) ?? false
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(() => setNow(Date.now()), QUEUE_STEP_MS)
    return () => clearInterval(timer)
  }, [moves])
  return now
}
