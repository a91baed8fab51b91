import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { quietPart } from './lazyPart.tsx'

const MenuSheet = quietPart(async () => (await import('./MenuSheet.tsx')).MenuSheet)

/**
 * An entry: a button, or with `href` a link (`onSelect` then replaces following it, except for a
 * new tab). `'-'` is a separator.
 */
export interface MenuItem {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  readonly href?: string
  readonly onSelect?: () => void
}
export type MenuEntry = MenuItem | '-'

/** Props of the menu's button. */
export interface MenuTrigger {
  readonly ref: (element: HTMLButtonElement | null) => void
  readonly 'aria-haspopup': 'menu'
  readonly 'aria-expanded': boolean
  readonly 'aria-controls': string | undefined
  readonly onClick: () => void
  readonly onKeyDown: (e: KeyboardEvent) => void
}

export interface MenuProps {
  readonly label: string
  /** Evaluated when the menu opens; a promise while their code loads. */
  readonly items:
    | readonly MenuEntry[]
    | (() => readonly MenuEntry[] | Promise<readonly MenuEntry[]>)
  readonly head?: ReactNode
  readonly children: (trigger: MenuTrigger) => ReactNode
}

/** A menu button: arrows, Home, End, first letters, Escape. Its list loads when the pointer or the focus comes near. */
export const Menu = ({ label, items, head, children }: MenuProps) => {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const [close] = useState(() => (refocus: boolean) => {
    setOpen(false)
    if (refocus) button.current?.focus()
  })
  return (
    <>
      {children({
        ref: (el) => {
          button.current = el
          for (const event of ['pointerenter', 'focus']) {
            el?.addEventListener(event, MenuSheet.preload, { once: true })
          }
        },
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen((was) => !was),
        onKeyDown: (e) => {
          if (e.key === 'ArrowDown') {
            e.preventDefault()
            setOpen(true)
          }
        },
      })}
      {open ? (
        <MenuSheet
          id={id}
          label={label}
          entries={typeof items === 'function' ? items() : items}
          head={head}
          button={button.current}
          close={close}
        />
      ) : null}
    </>
  )
}
