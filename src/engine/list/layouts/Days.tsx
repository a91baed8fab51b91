import { useState } from 'react'
import type { RecordData } from '#data/types.ts'
import { daysOf } from '#model/layouts.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel } from '#model/types.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import type { MenuEntry } from '#ui/Menu.tsx'
import { ErrorState, Loading } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { firstWeekday } from '#ui/weekdays.ts'
import { titleOf } from '../../recordActions.ts'
import { isNarrow } from '../preference.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { DayGrid } from './DayGrid.tsx'
import { todayIn } from './days.ts'
import { daysOfMonth, filledWeeks } from './months.ts'
import { useCountText } from './countText.ts'
import { Agenda } from './Agenda.tsx'
import { DayRecords } from './DayRecords.tsx'
import { FieldChoice, useChosenField } from './FieldChoice.tsx'
import type { LayoutProps } from './LayoutView.tsx'
import { MonthBar } from './MonthBar.tsx'
import { Outcome } from './Outcome.tsx'
import { useDayMoves, useDayRows } from './useDayRows.ts'
import { under } from './under.ts'
import { useDrag } from './useDrag.ts'
import layouts from './layouts.module.css'
import css from './days.module.css'

/** Records shown on a day before a link to all of them. */
const SHOWN = 4

interface DaysProps extends LayoutProps {
  readonly field: FieldModel
  readonly month: string
  readonly today: string
}

/** The days of a month, or on a phone those that have records. */
const Month = ({ list, menuOf, field, month, today }: DaysProps) => {
  const { t, i18n } = useTranslation()
  const format = useFormat(list.zone)
  const { resource } = list
  const countText = useCountText(resource)
  const moves = useDayMoves(list, field)
  const days = isNarrow() ? daysOfMonth(month) : filledWeeks(month, firstWeekday(i18n.language))
  const { byDay, data, error, refetch } = useDayRows(list, field, days, moves.shown)
  const [moved, setMoved] = useState<RecordData>()
  const { drag, start } = useDrag<RecordData, string>({
    placeAt: (row, point) => {
      const day = under(point, '[data-day]')?.dataset.day
      return day === row[field.name] ? undefined : day
    },
    drop: moves.put,
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading shape="calendar" />
  const entriesOf = (row: RecordData): readonly MenuEntry[] =>
    moves.movable
      ? [
          { key: 'move', label: t('layouts.moveDates'), onSelect: () => setMoved(row) },
          '-',
          ...menuOf(row),
        ]
      : menuOf(row)
  const recordsOf = (day: string, most: number) => (
    <DayRecords
      {...{ list, field, day, most, entriesOf }}
      rows={byDay.get(day) ?? []}
      dragged={drag?.thing.id}
      isPending={moves.isPending}
      start={moves.movable ? start : undefined}
    />
  )
  const many = inSentence(resource.label.many)
  return (
    <>
      {isNarrow() ? (
        <Agenda {...{ days, today, many, byDay }} recordsOf={(day) => recordsOf(day, Infinity)} />
      ) : (
        <DayGrid
          {...{ days, month, today }}
          name={t('layouts.daysOf', {
            many: label(resource.label.many),
            field: label(field.label),
          })}
          over={drag?.place}
          cell={(day) => (
            <>
              <span className={css.date} aria-label={format.day(day)}>
                {Number(day.slice(8))}
              </span>
              {recordsOf(day, SHOWN)}
            </>
          )}
        />
      )}
      <div className={layouts.foot}>
        {data.cut ? <div>{countText(data.rows.length, data.cut)}</div> : null}
        <Outcome outcome={moves.outcome} />
      </div>
      {moved ? (
        <ChangeDialog
          resource={resource}
          row={moved}
          title={t('layouts.moveTitle', { title: titleOf(resource, moved) })}
          action={t('layouts.move')}
          fields={moves.fields.flatMap((name) => fieldOf(resource, name) ?? [])}
          onClose={(changed) => {
            setMoved(undefined)
            if (changed) list.ownAction()
          }}
        />
      ) : null}
    </>
  )
}

/** Records on the days of a month, by any day or instant among the columns of the list. */
export const Days = (props: LayoutProps) => {
  const { t, i18n } = useTranslation()
  const { list, nothing } = props
  const { offered, field } = useChosenField(list, daysOf(list.resource))
  if (!field) return <div className={layouts.surface}>{nothing}</div>
  const today = todayIn(list.zone)
  const month = list.search.month ?? today.slice(0, 7)
  const title = new Intl.DateTimeFormat(i18n.language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`))
  return (
    <div className={layouts.stack}>
      <div className={css.head}>
        <MonthBar list={list} month={month} title={title} current={today.startsWith(month)} />
        {offered.length > 1 ? (
          <FieldChoice
            list={list}
            title={t('layouts.dayOf')}
            offered={offered}
            chosen={field.name}
          />
        ) : null}
      </div>
      <Month key={`${field.name} ${month}`} {...props} {...{ field, month, today }} />
    </div>
  )
}
