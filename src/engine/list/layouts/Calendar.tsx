import { useEffect, useMemo, useState } from 'react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { aggregateQuery, optionsQuery, recordQuery } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import type { Filter } from '#model/query.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import type { MenuEntry } from '#ui/Menu.tsx'
import { EmptyState, ErrorState, Loading } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { compose, hasComposer } from '../../composers.ts'
import { titleOf } from '../../recordActions.ts'
import { modelOf, useRights } from '../../resource.ts'
import { ListLink } from '../ListLink.tsx'
import type { List } from '../useList.ts'
import { CalendarTable, type Bar, type CalendarRow } from './CalendarTable.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { addDays, addMonths, daysOfMonth, todayIn } from './days.ts'
import type { LayoutProps } from './LayoutView.tsx'
import { Outcome } from './Outcome.tsx'
import { useAllRows } from './useAllRows.ts'
import { useMoves } from './useMoves.ts'
import listCss from '../list.module.css'
import css from './calendar.module.css'

const nobody: readonly RecordData[] = []
type Rows = readonly Readonly<Record<string, Json>>[]

/**
 * Owner of the calendar: the list's filter, otherwise the one with the most records, otherwise the
 * first; then set in the URL.
 */
const useOwner = (
  list: List,
  field: FieldModel,
): { readonly id: string | undefined; readonly none: boolean } => {
  const chosen = list.search[field.name]
  const one = Array.isArray(chosen) ? chosen[0] : chosen
  const id = typeof one === 'string' ? one : undefined
  const missing = id === undefined
  const busiest = useQuery({
    ...aggregateQuery(list.resource, { group: [field.name], measure: ['count'] }),
    enabled: missing,
  })
  const first = useQuery({
    ...optionsQuery(field.ref ?? ''),
    enabled: missing && (busiest.isError || busiest.data?.data.length === 0),
  })
  const most = busiest.data?.data[0]?.group[field.name]
  const wanted = id ?? (typeof most === 'string' ? most : first.data?.[0]?.id)
  const { setSearch } = list
  useEffect(() => {
    if (wanted !== undefined && chosen !== wanted) {
      setSearch({ [field.name]: wanted }, { replace: true })
    }
  }, [wanted, chosen, setSearch, field])
  return {
    id: typeof chosen === 'string' ? chosen : undefined,
    none: missing && first.data?.length === 0,
  }
}

/** Stays as bars over the days of a month, one row per kind of place, with occupancy counts. */
export const Calendar = ({ list, menuOf, nothing }: LayoutProps) => {
  const { t } = useTranslation()
  const field = fieldOf(list.resource, list.resource.list.layouts?.calendar?.by[0] ?? '')!
  const { id, none } = useOwner(list, field)
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
  if (id === undefined || (rights.read && owner.isPending)) return <Loading />
  return (
    <Month
      key={id}
      list={list}
      menuOf={menuOf}
      nothing={nothing}
      id={id}
      owner={owner.data?.data}
    />
  )
}

