import { useQuery } from '@tanstack/react-query'
import { recordRemindersQuery } from '#data/reminders.ts'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { quietPart } from '#ui/lazyPart.tsx'

const ReminderList = quietPart(async () => (await import('./ReminderList.tsx')).ReminderList)

/** The person's own pending reminders about a record, if there are any. */
export const RecordReminders = ({
  resource,
  record,
}: {
  readonly resource: ResourceModel
  readonly record: RecordData
}) => {
  const { data } = useQuery(recordRemindersQuery(resource, record.id))
  return data?.data.length ? <ReminderList reminders={data.data} /> : null
}
