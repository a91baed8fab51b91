import { useId } from 'react'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslation } from '#ui/i18n.ts'
import css from './composer.module.css'

const MOST = 100

/** A small number with buttons for one less and one more. */
export const Count = ({
  label,
  value,
  least,
  onChange,
}: {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly onChange: (value: number) => void
}) => {
  const { t } = useTranslation()
  const id = useId()
  const set = (n: number) => onChange(Math.min(MOST, Math.max(least, n)))
  return (
    <div className={css.count}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <div className={css.stepper}>
        <button
          type="button"
          aria-label={t('composer.less', { label })}
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
          onFocus={(e) => e.currentTarget.select()}
          onChange={(e) => {
            const n = Number(e.currentTarget.value.replace(/\D/g, ''))
            set(n)
          }}
        />
        <button
          type="button"
          aria-label={t('composer.more', { label })}
          disabled={value >= MOST}
          onClick={() => set(value + 1)}
        >
          <IconPlus size={14} aria-hidden />
        </button>
      </div>
    </div>
  )
}