const Month = ({
  list,
  menuOf,
  id,
  owner,
}: LayoutProps & { readonly id: string; readonly owner: RecordData | undefined }) => {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const { resource, rights } = list
  const calendar = resource.list.layouts!.calendar!
  const {
    from,
    to,
    ended,
    title: naming,
    by: [ownerField, kindField],
    capacity,
  } = calendar
  const zone = owner?.[calendar.zone?.split('.')[1] ?? '']
  const today = todayIn(typeof zone === 'string' ? zone : list.zone)
  const month = list.search.month ?? today.slice(0, 7)
  const days = useMemo(() => daysOfMonth(month), [month])

  const { page: _, cursor: __, ...asked } = list.query
  const meeting: Filter[] = [
    { path: [from], op: 'lte', value: days.at(-1)! },
    { path: [to], op: 'gte', value: days[0]! },
  ]
  const fields = [
    ...new Set([
      resource.title,
      from,
      to,
      kindField,
      ownerField,
      ...(ended ? [ended] : []),
      ...(naming ? [naming] : []),
      ...(capacity?.taken ? [capacity.taken] : []),
      ...(resource.states.length ? ['state'] : []),
    ]),
  ].filter((f) => list.allowed(resource, f))
  const sort = [{ field: from, descending: false }]
  const seen = useAllRows(resource, {
    ...asked,
    fields,
    sort,
    filter: { and: [...(asked.filter ? [asked.filter] : []), ...meeting] },
  })
  // Occupancy must not depend on the person's filters.
  const counted = useAllRows(
    resource,
    {
      fields,
      sort,
      filter: {
        and: [
          { path: [ownerField], op: 'eq', value: id },
          ...meeting,
          ...(capacity?.states
            ? [{ path: ['state'], op: 'in' as const, value: capacity.states }]
            : []),
        ],
      },
    },
    capacity !== undefined,
  )
  const { move, shown, outcome, isPending } = useMoves(list)
  const [asking, setAsking] = useState<RecordData>()
  const may = rights.update && [from, to].every(rights.writeField) && !list.trashed

  const stayOf = (row: RecordData) => ({
    id: row.id,
    from: String(row[from]),
    until: String((ended ? row[ended] : null) ?? row[to]),
    taken: capacity?.taken ? Number(row[capacity.taken] ?? 1) : 1,
  })
  // What occupies nothing, such as a cancelled stay, shows only when the person filters by state.
  const inPlay = (row: RecordData) =>
    list.search.state !== undefined ||
    row.state === undefined ||
    (capacity?.states?.includes(String(row.state)) ?? true)
  const rows = shown(seen.data?.rows ?? nobody).filter((row) => row[from] && row[to] && inPlay(row))
  const named = fieldOf(resource, naming ?? '')?.ref
  // Undefined for a related record that the person may not see.
  const nameOf = (row: RecordData): string | undefined =>
    seen.data?.included[named ?? '']?.[String(row[naming ?? ''])]?.title
  const known = ((capacity ? owner?.[capacity.of.split('.')[1] ?? ''] : undefined) ?? []) as Rows
  const kinds = known.map((k) => ({
    key: String(k[capacity!.key]),
    label: capacity!.label ? String(k[capacity!.label] ?? '') : '',
    count: Number(k[capacity!.count] ?? 0),
  }))
  const others = [...new Set(rows.map((r) => String(r[kindField] ?? '')))].filter(
    (key) => !kinds.some((k) => k.key === key),
  )
  const taking = shown(counted.data?.rows ?? nobody)
  const lines: CalendarRow[] = [
    ...kinds,
    ...others.map((key) => ({ key, label: '', count: undefined })),
  ].map(({ key, label: text, count }) => ({
    key,
    label: text,
    count,
    taken: capacity ? taking.filter((r) => r[kindField] === key).map(stayOf) : undefined,
    bars: rows
      .filter((r) => String(r[kindField] ?? '') === key)
      .map((row): Bar => {
        const state = resource.states.find((s) => s.value === row.state)
        return {
          ...stayOf(row),
          row,
          title: titleOf(resource, row),
          text: nameOf(row) ?? titleOf(resource, row),
          tone: state?.tone ?? 'neutral',
          // Of states with the same tone, the later one is drawn solid.
          solid: resource.states.some(
            (s, i) => s.tone === state?.tone && i < resource.states.indexOf(state!),
          ),
          movable: may && !state?.final,
          pending: isPending(row.id),
          name: t('layouts.stay', {
            title: [titleOf(resource, row), nameOf(row)].filter(Boolean).join(', '),
            from: format.day(String(row[from])),
            to: format.day(String(row[to])),
            state: state ? label(state.label) : '',
          }),
        }
      }),
  }))

  const put = ({ row }: Bar, by: number, kind: string) => {
    const values = {
      ...(by ? { [from]: addDays(String(row[from]), by), [to]: addDays(String(row[to]), by) } : {}),
      ...(kind === row[kindField] ? {} : { [kindField]: kind }),
    }
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
  const to_ = (next: string | undefined) => ({
    ...list.search,
    page: undefined,
    after: undefined,
    month: next,
  })
  const failed = seen.error ?? counted.error
  const book = {
    label: t('list.add', { one: inSentence(resource.label.one) }),
    run: (kind: string, first: string, until: string) => {
      const values = { [ownerField]: id, [kindField]: kind, [from]: first, [to]: until }
      compose(resource, new URLSearchParams(values).toString())
    },
  }
  return (
    <>
      <div className={css.bar}>
        <ListLink
          list={list}
          search={to_(addMonths(month, -1))}
          className={css.step}
          aria-label={t('layouts.previousMonth')}
          title={t('layouts.previousMonth')}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ListLink>
        <ListLink
          list={list}
          search={to_(addMonths(month, 1))}
          className={css.step}
          aria-label={t('layouts.nextMonth')}
          title={t('layouts.nextMonth')}
        >
          <IconChevronRight size={16} aria-hidden />
        </ListLink>
        <h2 className={css.month}>{title}</h2>
        {owner ? (
          <span className={css.owner}>
            {titleOf(modelOf(fieldOf(resource, ownerField)?.ref ?? '') ?? resource, owner)}
          </span>
        ) : null}
        {month === today.slice(0, 7) ? null : (
          <ListLink list={list} search={to_(undefined)} className={listCss.button}>
            {t('layouts.thisMonth')}
          </ListLink>
        )}
      </div>
      {failed && !seen.data && (
        <div className={css.surface}>
          <ErrorState error={failed} onRetry={() => void seen.refetch()} />
        </div>
      )}
      {!failed && !seen.data && <Loading />}
      {seen.data && (
        <CalendarTable
          label={`${label(resource.label.many)}, ${title}`}
          days={days}
          today={today}
          rows={lines}
          entriesOf={entriesOf}
          onMove={put}
          {...(hasComposer(resource) && rights.create && !list.trashed ? { book } : {})}
        />
      )}
      <div className={css.foot}>
        <div role="status">
          {seen.data
            ? t(seen.data.cut ? 'layouts.cut' : 'layouts.count', {
                count: rows.length,
                many: inSentence(resource.label.many),
              })
            : ''}
        </div>
        <Outcome outcome={outcome} />
      </div>
      {asking ? (
        <ChangeDialog
          resource={resource}
          row={asking}
          fields={[from, to, kindField].flatMap((name) =>
            rights.writeField(name) ? (fieldOf(resource, name) ?? []) : [],
          )}
          title={t('layouts.moveUnderTitle', { title: titleOf(resource, asking) })}
          action={t('layouts.move')}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
    </>
  )
}
