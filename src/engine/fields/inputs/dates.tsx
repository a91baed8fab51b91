import { TextInput } from '@mantine/core'
import { label } from '#ui/i18n.ts'
import { useTimeZone } from '../../person.ts'
import { common, type InputProps } from './types.ts'
import { useTyped } from './useTyped.ts'

/**
 * Input of a local date. The browser's own picker: nothing to load, works with every screen reader
 * and keyboard.
 */
export const DayInput = (props: InputProps<string>) => (
  <TextInput
    {...common(props)}
    ref={props.inputRef as never}
    type="date"
    max="9999-12-31"
    value={props.value ?? ''}
    onChange={(e) => props.onChange(e.currentTarget.value || null)}
  />
)

/** Input of a local time of day. */
export const TimeInput = (props: InputProps<string>) => (
  <TextInput
    {...common(props)}
    ref={props.inputRef as never}
    type="time"
    value={props.value ?? ''}
    onChange={(e) => props.onChange(e.currentTarget.value || null)}
  />
)

/** Wall-clock time in a zone, `YYYY-MM-DDTHH:MM`, of an instant. */
export const toLocal = (instant: string, timeZone: string): string => {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ''
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(at)
    .replace(' ', 'T')
}

/**
 * The instant of a wall-clock time in a zone. A skipped hour gives the hour after it; a repeated
 * hour gives the first occurrence.
 */
export const fromLocal = (local: string, timeZone: string): string | null => {
  const guess = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d$/.test(local)
    ? Date.parse(`${local}:00Z`)
    : Number.NaN
  if (Number.isNaN(guess)) return null
  const offset = (at: number) =>
    Date.parse(`${toLocal(new Date(at).toISOString(), timeZone)}:00Z`) - at
  const first = guess - offset(guess)
  return new Date(guess - offset(first)).toISOString()
}

/** An instant, typed and shown in the person's time zone. */
export const InstantInput = (props: InputProps<string>) => {
  const zone = useTimeZone()
  const [text, type] = useTyped<string | null>(
    props.value,
    (v) => (v ? toLocal(v, zone) : ''),
    (s) => (s ? fromLocal(s, zone) : null),
  )
  return (
    <TextInput
      {...common(props)}
      ref={props.inputRef as never}
      type="datetime-local"
      max="9999-12-31T23:59"
      value={text}
      description={props.field.hint ? label(props.field.hint) : zone}
      onChange={(e) => props.onChange(type(e.currentTarget.value))}
    />
  )
}
