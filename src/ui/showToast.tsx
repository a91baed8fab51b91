import { notifications } from '@mantine/notifications'
import { t } from './i18n.ts'
import type { Tone } from './Badge.tsx'
import type { ToastOptions } from './toast.ts'
import css from './toasts.module.css'

const colors: Record<Tone, string> = { neutral: 'gray.6', info: 'blue.7', success: 'teal.7', warning: 'yellow.7', danger: 'red.8' }
const dragPx = 5

/** Shows a toast: it closes on a click, but not at the end of a drag that sprang back. */
export const showToast = (tone: Tone, { title, message, action, autoCloseMs, progress, onOpen }: ToastOptions): void => {
  let downX = 0
  const id: string = notifications.show({
    title,
    color: colors[tone],
    autoClose: autoCloseMs ?? 5000,
    withAutoCloseProgress: progress ?? false,
    classNames: { root: css.root ?? '', title: css.title ?? '', description: css.description ?? '', closeButton: css.close ?? '' },
    closeButtonProps: { 'aria-label': t('common.close') },
    role: tone === 'danger' ? 'alert' : 'status',
    message: (
      <span className={css.message}>
        <span className={css.text}>{message}</span>
        {action ? <button type="button" className={css.action} onClick={() => action.run()}>{action.label}</button> : null}
      </span>
    ),
    onPointerDownCapture: (e: { clientX: number }) => { downX = e.clientX },
    onClick: (e: { clientX: number }) => {
      if (Math.abs(e.clientX - downX) > dragPx) return
      notifications.hide(id)
      onOpen?.()
    },
  })
}
