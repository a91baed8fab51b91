import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { mergeIncluded } from '#data/included.ts'
import { isProblem } from '#data/problem.ts'
import { listAsOfQuery } from '#data/past.ts'
import type { Included, RecordData } from '#data/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState, ErrorState, PermissionDenied, SkeletonRows } from '#ui/states.tsx'
import { Cell } from '../list/Cell.tsx'
import { possibleColumns, shownColumns, type ListColumn } from '../list/columns.ts'
import { useListPreference } from '../list/preference.ts'
import table from '../list/table.module.css'
import { RecordLink, useListSearch } from '../links.tsx'
import { useTimeZone } from '../person.ts'
import { titleOf } from '../recordActions.ts'
import { useRights } from '../resource.ts'
import type { PageProps } from '../routes.ts'
import { PastFrame } from './PastFrame.tsx'
import css from './past.module.css'

const PAGE = 50
const none: readonly string[] = []

interface RowsProps extends PageProps {
  readonly columns: readonly ListColumn[]
  readonly rows: readonly RecordData[]
  readonly included: Included
  readonly opens: boolean
}

const Rows = ({ resource, columns, rows, included, opens }: RowsProps) => {
  const { i18n } = useTranslation()
  const zone = useTimeZone()
  const minInlineSize = columns.reduce((sum, c) => sum + c.widthPx, 0)
  return (
    <div className={table.scroll} tabIndex={0} role="group" aria-label={label(resource.label.many)}>
      <table
        role="table"
        className={`${table.table} ${css.rows}`}
        aria-label={label(resource.label.many)}
        style={{ minInlineSize }}
      >
        <colgroup>
          {columns.map((c) => (
            <col key={c.name} style={c.flexible ? undefined : { width: c.widthPx }} />
          ))}
        </colgroup>
        <thead role="rowgroup" className={table.head}>
          <tr role="row">
            {columns.map((c) => (
              <th
                key={c.name}
                role="columnheader"
                scope="col"
                className={`${c.title ? table.title : ''} ${c.end ? table.end : ''}`}
              >
                {label(c.field.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={row.id} role="row" className={table.row}>
              {columns.map((column) =>
                column.title ? (
                  <th key={column.name} role="rowheader" scope="row" className={table.title}>
                    {opens ? (
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
  )
}

/** A list as it was at the instant in the URL, whole and for reading only. */
export const PastList = ({ resource }: PageProps) => {
  const { t } = useTranslation()
  const [{ asOf = '' }] = useListSearch()
  const rights = useRights(resource)
  const [preference] = useListPreference(resource)
  const query = useInfiniteQuery({ ...listAsOfQuery(resource, asOf, PAGE), retry: false })
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const included = useMemo(() => mergeIncluded(data?.pages ?? []), [data])
  if (isProblem(error, 403)) return <PermissionDenied />
  const possible = possibleColumns(resource, rights.readField)
  const columns = shownColumns(resource, possible, preference.columns)
    .map((name) => possible.find((c) => c.name === name)!)
    // Pictures change without a record of their earlier files.
    .filter((c) => c.field.kind !== 'image' && c.field.kind !== 'images')
  return (
    <PastFrame key={asOf} at={asOf} note={t('versions.wholeList')}>
      <PageHeader title={label(resource.label.many)} />
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!error && !data ? <SkeletonRows columns={4} rows={8} /> : null}
      {data && !rows.length ? <EmptyState title={t('versions.nothingThen')} /> : null}
      {rows.length ? (
        <Rows
          resource={resource}
          columns={columns}
          rows={rows}
          included={included}
          opens={rights.read}
        />
      ) : null}
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
            {t(hasNextPage ? 'versions.rowsSoFar' : 'versions.allRows', { count: rows.length })}
          </span>
        </div>
      ) : null}
    </PastFrame>
  )
}
