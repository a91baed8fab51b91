import { useEffect, type RefObject } from 'react'

/** Closes a popover by a press outside it and its button. */
export const useOutsidePress = (
  popover: RefObject<HTMLElement | null>,
  button: HTMLElement | null,
  close: (refocus: boolean) => void,
): void =>
  useEffect(() => {
    const press = ({ target }: Event) => {
      if (!(target instanceof Node)) return
      if (!popover.current?.contains(target) && !button?.contains(target)) close(false)
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [popover, button, close])
