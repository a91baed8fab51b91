import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Button } from '#ui/Button.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { Months } from './Months.tsx'
import type { Nights } from './range.ts'
import css from './dayPanel.module.css'

interface DayPanelProps {
  readonly label: string
  readonly chosen: Nights
  readonly today: string
  /** Two months for a range, one for a day. */
  readonly months: 1 | 2
  /** The field that the panel belongs to. */
  readonly anchor: RefObject<HTMLElement | null>
  /** Moves the focus into the panel, which a pointer on the field does not. */
  readonly focus: boolean
  readonly onPick: (day: string) => void
  readonly onClear: (() => void) | undefined
  readonly onClose: (refocus: boolean) => void
  /** Below the months, such as the number of nights. */
  readonly children?: ReactNode
}

/** Below the field, or above it where there is no room; on a phone at the edge of the screen. */
const place = (panel: HTMLElement, anchor: HTMLElement): void => {
  if (window.innerWidth < 600) return panel.removeAttribute('style')
  const input = anchor.querySelector('input') ?? anchor
  const b = input.getBoundingClientRect()
  const p = panel.getBoundingClientRect()
  const below = b.bottom + 4 + p.height <= window.innerHeight || b.top < p.height
  const start = getComputedStyle(anchor).direction === 'rtl' ? b.right - p.width : b.left
  panel.style.top = `${below ? b.bottom + 4 : b.top - p.height - 4}px`
  panel.style.left = `${Math.max(8, Math.min(start, window.innerWidth - p.width - 8))}px`
}

/**
 * Months of a day's field in the browser's top layer, so that it opens in a dialog too. Escape, a
 * click outside and leaving the field close it.
 */
export const DayPanel = (props: DayPanelProps) => {
  const { label, anchor, focus, onClose } = props
  const { t } = useTranslation()
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const panel = ref.current
    if (!panel || !anchor.current) return
    panel.showPopover?.()
    place(panel, anchor.current)
    if (focus) panel.querySelector<HTMLElement>('button[data-day][tabindex="0"]')?.focus()
  }, [anchor, focus])
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const outside = (e: Event) => {
      if (
        e.target instanceof Node &&
        !ref.current?.contains(e.target) &&
        !anchor.current?.contains(e.target)
      ) {
        close.current(false)
      }
    }
    const follow = () => {
      if (ref.current && anchor.current) place(ref.current, anchor.current)
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('scroll', follow, true)
    window.addEventListener('resize', follow)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('scroll', follow, true)
      window.removeEventListener('resize', follow)
    }
  }, [anchor])
  return (
    <div
      ref={ref}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      popover="manual"
      className={css.panel}
      data-months={props.months}
    >
      <Months
        chosen={props.chosen}
        today={props.today}
        count={props.months}
        onPick={props.onPick}
        nameOf={(day, part) =>
          props.months === 1
            ? t('form.chosenDay', { day })
            : t(part === 'from' ? 'form.firstDay' : 'form.lastDay', { day })
        }
      />
      <div className={css.foot}>
        <span className={css.about}>{props.children}</span>
        {props.onClear ? (
          <Button size="compact" variant="subtle" tone="neutral" onClick={props.onClear}>
            {t('form.clearDay')}
          </Button>
        ) : null}
        <Button size="compact" variant="subtle" onClick={() => props.onPick(props.today)}>
          {t('form.today')}
        </Button>
      </div>
    </div>
  )
}
