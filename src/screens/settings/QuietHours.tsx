import '#engine/fields/inputs/lists.css'
import { Select } from '@mantine/core'
import {
  QUIET_HOURS,
  quietUntil,
  readQuietHours,
  type QuietHours as Quiet,
} from '#model/quietHours.ts'
import { isTime } from '#engine/fields/dates/dayText.ts'
import { TimeBox } from '#engine/fields/dates/TimeBox.tsx'
import { useTimeZone } from '#engine/person.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { firstWeekday } from '#ui/weekdays.ts'
import { usePreference } from '#engine/preference.ts'
import { useZones } from './lists.ts'
import { Card } from './Card.tsx'
import css from './settings.module.css'

// 4 January 1970 was a Sunday.
const weekday = (day: number): Date => new Date(Date.UTC(1970, 0, 4 + day))
/** Weekdays in the order of a locale; 0 = Sunday. */
const weekOf = (locale: string): readonly number[] =>
  Array.from({ length: 7 }, (_, i) => (firstWeekday(locale) + i) % 7)

type Put = (part: Partial<Quiet>) => void

/** When they begin and end, and in which time zone. */
const QuietTimes = ({ quiet, put }: { readonly quiet: Quiet; readonly put: Put }) => {
  const { t } = useTranslation()
  const zones = useZones()
  return (
    <div className={css.quietTimes}>
      <TimeBox
        label={t('settings.quietFrom')}
        value={quiet.from}
        onChange={(from) => {
          if (isTime(from)) put({ from })
        }}
      />
      <TimeBox
        label={t('settings.quietTo')}
        value={quiet.to}
        description={quiet.to > quiet.from ? undefined : t('settings.quietNextDay')}
        onChange={(to) => {
          if (isTime(to)) put({ to })
        }}
      />
      <Select
        label={t('settings.quietZone')}
        data={zones}
        value={quiet.zone}
        searchable
        allowDeselect={false}
        limit={100}
        nothingFoundMessage={t('settings.nothingFound')}
        onChange={(zone) => {
          if (zone) put({ zone })
        }}
      />
    </div>
  )
}

/** The weekdays on which they begin. */
const QuietDays = ({
  quiet,
  onToggle,
}: {
  readonly quiet: Quiet
  readonly onToggle: (day: number, on: boolean) => void
}) => {
  const {
    t,
    i18n: { language },
  } = useTranslation()
  const short = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  const long = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  return (
    <fieldset className={css.days}>
      <legend>{t('settings.quietDays')}</legend>
      {weekOf(language).map((day) => (
        <label key={day} className={css.day} title={long.format(weekday(day))}>
          <input
            type="checkbox"
            className="visually-hidden"
            aria-label={long.format(weekday(day))}
            checked={quiet.days.includes(day)}
            onChange={(e) => onToggle(day, e.currentTarget.checked)}
          />
          <span aria-hidden>{short.format(weekday(day))}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Quiet hours, and whether urgent notifications bypass them. */
export const QuietHours = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const here = useTimeZone()
  const [quiet, change] = usePreference(QUIET_HOURS, readQuietHours)
  // Default to the device's time zone; later keep the chosen one.
  const put: Put = (part) =>
    change((old) => ({
      ...old,
      ...(part.on ? { zone: old.zone === 'UTC' ? here : old.zone } : {}),
      ...part,
    }))
  const toggle = (day: number, on: boolean) =>
    change((old) => ({
      ...old,
      days: on ? [...old.days, day].sort() : old.days.filter((d) => d !== day),
    }))
  const until = quietUntil(quiet, Date.now())
  const daysText = () => {
    if (quiet.days.length === 0) return t('settings.quietNoDay')
    if (until === undefined) return null
    return t('settings.quietNow', { until: format.instant(new Date(until).toISOString()) })
  }
  return (
    <Card title={t('settings.quietTitle')} text={t('settings.quietText')}>
      <label className={css.choice}>
        <input
          type="checkbox"
          checked={quiet.on}
          onChange={(e) => put({ on: e.currentTarget.checked })}
        />
        <span>{t('settings.quietOn')}</span>
      </label>
      {quiet.on ? (
        <div className={css.quietParts}>
          <QuietTimes quiet={quiet} put={put} />
          <QuietDays quiet={quiet} onToggle={toggle} />
          <label className={css.choice}>
            <input
              type="checkbox"
              checked={quiet.urgent}
              onChange={(e) => put({ urgent: e.currentTarget.checked })}
            />
            <span>
              {t('settings.quietUrgent')}
              <span className={css.hintLine}>{t('settings.quietUrgentHint')}</span>
            </span>
          </label>
          <p className={css.quietNow} role="status">
            {daysText()}
          </p>
        </div>
      ) : null}
    </Card>
  )
}
