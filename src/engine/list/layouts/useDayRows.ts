import { useMemo } from 'react'
import type { RecordData } from '#data/types.ts'
import type { Condition } from '#model/query.ts'
import type { FieldModel } from '#model/types.ts'
import { dayStart, nextDay } from '#model/zone.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { titleOf } from '../../recordActions.ts'
import { isEditable } from '../editable.ts'
import type { List } from '../useList.ts'
import { addDays, daysFrom, todayIn } from './days.ts'
import { useAllRows } from './useAllRows.ts'
import { useMoves } from './useMoves.ts'

/** Conditions for records from one day to another, both included. */
export const betweenDays = (
  { kind, name }: FieldModel,
  from: string,
  until: string,
  zone: string,
): Condition[] => {
  const path = [name]
  return kind === 'instant'
    ? [
        { path, op: 'gte', value: dayStart(from, zone) },
        { path, op: 'lt', value: dayStart(nextDay(until), zone) },
      ]
    : [
        { path, op: 'gte', value: from },
        { path, op: 'lte', value: until },
      ]
}

/** The records of a list by day of one field, for the days given. */
export const useDayRows = (
  list: List,
  field: FieldModel,
  days: readonly string[],
  shown: ReturnType<typeof useMoves>['shown'],
) => {
  const { resource, query, zone } = list
  const { page: _, cursor: __, limit: ___, ...asked } = query
  const between = betweenDays(field, days[0]!, days.at(-1)!, zone)
  const response = useAllRows(resource, {
    ...asked,
    fields: [...new Set([...(asked.fields ?? []), field.name, ...untilOf(list, field)])],
    sort: [{ field: field.name, descending: false }],
    filter: { and: [...(asked.filter ? [asked.filter] : []), ...between] },
  })
  const byDay = useMemo(() => {
    const out = new Map<string, RecordData[]>()
    for (const row of shown(response.data?.rows ?? [])) {
      const value = String(row[field.name])
      const day = field.kind === 'instant' ? todayIn(zone, new Date(value)) : value
      out.set(day, [...(out.get(day) ?? []), row])
    }
    return out
  }, [response.data, shown, field, zone])
  return { ...response, byDay }
}

/** The end of a range that the field begins, which moves with it. */
const untilOf = ({ resource, allowed }: Pick<List, 'resource' | 'allowed'>, field: FieldModel) =>
  field.range?.from === field.name && allowed(resource, field.range.until)
    ? [field.range.until]
    : []

/** Moves records to another day by writing it, and the end of its range with it. */
export const useDayMoves = (list: List, field: FieldModel) => {
  const { t } = useTranslation()
  const format = useFormat()
  const moves = useMoves(list)
  const { resource, rights, trashed } = list
  const until = untilOf(list, field)
  const movable =
    !trashed &&
    field.kind === 'day' &&
    [field.name, ...until].every((name) => {
      const part = resource.fields.find((f) => f.name === name)
      return part && isEditable(resource, { name, field: part }, rights)
    })
  const { move } = moves
  const put = (row: RecordData, day: string): void => {
    const by = daysFrom(String(row[field.name]), day)
    if (!by) return
    const ends = until.filter((name) => typeof row[name] === 'string')
    void move(
      [
        {
          row,
          values: {
            [field.name]: day,
            ...Object.fromEntries(ends.map((name) => [name, addDays(String(row[name]), by)])),
          },
        },
      ],
      t('layouts.movedDay', { title: titleOf(resource, row), day: format.day(day) }),
    )
  }
  return { ...moves, movable, put, fields: [field.name, ...until] }
}
