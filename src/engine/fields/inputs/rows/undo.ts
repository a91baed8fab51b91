/**
 * Changes of child rows that Ctrl+Z takes back, by form. What is typed into a field is the
 * browser's own to undo.
 */

interface Change {
  readonly undo: () => void
}
interface History {
  readonly changes: Change[]
  /** Where something was typed since the last change. */
  typedInto: EventTarget | null
}

const MAX_CHANGES = 50
const histories = new WeakMap<HTMLElement, History>()

const listen = (form: HTMLElement): History => {
  const history: History = { changes: [], typedInto: null }
  form.addEventListener('input', (e) => {
    history.typedInto = e.target
  })
  form.addEventListener('keydown', (e) => {
    if (!(e.ctrlKey || e.metaKey) || e.shiftKey || e.altKey || e.key.toLowerCase() !== 'z') return
    if (e.target === history.typedInto || history.changes.length === 0) return
    e.preventDefault()
    history.changes.at(-1)?.undo()
  })
  histories.set(form, history)
  return history
}

/** Remembers a change of the form around an element; `undo` takes it back. Returns its removal. */
export const rememberChange = (inside: HTMLElement, undo: () => void): (() => void) => {
  const form = inside.closest('form') ?? inside
  const history = histories.get(form) ?? listen(form)
  const change: Change = { undo }
  history.typedInto = null
  history.changes.push(change)
  if (history.changes.length > MAX_CHANGES) history.changes.shift()
  return () => {
    const at = history.changes.indexOf(change)
    if (at >= 0) history.changes.splice(at, 1)
  }
}
