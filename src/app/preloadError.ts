import { t } from '#ui/i18n.ts'
import { isReachable } from '#ui/retryImport.ts'
import { toast } from '#ui/toast.ts'

/**
 * A screen whose code cannot be loaded nearly always means a new deployment with an old tab open:
 * says so and offers a reload, unless the server cannot be reached, where a reload would lose the
 * page. The event is not cancelled, so the error reaches the screen that needed the code.
 */
export const watchPreloadErrors = (): void => {
  let reported = false
  window.addEventListener('vite:preloadError', () => {
    // Once: the toast has its own code, which may be missing too.
    if (reported) return
    reported = true
    void isReachable().then((reachable) => {
      reported = reachable
      if (!reachable) return
      toast.info({
        title: t('common.newVersion'),
        message: t('common.newVersionText'),
        stays: true,
        action: { label: t('common.reload'), run: () => window.location.reload() },
      })
    })
  })
}
