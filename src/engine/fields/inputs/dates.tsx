import { useFormContext, useWatch } from 'react-hook-form'
import { todayIn } from '../../list/layouts/days.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { DayField } from '../dates/DayField.tsx'
import { splitTime } from '../dates/dayText.ts'
import { nightsOf, rangeWith } from '../dates/range.ts'
import { TimeField } from '../dates/TimeField.tsx'
import { isDay, useDayText, useTypedDay } from '../dates/useTypedDay.ts'
import { useTimeZone } from '../../person.ts'
import { common, type InputProps } from './types.ts'
import { useTyped } from './useTyped.ts'

export { DayBox } from './DayBox.tsx'

/** The other day of a range, if the form has it. */
const useRange = ({ field, name }: InputProps<string>) => {
  const { range } = field
  const form = useFormContext()
  const edited = range?.from === field.name ? 'from' : 'until'
  const path = [...name.split('.').slice(0, -1), edited === 'from' ? range?.until : range?.from]
    .filter(Boolean)
    .join('.')
  const other: unknown = useWatch({ name: path, disabled: !range })
  if (!range || form.getValues(path) === undefined) return undefined
  return {
    edited,
    other: isDay(other) ? other : undefined,
    count: range.count,
    setOther: (day: string | undefined) =>
      form.setValue(path, day ?? null, {
        shouldDirty: true,
        shouldValidate: form.getFieldState(path).isTouched,
      }),
  } as const
}

/**
 * Input of a local date, typed as people write it or chosen among months. The two days of a declared
 * range are chosen together.
 */
export const DayInput = (props: InputProps<string>) => {
  const { value, onChange, onBlur } = props
  const zone = useTimeZone()
  const { t } = useTranslation()
  const { text, type, shown } = useTypedDay(value, zone)
  const range = useRange(props)
  const own = isDay(value) ? value : undefined
  const chosen =
    range?.edited === 'until'
      ? { from: range.other, until: own }
      : { from: own, until: range?.other }
  const pick = (day: string): boolean => {
    if (!range) {
      onChange(day)
      return true
    }
    const waits = range.edited === 'from' && own !== undefined && !range.other
    const next = rangeWith(chosen, day, waits && day > own ? 'until' : range.edited)
    onChange((range.edited === 'from' ? next.from : next.until) ?? null)
    const other = range.edited === 'from' ? next.until : next.from
    if (other !== range.other) range.setOther(other)
    return Boolean(next.from && next.until)
  }
  const nights = nightsOf(chosen)
  return (
    <DayField
      {...common(props)}
      ref={props.inputRef as never}
      text={text}
      onText={(typed) => onChange(type(typed))}
      onBlur={() => {
        type(shown)
        onBlur()
      }}
      chosen={chosen}
      zone={zone}
      months={range ? 2 : 1}
      onDay={pick}
      onClear={props.field.required ? undefined : () => onChange(null)}
      about={
        nights > 0 && range?.count
          ? t(range.count === 'nights' ? 'pages.nightsOf' : 'form.daysOf', { count: nights })
          : undefined
      }
    />
  )
}

/** Input of a local time of day, typed as people write it. */
export const TimeInput = (props: InputProps<string>) => (
  <TimeField
    {...common(props)}
    ref={props.inputRef as never}
    value={props.value}
    onValue={props.onChange}
    onBlur={props.onBlur}
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

/** Time of a typed day without one. */
const MORNING = '09:00'

/** An instant, typed and shown in the person's time zone. */
export const InstantInput = (props: InputProps<string>) => {
  const { value, onChange, onBlur, field } = props
  const zone = useTimeZone()
  const days = useDayText()
  const local = value ? toLocal(value, zone) : ''
  const [day, time] = local ? local.split('T') : []
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
      {...common(props)}
      ref={props.inputRef as never}
      text={text}
      onText={(typed) => onChange(type(typed))}
      onBlur={() => {
        type(show(value))
        onBlur()
      }}
      description={field.hint ? label(field.hint) : zone}
      chosen={{ from: day }}
      zone={zone}
      months={1}
      onDay={(chosen) => {
        onChange(fromLocal(`${chosen}T${time ?? MORNING}`, zone))
        return true
      }}
      onClear={field.required ? undefined : () => onChange(null)}
    />
  )
}
