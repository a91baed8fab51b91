import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Button } from '#ui/Button.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { PRESS_OR_FOCUS, useOutside, usePopover } from '#ui/usePopover.ts'
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

const placing = { align: 'start', sheet: true } as const

/**
 * Months of a day's field in the browser's top layer, so that it opens in a dialog too. Escape, a
 * click outside and leaving the field close it.
 */
export const DayPanel = (props: DayPanelProps) => {
  const { label, anchor, focus, onClose } = props
  const { t } = useTranslation()
  const ref = useRef<HTMLDivElement>(null)
  const field = anchor.current
  usePopover(ref, field, placing, onClose)
  useOutside(ref, field, onClose, PRESS_OR_FOCUS)
  useLayoutEffect(() => {
    if (focus) ref.current?.querySelector<HTMLElement>('button[data-day][tabindex="0"]')?.focus()
  }, [focus])
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
