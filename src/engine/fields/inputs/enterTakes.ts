import type { KeyboardEvent } from 'react'

/**
 * Key handler (capture phase) of a search select: Enter in an open list takes its marked option,
 * or the first one of the typed text, and never submits the form.
 *
 * The select itself forgets its mark a moment after the list opened, so that a pasted or quickly
 * typed text followed by Enter would take nothing.
 */
export const enterTakes = (event: KeyboardEvent<HTMLInputElement>): void => {
  const input = event.currentTarget
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  if (input.getAttribute('aria-expanded') !== 'true') return
  event.preventDefault()
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
  const marked = list?.querySelector<HTMLElement>('[data-combobox-selected]')
  // Without typed text, the select takes the current value.
  if (!list || (!marked && list.querySelector('[data-combobox-active]'))) return
  event.stopPropagation()
  ;(marked ?? list.querySelector<HTMLElement>('[data-combobox-option]'))?.click()
}
