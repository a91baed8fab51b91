import type { FieldProps } from '#ui/TextInput.tsx'
import { todayIn } from '../../list/layouts/days.ts'
import { useTimeZone } from '../../person.ts'
import { useTyped } from '../inputs/useTyped.ts'
import { DayField } from './DayField.tsx'
import { splitTime } from './dayText.ts'
import { useDayText } from './useTypedDay.ts'
import { fromLocal, toLocal } from './wallTime.ts'

/** Time of a typed day without one. */
const MORNING = '09:00'

interface InstantFieldProps extends Omit<FieldProps<'input'>, 'value' | 'onChange'> {
  /** ISO 8601, text that is not a time yet, or null. */
  readonly value: string | null
  readonly onValue: (value: string | null) => void
  readonly onClear?: (() => void) | undefined
}

/** A day and a time as one text in the format and time zone of the person, with months to choose. */
export const InstantField = ({ value, onValue, onBlur, ...input }: InstantFieldProps) => {
  const zone = useTimeZone()
  const days = useDayText()
  const [day, time] = (value ? toLocal(value, zone) : '').split('T')
  const show = (v: string | null): string => {
    const at = v ? toLocal(v, zone) : ''
    return at ? `${days.show(at.slice(0, 10))}, ${days.showTime(at.slice(11))}` : (v ?? '')
  }
  const read = (s: string): string | null => {
    if (s.trim() === '') return null
    const parts = splitTime(s)
    const on = days.read(parts.day, todayIn(zone))
    return (on && fromLocal(`${on}T${parts.time ?? time ?? MORNING}`, zone)) ?? s
  }
  const [text, type] = useTyped<string | null>(value, show, read)
  return (
    <DayField
      {...input}
      text={text}
      onText={(typed) => onValue(type(typed))}
      onBlur={(e) => {
        type(show(value))
        onBlur?.(e)
      }}
      chosen={{ from: day || undefined }}
      zone={zone}
      months={1}
      onDay={(chosen) => {
        onValue(fromLocal(`${chosen}T${time ?? MORNING}`, zone))
        return true
      }}
    />
  )
}
