import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isProblem } from '#data/problem.ts'
import { cancelReminder, remindersKey } from '#data/reminders.ts'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'

/** Cancels a reminder of the person by id; one that no longer exists counts as cancelled. */
export const useCancelReminder = () => {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      cancelReminder(id).catch((failed: unknown) => {
        if (!isProblem(failed, 404)) throw failed
      }),
    onSuccess: () => toast.success(t('reminders.cancelled')),
    onError: (failed: Error) => toast.error(failed.message),
    onSettled: () => client.invalidateQueries({ queryKey: remindersKey }),
  })
}
