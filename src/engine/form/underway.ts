const running = new WeakMap<object, Set<Promise<unknown>>>()

/** Notes work that a form's values wait for, such as an upload; `form` is its `control`. */
export const noteWork = (form: object, work: Promise<unknown>): void => {
  const all = running.get(form) ?? new Set()
  running.set(form, all.add(work))
  const end = () => void all.delete(work)
  work.then(end, end)
}

/** Resolves once nothing is under way any more: who saves while a file is being sent saves it with the file. */
export const workDone = async (form: object): Promise<void> => {
  const all = running.get(form)
  while (all?.size) await Promise.allSettled(all)
}
