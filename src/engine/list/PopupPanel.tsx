import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { Loading } from '#ui/states.tsx'
import { PRESS_OR_FOCUS, useOutside, usePopover } from '#ui/usePopover.ts'
import css from './popup.module.css'

const FOCUSABLE = 'input:not([disabled]), select, button:not([disabled]), a[href], textarea'

const placing = { align: 'start', gap: 6, sheet: true } as const

/** Focuses the first control once the panel's content is rendered. */
const FocusFirst = ({ children }: { readonly children: ReactNode }) => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ;(
      ref.current?.querySelector<HTMLElement>('[data-autofocus]') ??
      ref.current?.querySelector<HTMLElement>(FOCUSABLE)
    )?.focus()
  }, [])
  return <div ref={ref}>{children}</div>
}

/**
 * The panel of a `Popup`, in the browser's top layer: Escape and a click outside close it; the
 * first control takes the focus once the content is rendered.
 */
export const PopupPanel = ({
  id,
  label,
  wide,
  button,
  close,
  children,
}: {
  id: string
  label: string
  wide: boolean
  button: HTMLElement | null
  close: (refocus: boolean) => void
  children: ReactNode
}) => {
  const ref = useRef<HTMLDivElement>(null)
  usePopover(ref, button, placing, close)
  useOutside(ref, button, close, PRESS_OR_FOCUS)
  return (
    <div
      ref={ref}
      id={id}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      popover="manual"
      className={`${css.panel} ${wide ? css.wide : ''}`}
      onKeyDown={(e) => {
        if (e.key === 'Escape') {
          e.preventDefault()
          close(true)
        }
        e.stopPropagation()
      }}
    >
      <Suspense fallback={<Loading />}>
        <FocusFirst>{children}</FocusFirst>
      </Suspense>
    </div>
  )
}
