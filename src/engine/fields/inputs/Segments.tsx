import type { AriaAttributes, Ref } from 'react'
import css from './segments.module.css'

interface SegmentsProps extends AriaAttributes {
  readonly id?: string | undefined
  /** Name of the radio buttons, unique on the page. */
  readonly name: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly disabled?: boolean
  /** The chosen radio button, or the first: receives the focus. */
  readonly inputRef?: Ref<HTMLElement>
}

/** Radio buttons for a choice among few values, all visible. */
export const Segments = ({
  name,
  options,
  value,
  onChange,
  onBlur,
  disabled,
  inputRef,
  ...group
}: SegmentsProps) => {
  const chosen = options.some((o) => o.value === value) ? value : options[0]?.value
  return (
    <div role="radiogroup" className={css.segments} {...group}>
      {options.map((o) => (
        <label key={o.value}>
          <input
            ref={o.value === chosen ? (inputRef as Ref<HTMLInputElement>) : undefined}
            type="radio"
            name={name}
            value={o.value}
            checked={o.value === value}
            disabled={disabled}
            onChange={() => onChange(o.value)}
            onBlur={onBlur}
          />
          <span>{o.label}</span>
        </label>
      ))}
    </div>
  )
}
