import { TextInput } from '#ui/TextInput.tsx'
import { Button, IconButton } from '#ui/Button.tsx'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { DayBox } from '#engine/fields/dates/DayBox.tsx'
import { TimeBox } from '#engine/fields/dates/TimeBox.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { weekdays, type BusinessHours, type Holiday, type Weekday } from './api.ts'
import { Card } from './Card.tsx'
import css from './settings.module.css'

const OFFICE = { from: '09:00', to: '18:00' }

interface HoursProps {
  readonly hours: BusinessHours
  /** Messages by path, such as `businessHours.week.mon.to`. */
  readonly fields: Readonly<Record<string, string>>
  readonly onChange: (hours: BusinessHours) => void
}

/** Hours in which SLA targets count: the week, and holidays. */
export const HoursCard = ({ hours, fields, onChange }: HoursProps) => {
  const { t, i18n } = useTranslation()
  const { week } = hours
  // The first of January 2024 was a Monday.
  const nameOf = (day: Weekday) =>
    new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2024, 0, 1 + weekdays.indexOf(day)),
    )
  const put = (day: Weekday, open: BusinessHours['week'][Weekday]) =>
    onChange({ ...hours, week: { ...week, [day]: open } })
  return (
    <Card title={t('settings.businessHours')} text={t('settings.businessHoursText')}>
      {fields['businessHours.week'] ? (
        <p role="alert" className={css.wrong}>
          {fields['businessHours.week']}
        </p>
      ) : null}
      <ul className={css.week}>
        {weekdays.map((day) => {
          const open = week[day]
          return (
            <li key={day}>
              <label className={css.choice}>
                <input
                  type="checkbox"
                  checked={open !== null}
                  onChange={(e) => put(day, e.currentTarget.checked ? OFFICE : null)}
                />
                <span>{nameOf(day)}</span>
              </label>
              {open ? (
                <>
                  <TimeBox
                    aria-label={t('settings.opensOn', { day: nameOf(day) })}
                    value={open.from}
                    error={fields[`businessHours.week.${day}.from`]}
                    onChange={(from) => put(day, { ...open, from })}
                  />
                  <TimeBox
                    aria-label={t('settings.closesOn', { day: nameOf(day) })}
                    // Midnight ends the day; the input knows it as its beginning.
                    value={open.to === '24:00' ? '00:00' : open.to}
                    error={fields[`businessHours.week.${day}.to`]}
                    onChange={(to) => put(day, { ...open, to: to === '00:00' ? '24:00' : to })}
                  />
                </>
              ) : (
                <span className={css.closed}>{t('settings.closed')}</span>
              )}
            </li>
          )
        })}
      </ul>
      <Holidays hours={hours} fields={fields} onChange={onChange} />
    </Card>
  )
}

const Holidays = ({ hours, fields, onChange }: HoursProps) => {
  const { t } = useTranslation()
  const { holidays } = hours
  const put = (next: readonly Holiday[]) => onChange({ ...hours, holidays: next })
  const change = (at: number, part: Partial<Holiday>) =>
    put(holidays.map((old, i) => (i === at ? { ...old, ...part } : old)))
  return (
    <fieldset className={css.holidays}>
      <legend>{t('settings.holidays')}</legend>
      {holidays.map(({ day, name }, i) => (
        <div key={i}>
          <DayBox
            aria-label={t('settings.holidayDay', { n: i + 1 })}
            value={day}
            error={fields[`businessHours.holidays.${i}.day`]}
            onChange={(to) => change(i, { day: to })}
          />
          <TextInput
            aria-label={t('settings.holidayName', { n: i + 1 })}
            placeholder={t('settings.holidayHint')}
            value={name}
            maxLength={80}
            onChange={(e) => change(i, { name: e.currentTarget.value })}
          />
          <IconButton
            size={36}
            aria-label={t('settings.removeHoliday', { name: name || day || i + 1 })}
            onClick={() => put(holidays.filter((_, at) => at !== i))}
          >
            <IconTrash size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      {fields['businessHours.holidays'] ? (
        <p role="alert" className={css.wrong}>
          {fields['businessHours.holidays']}
        </p>
      ) : null}
      <Button
        variant="default"
        size="small"
        onClick={() => put([...holidays, { day: '', name: '' }])}
      >
        <IconPlus size={14} aria-hidden />
        {t('settings.addHoliday')}
      </Button>
    </fieldset>
  )
}
