import { useEffect, useRef } from 'react'
import css from './permission.module.css'

interface CheckProps {
  /** Accessible name. */
  readonly name: string
  readonly on: boolean
  /** True when some of its keys are granted. */
  readonly some?: boolean
  readonly disabled?: boolean
  readonly changed?: boolean
  /** Why the last save was refused for this item. */
  readonly error?: string | undefined
  readonly title?: string | undefined
  readonly onChange: (on: boolean) => void
}

/** A native check box with three states, since a page has hundreds of them. */
export const Check = ({
  name,
  on,
  some = false,
  disabled = false,
  changed = false,
  error,
  title,
  onChange,
}: CheckProps) => {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = some && !on
  }, [some, on])
  return (
    <label
      className={css.check}
      data-changed={changed || undefined}
      data-error={error ? true : undefined}
      title={error ?? title}
    >
      <input
        ref={ref}
        type="checkbox"
        aria-label={error ? `${name}: ${error}` : name}
        aria-invalid={error ? true : undefined}
        checked={on}
        disabled={disabled}
        onChange={(e) => onChange(e.currentTarget.checked)}
      />
    </label>
  )
}
