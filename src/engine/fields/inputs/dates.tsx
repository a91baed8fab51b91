import { useFormContext, useWatch } from 'react-hook-form'
import { label, useTranslation } from '#ui/i18n.ts'
import { DayField } from '../dates/DayField.tsx'
import { InstantField } from '../dates/InstantField.tsx'
import { nightsOf, rangeWith } from '../dates/range.ts'
import { TimeField } from '../dates/TimeField.tsx'
import { isDay, useTypedDay } from '../dates/useTypedDay.ts'
import { useTimeZone } from '../../person.ts'
import { common, type InputProps } from './types.ts'

export { DayBox } from './DayBox.tsx'
export { InstantBox } from './InstantBox.tsx'

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

/** An instant, typed and shown in the person's time zone. */
export const InstantInput = (props: InputProps<string>) => {
  const zone = useTimeZone()
  const { field } = props
  return (
    <InstantField
      {...common(props)}
      ref={props.inputRef as never}
      value={props.value}
      onValue={props.onChange}
      onBlur={props.onBlur}
      description={field.hint ? label(field.hint) : zone}
      onClear={field.required ? undefined : () => props.onChange(null)}
    />
  )
}
