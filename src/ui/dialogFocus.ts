/** Fields of a form that take typed text or a choice. */
const FIELDS =
  'form :is(input, select, textarea):not([type=hidden], [type=file], :disabled, [tabindex="-1"])'

/** Where the work in a dialog begins: the marked element, else the first field of its form. */
const beginning = (dialog: HTMLElement): HTMLElement | undefined => {
  const marked = dialog.querySelector<HTMLElement>('[data-autofocus]')
  if (marked) return marked
  // On a touch screen the keyboard would cover half of the dialog before it is read.
  if (window.matchMedia?.('(pointer: coarse)').matches) return undefined
  return [...dialog.querySelectorAll<HTMLElement>(FIELDS)].find(
    (e) => e.checkVisibility?.() ?? true,
  )
}

const focusOn = (element: HTMLElement): void => {
  element.focus()
  // As after Tab: typing replaces what is proposed.
  if (element instanceof HTMLInputElement && element.value) element.select()
}

/**
 * Moves the focus of a dialog just shown to where its work begins, also if that arrives a little
 * later, unless the person has pressed a key or pointed by then. Returns the function that ends it.
 */
export const focusBeginning = (dialog: HTMLElement): (() => void) => {
  const now = beginning(dialog)
  if (now) {
    focusOn(now)
    return () => undefined
  }
  const shown = document.activeElement
  const later = new MutationObserver(() => {
    const found = beginning(dialog)
    if (!found) return
    end()
    if (document.activeElement === shown) focusOn(found)
  })
  const end = () => {
    later.disconnect()
    dialog.removeEventListener('keydown', end, true)
    dialog.removeEventListener('pointerdown', end, true)
  }
  later.observe(dialog, { subtree: true, childList: true })
  dialog.addEventListener('keydown', end, true)
  dialog.addEventListener('pointerdown', end, true)
  return end
}
