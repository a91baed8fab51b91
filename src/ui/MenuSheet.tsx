import {
  use,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import type { MenuEntry, MenuItem } from './Menu.tsx'
import { entryFor, NOTHING_TYPED, withKey, type TypedAhead } from './typeAhead.ts'
import { PRESS, useOutside, usePopover } from './usePopover.ts'
import css from './menu.module.css'

const entriesOf = (menu: HTMLElement | null) => [
  ...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
]

// The top layer, if the browser has one; otherwise the list is rendered in place.
const topLayer =
  typeof HTMLElement !== 'undefined' && 'showPopover' in HTMLElement.prototype
    ? { popover: 'manual' as const }
    : {}

const placing = { align: 'end', leaves: true } as const

/** Keys of the open list. */
const onMenuKey = (
  e: KeyboardEvent,
  menu: HTMLElement | null,
  typed: RefObject<TypedAhead>,
  close: (refocus: boolean) => void,
): void => {
  const all = entriesOf(menu)
  const at = all.indexOf(document.activeElement as HTMLElement)
  const go = (i: number) => {
    e.preventDefault()
    all[(i + all.length) % all.length]?.focus()
  }
  if (e.key === 'ArrowDown') go(at + 1)
  else if (e.key === 'ArrowUp') go(at - 1)
  else if (e.key === 'Home') go(0)
  else if (e.key === 'End') go(all.length - 1)
  else if (e.key === 'Tab') close(false)
  else if (e.key === 'Escape') {
    e.preventDefault()
    close(true)
  } else if (e.key === ' ') {
    e.preventDefault()
    ;(document.activeElement as HTMLElement | null)?.click()
  } else if (e.key.length === 1 && !e.ctrlKey && !e.metaKey) {
    typed.current = withKey(typed.current, e.key, e.timeStamp)
    const texts = all.map((el) => el.textContent ?? '')
    all[entryFor(typed.current.text, texts, at)]?.focus()
  }
  // A page's own shortcuts must not receive keys meant for the menu.
  e.stopPropagation()
}

interface ItemProps {
  readonly item: MenuItem
  readonly close: (refocus: boolean) => void
}

const Item = ({ item: { label: text, icon, danger, href, onSelect }, close }: ItemProps) => {
  const common = {
    role: 'menuitem',
    tabIndex: -1,
    className: `${css.item} ${danger ? css.danger : ''}`,
    onClick(e: MouseEvent) {
      close(href === undefined)
      if (href !== undefined) {
        if (!onSelect || e.ctrlKey || e.metaKey || e.shiftKey) return
        e.preventDefault()
      }
      onSelect?.()
    },
    children: (
      <>
        {icon}
        {text}
      </>
    ),
  }
  return href === undefined ? <button type="button" {...common} /> : <a href={href} {...common} />
}

interface SheetProps {
  readonly id: string
  readonly label: string
  /** Must not change while it is a promise. */
  readonly entries: readonly MenuEntry[] | Promise<readonly MenuEntry[]>
  readonly head?: ReactNode
  readonly button: HTMLElement | null
  /** Must not change while it is open. */
  readonly close: (refocus: boolean) => void
}

/** The open list, in the browser's top layer. It moves with the page when it scrolls. */
export const MenuSheet = ({ id, label, entries, head, button, close }: SheetProps) => {
  const shown = entries instanceof Promise ? use(entries) : entries
  const ref = useRef<HTMLDivElement>(null)
  const typed = useRef(NOTHING_TYPED)
  usePopover(ref, button, placing, close)
  useOutside(ref, button, close, PRESS)
  useLayoutEffect(() => entriesOf(ref.current)[0]?.focus(), [])
  return (
    <div
      ref={ref}
      id={id}
      className={css.menu}
      role="menu"
      aria-label={label}
      {...topLayer}
      onKeyDown={(e) => onMenuKey(e, ref.current, typed, close)}
    >
      {head ? (
        <div className={css.head} role="presentation">
          {head}
        </div>
      ) : null}
      {shown.map((entry, i) => {
        return entry === '-' ? (
          <hr key={i} className={css.line} />
        ) : (
          <Item key={entry.key} item={entry} close={close} />
        )
      })}
    </div>
  )
}
