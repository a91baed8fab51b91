import { undoMs } from '#engine/changes/undo.ts'
import { isProblem } from '#data/problem.ts'
import { t } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'

/** Says that settings were saved, and for ten seconds offers to put back what they were. */
export const savedToast = (message: string, putBack: () => Promise<unknown>): void =>
  toast.success({
    message,
    closesMs: undoMs,
    action: {
      label: t('changes.undo'),
      run: () =>
        void putBack().then(
          () => toast.success(t('changes.undone')),
          (error: unknown) =>
            toast.error({
              title: t('changes.notUndone'),
              message: isProblem(error) ? error.detail : t('common.somethingWrong'),
            }),
        ),
    },
  })
