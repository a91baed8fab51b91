import { useState, type PointerEvent } from 'react'
import type { RecordData } from '#data/types.ts'
import { daysOf } from '#model/layouts.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel } from '#model/types.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import type { MenuEntry } from '#ui/Menu.tsx'
import { ErrorState, Loading } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { titleOf } from '../../recordActions.ts'
import { ListLink } from '../ListLink.tsx'
import { isNarrow } from '../preference.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { DayGrid } from './DayGrid.tsx'
import { addDays, daysFrom, daysOfMonth, todayIn, weekday } from './days.ts'
import { DayRecord } from './DayRecord.tsx'
import { FieldChoice, useChosenField } from './FieldChoice.tsx'
import { daySearch } from './groupSearch.ts'
import type { LayoutProps } from './LayoutView.tsx'
import { MonthBar } from './MonthBar.tsx'
import { Outcome } from './Outcome.tsx'
import { MOST_ROWS } from './useAllRows.ts'
import { useDayMoves, useDayRows } from './useDayRows.ts'
import { under, useDrag } from './useDrag.ts'
import layouts from './layouts.module.css'
import css from './days.module.css'

/** Records shown on a day before a link to all of them. */
const SHOWN = 4

/** The days of a month, filled up to whole weeks from Monday to Sunday. */
const weeksOfMonth = (month: string): string[] => {
  const days = daysOfMonth(month)
  const from = addDays(days[0]!, 1 - weekday(days[0]!))
  const until = addDays(days.at(-1)!, 7 - weekday(days.at(-1)!))
  return Array.from({ length: daysFrom(from, until) + 1 }, (_, i) => addDays(from, i))
}

interface DaysProps extends LayoutProps {
  readonly field: FieldModel
  readonly month: string
  readonly today: string
}

/** The link to all records of a day, where it has more than are shown. */
const AllOfDay = ({
  list,
  field,
  day,
  more,
}: Pick<DaysProps, 'list' | 'field'> & { readonly day: string; readonly more: number }) => {
  const { t } = useTranslation()
  return (
    <ListLink list={list} search={daySearch(list, field, day)} className={css.more}>
      {t('layouts.moreOfDay', { count: more })}
    </ListLink>
  )
}

/** The days of a month, or on a phone those that have records. */
const Month = ({ list, menuOf, field, month, today }: DaysProps) => {
  const { t } = useTranslation()
  const format = useFormat(list.zone)
  const { resource } = list
  const moves = useDayMoves(list, field)
  const days = isNarrow() ? daysOfMonth(month) : weeksOfMonth(month)
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
  if (!data) return <Loading />
  const entriesOf = (row: RecordData): readonly MenuEntry[] =>
    moves.movable
      ? [
          { key: 'move', label: t('layouts.moveDates'), onSelect: () => setMoved(row) },
          '-',
          ...menuOf(row),
        ]
      : menuOf(row)
  const recordsOf = (day: string, most: number) => {
    const rows = byDay.get(day) ?? []
    // One more record takes no more room than the link to it.
    const shown = rows.length > most + 1 ? rows.slice(0, most) : rows
    return (
      <>
        {shown.length ? (
          <ul className={css.records}>
            {shown.map((row) => (
              <DayRecord
                key={row.id}
                {...{ list, field, row, entriesOf }}
                dragged={drag?.thing.id === row.id}
                pending={moves.isPending(row.id)}
                onGrab={
                  moves.movable
                    ? (e: PointerEvent) => {
                        if (e.pointerType !== 'touch') start(row)(e)
                      }
                    : undefined
                }
              />
            ))}
          </ul>
        ) : null}
        {shown.length < rows.length ? (
          <AllOfDay list={list} field={field} day={day} more={rows.length - shown.length} />
        ) : null}
      </>
    )
  }
  const many = inSentence(resource.label.many)
  const filled = days.filter((day) => byDay.has(day))
  return (
    <>
      {isNarrow() ? (
        <div className={css.agenda}>
          {filled.map((day) => (
            <section key={day} data-day={day} aria-label={format.day(day)}>
              <h3 data-today={day === today || undefined}>{format.day(day)}</h3>
              {recordsOf(day, Infinity)}
            </section>
          ))}
          {filled.length ? null : <p className={css.none}>{t('layouts.noneInMonth', { many })}</p>}
        </div>
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
        {data.cut ? <div>{t('layouts.cut', { count: MOST_ROWS, many })}</div> : null}
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
