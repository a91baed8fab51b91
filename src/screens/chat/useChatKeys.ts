import { own } from '#schemas/define/own.ts'
import { useEffect } from 'react'

const press = (selector: string): boolean => {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) return false
  if (found.matches('input:not([type=radio]), textarea')) found.focus()
  else found.click()
  return true
}
const places: Readonly<Record<string, string>> = {
  '/': '[data-chat-search]',
  r: '[data-chat-kind=reply], [data-chat-box]',
  n: '[data-chat-kind=note]',
  e: '[data-transition=resolved]',
}
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input, textarea, select') ||
    target.closest('dialog, [role=menu]') !== null)

/**
 * Shortcuts of the chat, active outside text fields: `/` searches, `r` replies, `n` writes a note,
 * `e` resolves, arrows move to the list.
 */
export const useChatKeys = (): void => {
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || isTyping(e.target)) return
      const inList = document.activeElement?.closest('ul, ol, [role=region]')
      const selector =
        own(places, e.key) ?? (e.key === 'ArrowDown' && !inList ? '[data-chat-entry]' : undefined)
      if (!selector) return
      if (e.key === 'ArrowDown') {
        document.querySelector<HTMLElement>(selector)?.focus()
        e.preventDefault()
      } else if (press(selector)) e.preventDefault()
    }
    document.addEventListener('keydown', key)
    return () => document.removeEventListener('keydown', key)
  }, [])
}
