/**
 * State of a list: its URL parameters, rows, selection and permitted actions. Renders nothing;
 * custom screens may reuse it.
 */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { appConfig } from '#data/config.ts'
import { isProblem } from '#data/problem.ts'
import type { RecordData } from '#data/types.ts'
import type { LayoutName } from '#model/layouts.ts'
import type { SortKey } from '#model/query.ts'
import type { ResourceModel } from '#model/types.ts'
import { formatSort } from '#model/urlQuery.ts'
import { onOwnChange } from '../changes/followed.ts'
import { keepListed } from '../listed.ts'
import { pageSizes } from '../listSearch.ts'
import { useTimeZone } from '../person.ts'
import { useModel, useRights } from '../resource.ts'
import { useAllowed } from '../useAllowed.ts'
import { requestedFields, possibleColumns, shownColumns } from './columns.ts'
import { hasOwnRows, readLayout } from './layouts/names.ts'
import { isNarrow } from './preference.ts'
import { noExtra, type ListPreset } from './preset.ts'
import { filterOf, isNarrowed, lastReachable, queryOf, sortOf, usualSort } from './queryOf.ts'
import { useListView } from './useListView.ts'
import { useLive } from './useLive.ts'
import { useQueueTime } from './useQueueTime.ts'
import { useRows } from './useRows.ts'
import { useSame } from './useSame.ts'
import { useSelection } from './useSelection.ts'

const noRows: readonly RecordData[] = []

/**
 * The state of a resource's list, kept in the URL and, for columns and views, on the server. The
 * rows of an earlier instant are requested where they are shown.
 */
