import { t } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'

/**
 * A screen's code that cannot be loaded is nearly always a new deployment with an old tab open: says so and offers to
 * reload. The event is not cancelled, so the error reaches the screen that needed the code.
 */
export const watchPreloadErrors = (): void => {
  let told = false
  window.addEventListener('vite:preloadError', () => {
    // Once: the toast has code of its own, which may be just as missing.
    if (told) return
    told = true
    toast.info({
      title: t('common.newVersion'),
      message: t('common.newVersionText'),
      stays: true,
      action: { label: t('common.reload'), run: () => window.location.reload() },
    })
  })
}
