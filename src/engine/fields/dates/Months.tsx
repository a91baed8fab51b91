import { useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '#ui/Button.tsx'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { addMonths } from '../../list/layouts/months.ts'
import { useTranslation } from '#ui/i18n.ts'
import { firstWeekday } from '#ui/weekdays.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { dayAfterKey, type Nights } from './range.ts'
import css from './months.module.css'

interface MonthsProps {
  readonly chosen: Nights
  /** `YYYY-MM-DD`. */
  readonly today: string
  /** Months side by side; on a phone the first alone, or one below the other. */
  readonly count: 1 | 2
  readonly stacked?: boolean
  readonly onPick: (day: string) => void
  /** Accessible name of a day that begins or ends the range. */
  readonly nameOf: (day: string, part: 'from' | 'until') => string
}

/** Months to choose days in. Arrow keys move between days, Page Up and Down by four weeks. */
export const Months = ({ chosen, today, count, stacked, onPick, nameOf }: MonthsProps) => {
  const { t, i18n } = useTranslation()
  const begin = chosen.from ?? chosen.until ?? today
  const [month, setMonth] = useState(begin.slice(0, 7))
  const [at, setAt] = useState(begin)
  const grids = useRef<HTMLDivElement>(null)
  const first = firstWeekday(i18n.language)
  const shown = count === 1 ? [month] : [month, addMonths(month, 1)]
  const last = shown.at(-1) ?? month
  const focus = (next: string) => {
    const to = next.slice(0, 7)
    // At once: Enter right after an arrow key must choose this day, not the one before.
    flushSync(() => {
      setAt(next)
      if (to < month) setMonth(to)
      else if (to > last) setMonth(addMonths(to, 1 - shown.length))
    })
    grids.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
  }
  const onKeyDown = (e: KeyboardEvent) => {
    const rtl = getComputedStyle(e.currentTarget).direction === 'rtl'
    const next = dayAfterKey(at, e.key, rtl ? -1 : 1)
    if (!next) return
    e.preventDefault()
    focus(next)
  }
  // One day is in the Tab order: the last one visited, if it is shown.
  const stop = shown.includes(at.slice(0, 7)) ? at : `${month}-01`
  const step = (label: string, months: number, Icon: typeof IconChevronLeft) => (
    <IconButton aria-label={label} onClick={() => setMonth(addMonths(month, months))}>
      <Icon size={16} aria-hidden />
    </IconButton>
  )
  return (
    <div className={css.box}>
      <div className={css.steps}>
        {step(t('layouts.previousMonth'), -1, IconChevronLeft)}
        {step(t('layouts.nextMonth'), 1, IconChevronRight)}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={grids} className={css.months} data-stacked={stacked} onKeyDown={onKeyDown}>
        {shown.map((m) => (
          <MonthGrid
            key={m}
            month={m}
            nights={chosen}
            today={today}
            stop={stop}
            first={first}
            nameOf={nameOf}
            onPick={(day) => {
              setAt(day)
              onPick(day)
            }}
            onVisit={setAt}
          />
        ))}
      </div>
    </div>
  )
}
