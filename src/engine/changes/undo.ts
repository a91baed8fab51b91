/**
 * Reports a person's changes with a button and a shortcut that undo them. Loads with the first
 * change, not with a page.
 */
import type { QueryClient } from '@tanstack/react-query'
import { applyUndo, planUndo, type Operation } from '#data/changes.ts'
import { isProblem } from '#data/problem.ts'
import { t } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { follow, noteOwnChange, openOperation } from './followed.ts'

/** How long a toast with an undo stays. */
export const undoMs = 10_000
/** Changes of this page that can be undone, oldest first; one may consist of several operations. */
let done: (readonly string[])[] = []
let client: QueryClient | undefined

/** Fetches again everything that an operation may have changed. */
export const refreshRecords = async (on = client): Promise<void> => {
  noteOwnChange()
  await Promise.all([
    on?.invalidateQueries({ queryKey: ['collection'] }),
    on?.invalidateQueries({ queryKey: ['operations'] }),
  ])
}

const whyNot = (error: unknown): string =>
  isProblem(error) ? error.detail : t('common.somethingWrong')

/** Reports executed undos, or follows one while it runs. */
export const undone = async (operations: readonly Operation[]): Promise<void> => {
  const again = operations.map((operation) => operation.id)
  const of = new Set(operations.map((operation) => operation.undoOf))
  done = done.filter((ids) => !ids.some((id) => of.has(id)))
  const running = operations.find((operation) => operation.state === 'running')
  if (running) follow(running.id)
  else {
    toast.success({
      message: t('changes.undone'),
      closesMs: undoMs,
      action: { label: t('changes.redo'), run: () => void undo(again) },
    })
  }
  await refreshRecords()
}

/**
 * Undoes operations, given oldest first; if records changed since, or some cannot return, it shows
 * that and asks.
 */
export const undo = async (ids: readonly string[], on = client): Promise<void> => {
  client = on
  const executed: Operation[] = []
  try {
    for (const id of ids.toReversed()) {
      const plan = await planUndo(id)
      const { done: restored = 0, unchanged = 0 } = plan.counts
      if (restored + unchanged < plan.count) {
        openOperation({ id, plan })
        break
      }
      executed.push(await applyUndo(id))
    }
  } catch (error) {
    toast.error({ title: t('changes.notUndone'), message: whyNot(error) })
  }
  if (executed.length) await undone(executed)
}

/** Undoes an operation that may have changed many records: it shows them and asks. */
export const undoMany = async (id: string, on: QueryClient): Promise<void> => {
  client = on
  try {
    const plan = await planUndo(id)
    if (plan.count > 1) openOperation({ id, plan })
    else await undo([id], on)
  } catch (error) {
    toast.error({ title: t('changes.notUndone'), message: whyNot(error) })
  }
}

const writing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input:not([type=checkbox], [type=radio]), textarea, select') !== null)

let listening = false
const listen = (): void => {
  if (listening) return
  listening = true
  window.addEventListener('keydown', (e) => {
    if (!(e.ctrlKey || e.metaKey) || e.shiftKey || e.altKey || e.key.toLowerCase() !== 'z') return
    if (e.defaultPrevented || e.repeat || document.querySelector('dialog[open]')) return
    if (writing(e.target)) return
    const last = done.at(-1)
    if (last === undefined) return
    e.preventDefault()
    done = done.slice(0, -1)
    void undo(last)
  })
}

/** Makes a change the one that Ctrl+Z undoes. */
export const remember = (on: QueryClient, ids: readonly string[]): void => {
  client = on
  done.push(ids)
  listen()
}

/** See `reportChange`. */
export const report = (
  on: QueryClient,
  message: string,
  operations: string | readonly string[] | undefined,
  tone: 'success' | 'info' = 'success',
): void => {
  client = on
  const ids = typeof operations === 'string' ? [operations] : (operations ?? [])
  if (!ids.length) return toast[tone](message)
  remember(on, ids)
  toast[tone]({
    message,
    closesMs: undoMs,
    action: { label: t('changes.undo'), run: () => void undo(ids) },
  })
}
