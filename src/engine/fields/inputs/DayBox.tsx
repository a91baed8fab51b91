import type { FieldProps } from '#ui/TextInput.tsx'
import { useTimeZone } from '../../person.ts'
import { DayField } from '../dates/DayField.tsx'
import { isDay, useTypedDay } from '../dates/useTypedDay.ts'

export interface DayBoxProps extends Pick<
  FieldProps<'input'>,
  'label' | 'aria-label' | 'error' | 'className' | 'size'
> {
  /** `YYYY-MM-DD`; empty: none. */
  readonly value: string
  /** Takes a day, an empty text, or while typing what is not a day yet. */
  readonly onChange: (day: string) => void
  /** Takes the focus when a popup opens. */
  readonly first?: boolean
  /** Keeps the last day: no empty text, and no button for it. */
  readonly required?: boolean
}

/** A day outside a form of a record: in a filter, or in a setting. */
export const DayBox = ({ value, onChange, first, required, ...input }: DayBoxProps) => {
  const zone = useTimeZone()
  const { text, type, shown } = useTypedDay(value || null, zone)
  return (
    <DayField
      {...input}
      {...(first ? { 'data-autofocus': '' } : {})}
      text={text}
      onText={(typed) => onChange(type(typed) ?? '')}
      onBlur={() => type(shown)}
      chosen={{ from: isDay(value) ? value : undefined }}
      zone={zone}
      months={1}
      onDay={(day) => {
        onChange(day)
        return true
      }}
      onClear={required ? undefined : () => onChange('')}
    />
  )
}
