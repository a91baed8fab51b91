import { Button } from '#ui/Button.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { mergeIncluded } from '#data/included.ts'
import { isProblem } from '#data/problem.ts'
import { listAsOfQuery } from '#data/past.ts'
import type { Included, RecordData } from '#data/types.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { iconOf } from '#ui/icons.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState, ErrorState, PermissionDenied, SkeletonRows } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { Cell } from '../list/Cell.tsx'
import { ColumnHead } from '../list/ColumnHead.tsx'
import type { ListColumn } from '../list/columns.ts'
import { nothingNarrowed, queryOf } from '../list/queryOf.ts'
import table from '../list/table.module.css'
import { useColumnWidths } from '../list/useColumnWidths.ts'
import { useList, type List } from '../list/useList.ts'
import { RecordLink } from '../links.tsx'
import { titleOf } from '../recordActions.ts'
import { useModel } from '../resource.ts'
import type { PageProps } from '../routes.ts'
import { PastFrame } from './PastFrame.tsx'
import { PastTools } from './PastTools.tsx'
import css from './past.module.css'

const none: readonly string[] = []

interface RowsProps {
  readonly list: List
  readonly columns: readonly ListColumn[]
  readonly rows: readonly RecordData[]
  readonly included: Included
}

const Rows = ({ list, columns, rows, included }: RowsProps) => {
  const { i18n } = useTranslation()
  const { resource, zone, rights } = list
  const widths = useColumnWidths({ ...list, columns, extra: [] }, { rows, included }, 0)
  return (
    <div className={table.scroll} tabIndex={0} role="group" aria-label={label(resource.label.many)}>
      <div className={table.fit}>
        <table
          role="table"
          className={`${table.table} ${css.rows}`}
          aria-label={label(resource.label.many)}
          style={widths.style}
        >
          <colgroup>
            {columns.map((c) => (
              <col key={c.name} style={{ width: widths.widthOf(c) }} />
            ))}
          </colgroup>
          <thead role="rowgroup" className={table.head}>
            <tr role="row">
              {columns.map((c) => (
                <ColumnHead
                  key={c.name}
                  column={c}
                  sort={list.sort}
                  widthPx={widths.pxOf(c)}
                  onSort={list.setSort}
                  onDrag={widths.drag}
                  onSet={widths.resize}
                />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row) => (
              <tr key={row.id} role="row" className={table.row}>
                {columns.map((column) =>
                  column.title ? (
                    <th key={column.name} role="rowheader" scope="row" className={table.title}>
                      {rights.read ? (
                        <RecordLink resource={resource} id={row.id} className={table.titleLink}>
                          {titleOf(resource, row)}
                        </RecordLink>
                      ) : (
                        titleOf(resource, row)
                      )}
                    </th>
                  ) : (
                    <td
                      key={column.name}
                      role="cell"
                      className={column.end ? table.end : undefined}
                      data-label={label(column.field.label)}
                    >
                      <Cell
                        column={column}
                        value={row[column.name]}
                        included={included}
                        locale={i18n.language}
                        zone={zone}
                        pictures={none}
                      />
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** The request of the list at an instant: queues, pages and the trash belong to today. */
const usePastQuery = ({ resource, search, zone, allowed, query: { fields } }: List) => {
  const model = useModel()
  return useMemo(() => {
    const { queue: _, trashed: _t, page: _p, after: _a, scroll: _s, limit: _l, ...kept } = search
    return queryOf({ resource, model, search: kept, zone, allowed }, fields ?? none)
  }, [resource, model, search, zone, allowed, fields])
}

/** What an empty list says: that nothing matches, or that there was nothing. */
const NothingThen = ({ list }: { readonly list: List }) => {
  const { t } = useTranslation()
  const Icon = iconOf(list.resource.nav.icon)
  const icon = <Icon size={32} stroke={1.25} />
  if (!list.narrowed) return <EmptyState icon={icon} title={t('versions.nothingThen')} />
  return (
    <EmptyState
      icon={icon}
      title={t('list.noMatchTitle', { many: inSentence(list.resource.label.many) })}
      text={t('list.noMatchText')}
      actions={
        <Button variant="default" onClick={() => list.setSearch(nothingNarrowed(list.resource))}>
          {t('list.clearFilters')}
        </Button>
      }
    />
  )
}

/**
 * A list as it was at the instant in the URL, for reading only: filtered, searched and sorted by
 * the values of then.
 */
export const PastList = ({ resource }: PageProps) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const list = useList(resource)
  const { asOf = '' } = list.search
  const asked = usePastQuery(list)
  const query = useInfiniteQuery({ ...listAsOfQuery(resource, asOf, asked), retry: false })
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  // Pictures change without a record of their earlier files.
  const columns = useMemo(
    () => list.columns.filter((c) => c.field.kind !== 'image' && c.field.kind !== 'images'),
    [list.columns],
  )
  const included = useMemo(() => mergeIncluded(data?.pages ?? []), [data])
  if (isProblem(error, 403)) return <PermissionDenied />
  const { total, totalIsExact } = data?.pages[0]?.page ?? { total: 0, totalIsExact: true }
  return (
    <PastFrame key={asOf} at={asOf} note={t('versions.readOnly')}>
      <PageHeader title={label(resource.label.many)} />
      <PastTools list={list} />
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!error && !data ? <SkeletonRows columns={4} rows={8} /> : null}
      {data && !rows.length ? <NothingThen list={list} /> : null}
      {rows.length ? <Rows list={list} columns={columns} rows={rows} included={included} /> : null}
      {rows.length ? (
        <div className={css.foot}>
          {hasNextPage ? (
            <Button
              variant="default"
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {t('detail.showMore')}
            </Button>
          ) : null}
          <span role="status" className={css.quiet}>
            {t('list.loadedCount', {
              loaded: number(rows.length),
              total: totalIsExact ? number(total) : t('list.totalMore', { total: number(total) }),
              many: inSentence(resource.label.many),
            })}
          </span>
        </div>
      ) : null}
    </PastFrame>
  )
}
