import { Suspense, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Loading } from '#ui/states.tsx'
import { useOutsidePress } from '#ui/useOutsidePress.ts'
import css from './popup.module.css'

const FOCUSABLE = 'input:not([disabled]), select, button:not([disabled]), a[href], textarea'

const place = (panel: HTMLElement, button: HTMLElement): void => {
  if (window.innerWidth < 600) return panel.removeAttribute('style')
  const b = button.getBoundingClientRect()
  const p = panel.getBoundingClientRect()
  const start = document.documentElement.dir === 'rtl' ? b.right - p.width : b.left
  panel.style.top = `${Math.max(8, Math.min(b.bottom + 6, window.innerHeight - p.height - 8))}px`
  panel.style.left = `${Math.max(8, Math.min(start, window.innerWidth - p.width - 8))}px`
}

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
  useLayoutEffect(() => {
    const panel = ref.current
    if (!panel || !button) return
    panel.showPopover?.()
    place(panel, button)
    // Content loads later and grows; keep the panel on the screen.
    const seen =
      typeof ResizeObserver === 'function'
        ? new ResizeObserver(() => place(panel, button))
        : undefined
    seen?.observe(panel)
    return () => seen?.disconnect()
  }, [button])
  useOutsidePress(ref, button, close)
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
      onBlur={(e) => {
        if (
          e.relatedTarget instanceof Node &&
          !ref.current?.contains(e.relatedTarget) &&
          !button?.contains(e.relatedTarget)
        ) {
          close(false)
        }
      }}
    >
      <Suspense fallback={<Loading />}>
        <FocusFirst>{children}</FocusFirst>
      </Suspense>
    </div>
  )
}
