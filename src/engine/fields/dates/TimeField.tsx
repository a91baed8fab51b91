import { TextInput, type FieldProps } from '#ui/TextInput.tsx'
import { IconClock } from '@tabler/icons-react'
import { useTyped } from '../inputs/useTyped.ts'
import { quarterFrom, readTime } from './dayText.ts'
import { useDayText } from './useTypedDay.ts'

interface TimeFieldProps extends Omit<FieldProps<'input'>, 'value' | 'onChange'> {
  /** `HH:MM`, text that is not a time, or null. */
  readonly value: string | null
  readonly onValue: (value: string | null) => void
}

const read = (text: string): string | null => (text.trim() === '' ? null : (readTime(text) ?? text))

/**
 * A time of day as text, in the format of the person: typed as people write it, or moved by quarters
 * of an hour with the up and down arrows.
 */
export const TimeField = ({ value, onValue, onBlur, ...input }: TimeFieldProps) => {
  const days = useDayText()
  const show = (time: string | null) => (time ? days.showTime(time) : '')
  const [text, type] = useTyped<string | null>(value, show, read)
  const still = input.disabled || input.readOnly
  return (
    <TextInput
      {...input}
      value={text}
      autoComplete="off"
      placeholder={days.showTime('15:00')}
      rightSection={<IconClock size={16} aria-hidden color="var(--muted)" />}
      onChange={(e) => onValue(type(e.currentTarget.value))}
      onKeyDown={(e) => {
        const up = e.key === 'ArrowUp'
        if ((!up && e.key !== 'ArrowDown') || still || e.altKey || e.ctrlKey || e.metaKey) return
        e.preventDefault()
        const next = quarterFrom(value ?? '', up ? 1 : -1)
        type(show(next))
        onValue(next)
      }}
      onBlur={(e) => {
        type(show(value))
        onBlur?.(e)
      }}
    />
  )
}
