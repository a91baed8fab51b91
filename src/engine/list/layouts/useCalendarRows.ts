import type { RecordData } from '#data/types.ts'
import { fieldOf } from '#model/standard.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { titleOf } from '../../recordActions.ts'
import type { List } from '../useList.ts'
import type { Bar, CalendarRow } from './calendarParts.ts'
import type { End } from './stays.ts'
import type { useMoves } from './useMoves.ts'
import { calendarOf, stayOf, type useStays } from './useStays.ts'

const nobody: readonly RecordData[] = []
type Rows = readonly Readonly<Record<string, Json>>[]

/** Returns the kinds of places that an owner has, with their capacity. */
const kindsOf = (resource: ResourceModel, owner: RecordData | undefined) => {
  const { capacity } = calendarOf(resource)
  const known = ((capacity ? owner?.[capacity.of.split('.')[1] ?? ''] : undefined) ?? []) as Rows
  return known.map((k) => ({
    key: String(k[capacity!.key]),
    label: capacity!.label ? String(k[capacity!.label] ?? '') : '',
    count: Number(k[capacity!.count] ?? 0),
  }))
}

/** The ends of stays whose day the person may change. */
const endsOf = ({ resource, rights, trashed }: List): readonly End[] => {
  const { from, to } = calendarOf(resource)
  if (!rights.update || trashed) return []
  return [
    ...(rights.writeField(from) ? (['from'] as const) : []),
    ...(rights.writeField(to) ? (['until'] as const) : []),
  ]
}

/** Returns a function that draws a record as a bar. */
const useBar = (
  list: List,
  { seen }: ReturnType<typeof useStays>,
  isPending: (id: string) => boolean,
): ((row: RecordData) => Bar) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { resource } = list
  const { from, to, title: naming } = calendarOf(resource)
  const ends = endsOf(list)
  const named = fieldOf(resource, naming ?? '')?.ref
  // Undefined for a related record that the person may not see.
  const nameOf = (row: RecordData): string | undefined =>
    seen.data?.included[named ?? '']?.[String(row[naming ?? ''])]?.title
  return (row) => {
    const state = resource.states.find((s) => s.value === row.state)
    const stay = stayOf(resource, row)
    return {
      ...stay,
      row,
      title: titleOf(resource, row),
      text: nameOf(row) ?? titleOf(resource, row),
      tone: state?.tone ?? 'neutral',
      // Of states with the same tone, the later one is drawn solid.
      solid: resource.states.some(
        (s, i) => s.tone === state?.tone && i < resource.states.indexOf(state!),
      ),
      movable: ends.length === 2 && !state?.final,
      ends: state?.final ? [] : ends.filter((end) => end === 'from' || stay.until === row[to]),
      pending: isPending(row.id),
      name: t('layouts.stay', {
        title: [titleOf(resource, row), nameOf(row)].filter(Boolean).join(', '),
        from: format.day(String(row[from])),
        to: format.day(String(row[to])),
        state: state ? label(state.label) : '',
      }),
    }
  }
}

/** The rows of the calendar, one per kind of place, and how many records they show. */
export const useCalendarRows = (
  list: List,
  owner: RecordData | undefined,
  stays: ReturnType<typeof useStays>,
  { shown, isPending }: Pick<ReturnType<typeof useMoves>, 'shown' | 'isPending'>,
): { readonly rows: readonly CalendarRow[]; readonly count: number } => {
  const { resource, search } = list
  const {
    from,
    to,
    by: [, kindField],
    capacity,
  } = calendarOf(resource)
  const barOf = useBar(list, stays, isPending)
  // What occupies nothing, such as a cancelled stay, shows only when the person filters by state.
  const inPlay = (row: RecordData) =>
    search.state !== undefined ||
    row.state === undefined ||
    (capacity?.states?.includes(String(row.state)) ?? true)
  const records = shown(stays.seen.data?.rows ?? nobody).filter(
    (row) => row[from] && row[to] && inPlay(row),
  )
  const taking = shown(stays.counted.data?.rows ?? nobody)
  const kinds = kindsOf(resource, owner)
  const others = [...new Set(records.map((r) => String(r[kindField] ?? '')))].filter(
    (key) => !kinds.some((k) => k.key === key),
  )
  const rows = [...kinds, ...others.map((key) => ({ key, label: '', count: undefined }))].map(
    (kind) => ({
      ...kind,
      taken: capacity
        ? taking.filter((r) => r[kindField] === kind.key).map((r) => stayOf(resource, r))
        : undefined,
      bars: records.filter((r) => String(r[kindField] ?? '') === kind.key).map(barOf),
    }),
  )
  return { rows, count: records.length }
}
