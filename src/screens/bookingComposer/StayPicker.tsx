import { useRef, useState, type KeyboardEvent } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { addMonths } from '#engine/list/layouts/days.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { chosenDay, dayAfterKey, nightsOf, type Nights } from './stay.ts'
import css from './composer.module.css'

interface StayPickerProps {
  readonly nights: Nights
  /** Date at the hotel. */
  readonly today: string
  readonly error: string | undefined
  readonly onChange: (nights: Nights) => void
}

/** Range picker of a stay: arrival, then departure. Arrow keys move between days. */
export const StayPicker = ({ nights, today, error, onChange }: StayPickerProps) => {
  const { t } = useTranslation()
  const { day } = useFormat()
  const [month, setMonth] = useState((nights.from ?? today).slice(0, 7))
  const [at, setAt] = useState(nights.from ?? today)
  const grids = useRef<HTMLDivElement>(null)
  const count = nightsOf(nights)
  const focus = (next: string) => {
    setAt(next)
    const shown = next.slice(0, 7)
    if (shown < month) setMonth(shown)
    else if (shown > addMonths(month, 1)) setMonth(addMonths(shown, -1))
    requestAnimationFrame(() =>
      grids.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus(),
    )
  }
  const onKeyDown = (e: KeyboardEvent) => {
    const rtl = getComputedStyle(e.currentTarget).direction === 'rtl'
    const next = dayAfterKey(at, e.key, rtl ? -1 : 1)
    if (!next) return
    e.preventDefault()
    focus(next)
  }
  const pick = (chosen: string) => {
    setAt(chosen)
    onChange(chosenDay(nights, chosen))
  }
  // One day is in the Tab order: the last one visited, if it is shown.
  const shown = [month, addMonths(month, 1)]
  const stop = shown.includes(at.slice(0, 7)) ? at : `${month}-01`
  return (
    <div role="group" aria-label={t('composer.stay')} className={css.stay}>
      <div className={css.stayHead}>
        <span className={css.label}>
          {t('composer.stay')} <span className={css.star}>*</span>
        </span>
        <span className={css.range} role="status">
          {nights.from ? day(nights.from) : t('composer.chooseArrival')}
          {nights.from ? ' → ' : ''}
          {nights.from && !nights.until ? t('composer.chooseDeparture') : ''}
          {nights.until ? day(nights.until) : ''}
          {count ? ` · ${t('pages.nightsOf', { count })}` : ''}
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={css.step}
          aria-label={t('layouts.previousMonth')}
          onClick={() => setMonth(addMonths(month, -1))}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={css.step}
          aria-label={t('layouts.nextMonth')}
          onClick={() => setMonth(addMonths(month, 1))}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={grids} className={css.months} onKeyDown={onKeyDown}>
        {shown.map((m) => (
          <MonthGrid
            key={m}
            month={m}
            nights={nights}
            today={today}
            stop={stop}
            onPick={pick}
            onVisit={setAt}
          />
        ))}
      </div>
      {error ? (
        <p role="alert" className={css.error}>
          {error}
        </p>
      ) : null}
    </div>
  )
}
