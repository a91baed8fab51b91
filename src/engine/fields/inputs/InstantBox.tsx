import type { FieldProps } from '#ui/TextInput.tsx'
import { InstantField } from '../dates/InstantField.tsx'

export interface InstantBoxProps extends Pick<
  FieldProps<'input'>,
  'label' | 'aria-label' | 'description' | 'error' | 'className' | 'size'
> {
  /** ISO 8601; empty: none. */
  readonly value: string
  /** Takes an instant, an empty text, or while typing what is not an instant yet. */
  readonly onChange: (instant: string) => void
  /** Takes the focus when a dialog opens. */
  readonly first?: boolean
}

/** A day and a time outside a form of a record, in the time zone of the person. */
export const InstantBox = ({ onChange, first, ...input }: InstantBoxProps) => (
  <InstantField
    {...input}
    {...(first ? { 'data-autofocus': '' } : {})}
    onValue={(next) => onChange(next ?? '')}
  />
)
