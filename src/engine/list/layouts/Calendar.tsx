import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { recordQuery } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { fieldOf } from '#model/standard.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import type { MenuEntry } from '#ui/Menu.tsx'
import { EmptyState, ErrorState, Loading } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { compose, hasComposer } from '../../composers.ts'
import { titleOf } from '../../recordActions.ts'
import { modelOf, useRights } from '../../resource.ts'
import type { List } from '../useList.ts'
import type { Bar, Grip, Place } from './calendarParts.ts'
import { CalendarTable } from './CalendarTable.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { addDays, daysFrom, todayIn } from './days.ts'
import { daysOfMonth } from './months.ts'
import type { LayoutProps } from './LayoutView.tsx'
import { MonthBar } from './MonthBar.tsx'
import { Outcome } from './Outcome.tsx'
import { useCalendarOwner } from './useCalendarOwner.ts'
import { useCalendarRows } from './useCalendarRows.ts'
import { useMoves } from './useMoves.ts'
import { useCountText } from './countText.ts'
import { calendarOf, useStays } from './useStays.ts'
import css from './calendar.module.css'

/** Stays as bars over the days of a month, one row per kind of place, with occupancy counts. */
export const Calendar = ({ list, menuOf }: LayoutProps) => {
  const { t } = useTranslation()
  const field = fieldOf(list.resource, list.resource.list.layouts?.calendar?.by[0] ?? '')!
  const { id, none } = useCalendarOwner(list, field)
  const target = modelOf(field.ref ?? '')
  const rights = useRights(target ?? list.resource)
  const owner = useQuery({
    ...recordQuery(target ?? list.resource, id ?? ''),
    enabled: id !== undefined && target !== undefined && rights.read,
    retry: false,
  })
  if (none) {
    return (
      <div className={css.surface}>
        <EmptyState title={t('layouts.noOwner')} />
      </div>
    )
  }
  if (id === undefined || (rights.read && owner.isPending)) return <Loading shape="calendar" />
  return <Month key={id} list={list} menuOf={menuOf} id={id} owner={owner.data?.data} />
}

interface MonthProps extends Pick<LayoutProps, 'list' | 'menuOf'> {
  /** Id of the record whose calendar it is, and the record if it may be read. */
  readonly id: string
  readonly owner: RecordData | undefined
}

/** Moves a stay to other days or another kind of place, or one end of it to another day. */
const usePut = (list: List, move: ReturnType<typeof useMoves>['move']) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { resource } = list
  const {
    from,
    to,
    by: [, kindField],
  } = calendarOf(resource)
  return ({ bar, end }: Grip, place: Place) => {
    const { row } = bar
    // A stay that ended early keeps the end it was booked until.
    const by = daysFrom(bar.from, place.from)
    const wanted = end
      ? { [from]: place.from, [to]: place.until }
      : { [from]: place.from, [to]: addDays(String(row[to]), by), [kindField]: place.kind }
    const values = Object.fromEntries(
      Object.entries(wanted).filter(([name, value]) => value !== row[name]),
    )
    if (!Object.keys(values).length) return
    const next = { ...row, ...values } as RecordData
    void move(
      [{ row, values }],
      t('layouts.movedDates', {
        title: titleOf(resource, row),
        from: format.day(String(next[from])),
        to: format.day(String(next[to])),
      }),
    )
  }
}

/** Returns how nights of a kind are booked; undefined where they cannot be. */
const useBooking = ({ resource, rights, trashed }: List, owner: string) => {
  const { t } = useTranslation()
  const {
    from,
    to,
    by: [ownerField, kindField],
  } = calendarOf(resource)
  if (!hasComposer(resource) || !rights.create || trashed) return undefined
  return {
    label: t('list.add', { one: inSentence(resource.label.one) }),
    run: (kind: string, first: string, until: string) => {
      const values = { [ownerField]: owner, [kindField]: kind, [from]: first, [to]: until }
      compose(resource, new URLSearchParams(values).toString())
    },
  }
}

/** The dialog that moves a stay without dragging. */
const MoveStay = ({
  list: { resource, rights },
  row,
  onClose,
}: {
  readonly list: List
  readonly row: RecordData
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const { from, to, by } = calendarOf(resource)
  return (
    <ChangeDialog
      resource={resource}
      row={row}
      fields={[from, to, by[1]].flatMap((name) =>
        rights.writeField(name) ? (fieldOf(resource, name) ?? []) : [],
      )}
      title={t('layouts.moveUnderTitle', { title: titleOf(resource, row) })}
      action={t('layouts.move')}
      onClose={onClose}
    />
  )
}

const Month = ({ list, menuOf, id, owner }: MonthProps) => {
  const { t, i18n } = useTranslation()
  const { resource } = list
  const zone = owner?.[calendarOf(resource).zone?.split('.')[1] ?? '']
  const today = todayIn(typeof zone === 'string' ? zone : list.zone)
  const month = list.search.month ?? today.slice(0, 7)
  const days = useMemo(() => daysOfMonth(month), [month])
  const stays = useStays(list, id, days)
  const moves = useMoves(list)
  const { rows, count } = useCalendarRows(list, owner, stays, moves)
  const countText = useCountText(resource)
  const put = usePut(list, moves.move)
  const book = useBooking(list, id)
  const [asking, setAsking] = useState<RecordData>()
  const entriesOf = (bar: Bar): readonly MenuEntry[] => [
    ...(bar.movable
      ? [
          { key: 'move', label: t('layouts.moveDates'), onSelect: () => setAsking(bar.row) },
          '-' as const,
        ]
      : []),
    ...menuOf(bar.row),
  ]
  const title = new Intl.DateTimeFormat(i18n.language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`))
  const { seen, counted } = stays
  const failed = seen.error ?? counted.error
  return (
    <>
      <MonthBar
        {...{ list, month, title }}
        of={
          owner &&
          titleOf(
            modelOf(fieldOf(resource, calendarOf(resource).by[0])?.ref ?? '') ?? resource,
            owner,
          )
        }
        current={month === today.slice(0, 7)}
      />
      {failed && !seen.data && (
        <div className={css.surface}>
          <ErrorState error={failed} onRetry={() => void seen.refetch()} />
        </div>
      )}
      {!failed && !seen.data && (
        <div className={css.waiting}>
          <Loading shape="calendar" />
        </div>
      )}
      {seen.data && (
        <CalendarTable
          label={`${label(resource.label.many)}, ${title}`}
          {...{ resource, days, today, rows, entriesOf }}
          onMove={put}
          {...(book ? { book } : {})}
        />
      )}
      <div className={css.foot}>
        <div role="status">{seen.data ? countText(count, seen.data.cut) : ''}</div>
        <Outcome outcome={moves.outcome} />
      </div>
      {asking ? <MoveStay list={list} row={asking} onClose={() => setAsking(undefined)} /> : null}
    </>
  )
}
