import { useId, useRef, useState, type ReactNode } from 'react'
import { quietPart } from '#ui/lazyPart.tsx'

export interface PopupTrigger {
  readonly ref: (element: HTMLButtonElement | null) => void
  readonly 'aria-haspopup': 'dialog'
  readonly 'aria-expanded': boolean
  readonly 'aria-controls': string | undefined
  readonly onClick: () => void
}
interface PopupProps {
  /** Accessible name of the panel. */
  readonly label: string
  readonly wide?: boolean
  readonly trigger: (trigger: PopupTrigger) => ReactNode
  readonly children: (close: () => void) => ReactNode
}

const PopupPanel = quietPart(async () => (await import('./PopupPanel.tsx')).PopupPanel)

/**
 * A button that opens a small panel beside it (at the bottom edge on a phone), in the browser's top
 * layer. Escape and a click outside close it.
 */
export const Popup = ({ label, wide = false, trigger, children }: PopupProps) => {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const [close] = useState(() => (refocus: boolean) => {
    setOpen(false)
    if (refocus) button.current?.focus()
  })
  return (
    <>
      {trigger({
        ref: (el) => {
          button.current = el
          for (const event of ['pointerenter', 'focus']) {
            el?.addEventListener(event, PopupPanel.preload, { once: true })
          }
        },
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen((was) => !was),
      })}
      {open ? (
        <PopupPanel id={id} label={label} wide={wide} button={button.current} close={close}>
          {children(() => close(true))}
        </PopupPanel>
      ) : null}
    </>
  )
}
