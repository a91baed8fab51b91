/** Conditions of a list's queues. Pure. */
import { ME } from '#schemas/define/rowWords.ts'
import type { Filter } from './query.ts'
import type { Allowed } from './filterUrl.ts'
import type { QueueModel, ResourceModel } from './types.ts'

const HOUR_MS = 3_600_000
/** Queues that depend on the time are computed for the start of such a span. */
export const QUEUE_STEP_MS = 5 * 60_000

/** Fields a queue reads. */
export const fieldsOfQueue = (queue: QueueModel): string[] => [
  ...(queue.in ? ['state'] : []),
  ...[queue.mine, queue.without, queue.due?.field].filter((name) => name !== undefined),
]

/** The queues of a list for a person who may read all of their fields. */
export const queuesOf = (resource: ResourceModel, allowed: Allowed): readonly QueueModel[] =>
  (resource.list.queues ?? []).filter((queue) =>
    fieldsOfQueue(queue).every((name) => allowed(resource, name)),
  )

/** The filter of a queue at `now`, in ms. */
export const filterOfQueue = (queue: QueueModel, now: number): Filter => {
  const step = Math.floor(now / QUEUE_STEP_MS) * QUEUE_STEP_MS
  const all: Filter[] = [
    ...(queue.in ? [{ path: ['state'], op: 'in', value: [...queue.in] } as const] : []),
    ...(queue.mine ? [{ path: [queue.mine], op: 'eq', value: ME } as const] : []),
    ...(queue.without ? [{ path: [queue.without], op: 'isNull', value: true } as const] : []),
    ...(queue.due
      ? [
          {
            path: [queue.due.field],
            op: 'lte',
            value: new Date(step + queue.due.hours * HOUR_MS).toISOString(),
          } as const,
        ]
      : []),
  ]
  return all.length === 1 ? all[0]! : { and: all }
}
