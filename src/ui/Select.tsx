import type { ComponentProps } from 'react'
import css from './select.module.css'

interface Option {
  readonly value: string
  readonly label: string
}

export type SelectProps = Omit<ComponentProps<'select'>, 'size'> & {
  /** 30 px high and as wide as its options; by default 36 px, and the whole width. */
  readonly small?: boolean
  /** What to choose from; a text is value and label. Children come first. */
  readonly data?: readonly (string | Option)[]
}

/** The browser's own select, without a label. */
export const Select = ({ small, data, className = '', children, ...props }: SelectProps) => (
  <select {...props} className={`${css.select} ${small ? css.small : ''} ${className}`}>
    {children}
    {data?.map((one) => {
      const { value, label } = typeof one === 'string' ? { value: one, label: one } : one
      return (
        <option key={value} value={value}>
          {label}
        </option>
      )
    })}
  </select>
)
