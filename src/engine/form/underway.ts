const running = new WeakMap<object, Set<Promise<unknown>>>()

/** Registers work that a form's values depend on, such as an upload; `form` is its `control`. */
export const noteWork = (form: object, work: Promise<unknown>): void => {
  const all = running.get(form) ?? new Set()
  running.set(form, all.add(work))
  const end = () => void all.delete(work)
  work.then(end, end)
}

/** Resolves when no work is pending: saving during an upload waits for the file. */
export const workDone = async (form: object): Promise<void> => {
  const all = running.get(form)
  while (all?.size) await Promise.allSettled(all)
}
