/** Short messages at the top right. The notifications' code loads with the first one. */
import type { Tone } from './Badge.tsx'
import { retryImport } from './retryImport.ts'

export interface ToastOptions {
  readonly title?: string
  readonly message: string
  /** A button in the toast, e.g. Undo. */
  readonly action?: { readonly label: string; readonly run: () => void }
  /**
   * Toasts close after 5,000 ms. This one stays until closed: only for an error after which the
   * page cannot continue without the person, such as code that can no longer be loaded.
   */
  readonly stays?: true
  /** Closes after this many milliseconds instead, to leave time for an undo. */
  readonly closesMs?: number
  /** A progress bar for the remaining time (push messages). */
  readonly progress?: boolean
  /** A toast with the same name shown within the last minute is not repeated. */
  readonly once?: string
}

let wanted = false
const listeners = new Set<() => void>()

/** For the host: whether a toast was ever shown. */
export const toastHostWanted = (): boolean => wanted
export const onToastHost = (fn: () => void): (() => void) => {
  listeners.add(fn)
  return () => void listeners.delete(fn)
}

/** Loads what shows a toast. */
const loadShow = () => retryImport(() => import('./showToast.tsx'))
/** Loads the code of toasts before the first one: a lost connection has to be said without it. */
export const preloadToasts = (): void => void loadShow()

const show = (tone: Tone, given: string | ToastOptions): void => {
  wanted = true
  for (const fn of listeners) fn()
  const options = typeof given === 'string' ? { message: given } : given
  void loadShow().then((m) => m.showToast(tone, options))
}

/** Closes every toast, also those whose code still loads. */
export const clearToasts = (): void => {
  if (wanted) void loadShow().then((m) => m.closeAll())
}

/**
 * `toast.success('Saved')`, `toast.success({ message: 'Saved', action: { label: 'Undo', run } })`.
 */
export const toast = {
  success: (options: string | ToastOptions): void => show('success', options),
  error: (options: string | ToastOptions): void => show('danger', options),
  info: (options: string | ToastOptions): void => show('info', options),
}
