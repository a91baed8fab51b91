import { todayIn } from '../../list/layouts/days.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useTyped } from '../inputs/useTyped.ts'
import { dayTextOf, type DayText } from './dayText.ts'

/** How the person's language writes and reads days. */
export const useDayText = (): DayText => dayTextOf(useTranslation().i18n.language)

/** Whether a text is a day: an unreadable one has no place among the months. */
export const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text)

/**
 * The text of a field of a day. Text that is not a day stays as it is, so that validation can report
 * it. `zone`: IANA zone that determines today.
 */
export const useTypedDay = (value: string | null, zone: string) => {
  const days = useDayText()
  const [text, type] = useTyped<string | null>(
    value,
    (v) => (v ? days.show(v) : ''),
    (s) => (s.trim() === '' ? null : (days.read(s, todayIn(zone)) ?? s)),
  )
  return { text, type, shown: value ? days.show(value) : '' }
}