export const useList = (resource: ResourceModel, preset?: ListPreset) => {
  const saved = useListView(resource, preset)
  const { search, setSearch, preference, view, waiting } = saved
  const model = useModel()
  const rights = useRights(resource)
  const zone = useTimeZone()

  const allowed = useAllowed()
  const possible = useMemo(
    () => possibleColumns(resource, (name) => allowed(resource, name)),
    [resource, allowed],
  )
  const shown = useMemo(
    () => shownColumns(resource, possible, preference.columns ?? preset?.columns),
    [resource, possible, preference.columns, preset],
  )
  const now = useQueueTime(resource)
  const asked = useMemo(
    () => ({
      resource,
      model,
      search,
      zone,
      allowed,
      now,
      ...(preset ? { fixed: preset.filter } : {}),
    }),
    [resource, model, search, zone, allowed, now, preset],
  )
  const extra = preset?.extra ?? noExtra
  const usualLayout = isNarrow() ? preference.narrowLayout : preference.layout
  const layout: LayoutName =
    preset || waiting
      ? 'table'
      : (search.layout ?? (view ? undefined : readLayout(resource, usualLayout)) ?? 'table')
  const ownRows = hasOwnRows(layout)
  const picture = layout === 'grid' ? resource.list.layouts?.grid : undefined
  const query = useMemo(
    () =>
      queryOf(
        asked,
        requestedFields(
          resource,
          [
            ...shown,
            // `customer.email` needs the customer.
            ...(preference.columns ?? []).map((name) => name.split('.')[0]!),
            ...(picture ? [picture] : []),
            ...extra.flatMap((e) => e.fields),
          ],
          (name) => allowed(resource, name),
        ),
      ),
    [asked, resource, shown, preference.columns, extra, picture, allowed],
  )
  const scrolling = search.scroll === true && layout === 'table'
  const response = useRows(resource, query, scrolling, !search.asOf && !ownRows && !waiting)
  const { key } = response
  const live = useLive(resource, key, response.data)

  useEffect(() => onOwnChange(live.own), [live.own])

  const sort = useMemo(() => sortOf(resource, search), [resource, search])
  const usual = usualSort(resource, search)
  // A document database sorts by one field.
  const several = appConfig().documents?.[resource.collection] === undefined
  const setSort = useCallback(
    (next: readonly SortKey[]) => {
      const text = formatSort(several ? next : next.slice(-1))
      setSearch({ sort: text === usual ? undefined : text || undefined })
    },
    [setSearch, usual, several],
  )

  const limit = search.limit ?? pageSizes[0]
  const info = response.data?.page
  // Without page numbers, only the first page has one.
  const last = info?.unnumbered ? 1 : lastReachable(limit)
  const pages = info ? Math.max(1, Math.min(Math.ceil(info.total / limit), last)) : 1
  // With a cursor the number only shows the position.
  const beyond = search.after !== undefined
  const page = beyond ? (search.page ?? last + 1) : Math.min(search.page ?? 1, last)
  const settled = response.data !== undefined && !response.changing
  useEffect(() => {
    // Rows disappeared while someone was on the last page.
    if (settled && !beyond && page > pages) {
      setSearch({ page: pages > 1 ? pages : undefined }, { replace: true })
    }
  }, [settled, beyond, page, pages, setSearch])
  const { error } = response
  // A cursor that was tampered with, or one from before the server's secret changed.
  const bentCursor = beyond && isProblem(error, 400)
  useEffect(() => {
    if (bentCursor) setSearch({}, { replace: true })
  }, [bentCursor, setSearch])

  const [drawn, drawRows] = useState<readonly RecordData[]>(noRows)
  const rows = ownRows ? drawn : live.shown.rows
  useEffect(() => {
    if (settled) {
      keepListed(
        resource.collection,
        rows.map((r) => r.id),
        search.queue,
      )
    }
  }, [settled, rows, resource, search.queue])

  const columns = useMemo(
    () => shown.map((name) => possible.find((c) => c.name === name)!),
    [shown, possible],
  )
  const trashed = search.trashed === true
  const chosen = useSelection({ rows, query, trashed })
  const selected = useMemo(
    () => rows.filter((r) => chosen.selection[r.id]),
    [rows, chosen.selection],
  )

  const stateless = useMemo(
    () => filterOf({ ...asked, search: { ...search, queue: undefined } }, 'state'),
    [asked, search],
  )
  const setup = useSame({
    resource,
    preset,
    extra,
    layout,
    ownRows,
    ...saved,
    several,
    rights,
    zone,
    allowed,
    query,
    possible,
    columns,
    sort,
    setSort,
    limit,
    /** Rows load while scrolling; `more` requests the next ones. */
    scrolling,
    trashed,
    narrowed: isNarrowed(resource, search),
    /** Filters without queue and those on the field `state`, for the counts of the tabs. */
    stateless,
    /** Time in ms its queues refer to. */
    now,
  })

  return {
    ...setup,
    /** The same as one object, which stays when rows arrive, for parts that render without them. */
    setup,
    /** The rows of the page, or those that a layout with its own rows has drawn. */
    rows,
    drawRows,
    included: live.shown.included,
    fresh: live.shown.fresh,
    shown: live.shown,
    flashed: live.flashed,
    takeFresh: live.take,
    ownAction: live.own,
    first: response.data === undefined && !response.error,
    error: response.data === undefined && !bentCursor ? error : null,
    refetch: response.refetch,
    /** Rows other than those on screen are loading. */
    changing: response.changing,
    fetching: response.fetching,
    page,
    pages,
    last,
    beyond,
    notice: response.data?.notice,
    previousCursor: info?.previous ?? null,
    nextCursor: info?.next ?? null,
    setScrolled: response.setScrolled,
    more: response.more,
    moreFailed: response.moreFailed,
    total: info?.total ?? 0,
    totalIsExact: info?.totalIsExact ?? true,
    /** The selected rows; `here`: they are of the current filter. */
    ...chosen,
    /** The selected rows of this page. */
    selected,
  }
}

export type List = ReturnType<typeof useList>

/** What a list shows and how, without its rows. */
export type ListSetup = List['setup']
