import { t } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'

/**
 * A screen whose code cannot be loaded nearly always means a new deployment with an old tab open:
 * says so and offers a reload. The event is not cancelled, so the error reaches the screen that
 * needed the code.
 */
export const watchPreloadErrors = (): void => {
  let reported = false
  window.addEventListener('vite:preloadError', () => {
    // Without a connection nothing can be loaded; that says nothing about versions.
    if (!navigator.onLine) return
    // Once: the toast has its own code, which may be missing too.
    if (reported) return
    reported = true
    toast.info({
      title: t('common.newVersion'),
      message: t('common.newVersionText'),
      stays: true,
      action: { label: t('common.reload'), run: () => window.location.reload() },
    })
  })
}
