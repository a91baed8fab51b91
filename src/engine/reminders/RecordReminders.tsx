import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { recordRemindersQuery } from '#data/reminders.ts'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { lazy } from '#ui/lazyPart.tsx'
import { pending } from '#ui/pending.tsx'

const ReminderList = lazy(() =>
  import('./ReminderList.tsx').then((m) => ({ default: m.ReminderList })),
)

/** The person's own pending reminders about a record, if there are any. */
export const RecordReminders = ({
  resource,
  record,
}: {
  readonly resource: ResourceModel
  readonly record: RecordData
}) => {
  const { data } = useQuery(recordRemindersQuery(resource, record.id))
  return data?.data.length ? (
    <Suspense fallback={pending}>
      <ReminderList reminders={data.data} />
    </Suspense>
  ) : null
}
