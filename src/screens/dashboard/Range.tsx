import { useState } from 'react'
import { DayBox } from '#engine/fields/dates/DayBox.tsx'
import { useTranslation, type TextKey } from '#ui/i18n.ts'
import { offered, type DashboardSearch, type Preset } from './range.ts'
import css from './dashboard.module.css'

const PRESETS: Readonly<Record<Preset, TextKey>> = {
  today: 'dashboard.today',
  week: 'dashboard.week',
  month: 'dashboard.month',
  quarter: 'dashboard.quarter',
  year: 'dashboard.year',
}

interface RangeProps {
  readonly search: DashboardSearch
  /** Days that the range covers. */
  readonly days: { readonly from: string; readonly to: string }
  readonly onChange: (search: DashboardSearch) => void
}

/** Date range: named ranges, or any two days. */
export const Range = ({ search, days, onChange }: RangeProps) => {
  const { t } = useTranslation()
  const custom = search.from !== undefined
  const [open, setOpen] = useState(custom)
  const shown = custom || open
  const current: Preset | undefined = custom ? undefined : (search.range ?? 'month')
  const choose = (preset: Preset): void => {
    setOpen(false)
    onChange(preset === 'month' ? {} : { range: preset })
  }
  const change = (part: 'from' | 'to', value: string): void => {
    // Ignore incomplete days; a reversed range becomes the chosen day.
    if (!/^[12]\d{3}-\d\d-\d\d$/.test(value)) return
    const next = { ...days, [part]: value }
    onChange(next.from <= next.to ? next : { from: value, to: value })
  }
  const box = (part: 'from' | 'to', text: string) => (
    <DayBox
      required
      className={css.day}
      aria-label={text}
      value={days[part]}
      onChange={(day) => change(part, day)}
    />
  )
  return (
    <div className={css.range} role="group" aria-label={t('dashboard.range')}>
      {shown ? (
        <span className={css.days}>
          {box('from', t('dashboard.from'))}
          <span aria-hidden>–</span>
          {box('to', t('dashboard.to'))}
        </span>
      ) : null}
      <span className={css.presets}>
        {offered.map((preset) => (
          <button
            key={preset}
            type="button"
            className={css.preset}
            aria-pressed={!shown && preset === current}
            onClick={() => choose(preset)}
          >
            {t(PRESETS[preset])}
          </button>
        ))}
        <button
          type="button"
          className={css.preset}
          aria-pressed={shown}
          onClick={() => setOpen(true)}
        >
          {t('dashboard.custom')}
        </button>
      </span>
    </div>
  )
}
