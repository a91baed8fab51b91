/** Longest wait for the code; after it keys are the page's again. */
const MOST_MS = 10_000

let running: (() => string) | undefined

/**
 * Takes the keys that are typed while the code of an input loads, which the page would take for its
 * shortcuts. Returns a function that ends this and returns the text typed so far.
 */
export const typedAhead = (): (() => string) => {
  let text = running?.() ?? ''
  const take = (e: KeyboardEvent): void => {
    if (e.ctrlKey || e.metaKey || e.isComposing) return
    e.preventDefault()
    e.stopImmediatePropagation()
    if (e.key === 'Backspace') text = text.slice(0, -1)
    else if ([...e.key].length === 1) text += e.key
  }
  const end = (): string => {
    window.removeEventListener('keydown', take, true)
    clearTimeout(timer)
    running = undefined
    return text
  }
  window.addEventListener('keydown', take, true)
  const timer = setTimeout(end, MOST_MS)
  running = end
  return end
}
