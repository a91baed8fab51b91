import { useMemo } from 'react'
import { useTranslation } from '#ui/i18n.ts'
import { dayOf } from './lines.ts'

const DAY_MS = 86_400_000

/** Name of a day (`YYYY-MM-DD` in that IANA zone): today, yesterday or its date. */
export const useDayName = (zone: string): ((day: string) => string) => {
  const { t, i18n } = useTranslation()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })
    const now = Date.now()
    return (day) => {
      if (day === dayOf(now, zone)) return t('chat.today')
      if (day === dayOf(now - DAY_MS, zone)) return t('chat.yesterday')
      return format.format(Date.parse(`${day}T00:00:00Z`))
    }
  }, [t, i18n.language, zone])
}
