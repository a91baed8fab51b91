import { notifications, notificationsStore } from '@mantine/notifications'
import { t } from './i18n.ts'
import type { Tone } from './Badge.tsx'
import type { ToastOptions } from './toast.ts'
import css from './toasts.module.css'

const colors: Record<Tone, string> = {
  neutral: 'gray.6',
  info: 'blue.7',
  success: 'teal.7',
  warning: 'yellow.7',
  danger: 'red.8',
}
const dragPx = 5
const closesMs = 5000
const onceMs = 60_000
const shown = new Map<string, number>()

/** True if a toast of this name was shown recently; also marks it as shown. */
const wasShown = (name: string): boolean => {
  const now = Date.now()
  for (const [known, at] of shown) if (now - at > onceMs) shown.delete(known)
  const was = shown.has(name)
  shown.set(name, now)
  return was
}

/** Closes every toast. */
export const closeAll = (): void => {
  shown.clear()
  notifications.clean()
}

const closesIn = (id: string, autoClose: number | false): void =>
  notifications.updateState(notificationsStore, (all) =>
    all.map((one) => (one.id === id ? { ...one, autoClose } : one)),
  )

const classNames = {
  root: css.root ?? '',
  title: css.title ?? '',
  description: css.description ?? '',
  closeButton: css.close ?? '',
}

const content = ({ message, action }: Pick<ToastOptions, 'message' | 'action'>) => (
  <span className={css.message}>
    <span className={css.text}>{message}</span>
    {action ? (
      <button type="button" className={css.action} onClick={() => action.run()}>
        {action.label}
      </button>
    ) : null}
  </span>
)

/**
 * Shows a toast. It closes by itself, on a click, on Escape or its button, and when dragged away;
 * not at the end of a drag that sprang back, and not while hovered or focused.
 */
export const showToast = (
  tone: Tone,
  { title, message, action, stays, closesMs: given, progress, once }: ToastOptions,
): void => {
  if (once !== undefined && wasShown(once)) return
  let downX = 0
  const autoClose = stays ? false : (given ?? closesMs)
  const id: string = notifications.show({
    title,
    color: colors[tone],
    autoClose,
    withAutoCloseProgress: progress ?? false,
    classNames,
    closeButtonProps: { 'aria-label': t('common.close') },
    role: tone === 'danger' ? 'alert' : 'status',
    message: content({ message, action }),
    onPointerDownCapture: (e: { clientX: number }) => {
      downX = e.clientX
    },
    onClick: (e: { clientX: number; detail: number }) => {
      const byKeyboard = e.detail === 0
      if (byKeyboard || Math.abs(e.clientX - downX) <= dragPx) notifications.hide(id)
    },
    onKeyDown: (e: { key: string }) => {
      if (e.key === 'Escape') notifications.hide(id)
    },
    // The library pauses only for the pointer.
    onFocusCapture: () => closesIn(id, false),
    onBlurCapture: () => closesIn(id, autoClose),
  })
}
