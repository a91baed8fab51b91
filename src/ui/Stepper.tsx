import { useId } from 'react'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { latinDigits } from './digits.ts'
import { useTranslation } from './i18n.ts'
import css from './stepper.module.css'

interface StepperProps {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly onChange: (value: number) => void
  /** True if the label is already beside it; it then only names the input. */
  readonly bare?: boolean
  readonly invalid?: boolean
  readonly describedBy?: string | undefined
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowUp', 1],
  ['ArrowDown', -1],
  ['PageUp', 10],
  ['PageDown', -10],
])

/** A whole number with buttons for one less and one more; the arrow keys step too. */
export const Stepper = ({
  label,
  value,
  least,
  most,
  onChange,
  bare,
  invalid,
  describedBy,
}: StepperProps) => {
  const { t } = useTranslation()
  const id = useId()
  const set = (n: number) => onChange(Math.min(most, Math.max(least, n)))
  return (
    <div className={css.count}>
      <label htmlFor={id} className={bare ? 'visually-hidden' : css.label}>
        {label}
      </label>
      <div className={css.stepper} data-invalid={invalid || undefined}>
        <button
          type="button"
          aria-label={t('fields.less', { label })}
          disabled={value <= least}
          onClick={() => set(value - 1)}
        >
          <IconMinus size={14} aria-hidden />
        </button>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={value}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          onFocus={(e) => e.currentTarget.select()}
          onKeyDown={(e) => {
            const step = STEPS.get(e.key)
            if (step === undefined) return
            e.preventDefault()
            set(value + step)
          }}
          onChange={(e) =>
            set(Number(latinDigits(e.currentTarget.value).replace(/\D/g, '').slice(0, 9)))
          }
        />
        <button
          type="button"
          aria-label={t('fields.more', { label })}
          disabled={value >= most}
          onClick={() => set(value + 1)}
        >
          <IconPlus size={14} aria-hidden />
        </button>
      </div>
    </div>
  )
}
