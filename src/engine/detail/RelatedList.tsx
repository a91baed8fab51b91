import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listQuery } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { fieldOf } from '#model/standard.ts'
import type { Relation, ResourceModel } from '#model/types.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#ui/states.tsx'
import { alignsEnd } from '../fields/format.ts'
import { FieldValue } from '../fields/FieldValue.tsx'
import { ResourceLink } from '../links.tsx'
import { titleOf } from '../recordActions.ts'
import { relationSearch } from '../relationSearch.ts'
import { useRights } from '../resource.ts'
import classes from './detail.module.css'

const PAGE = 25

/**
 * Records of another collection that refer to this one: searchable, paged, with links to add one
 * and to the full list.
 */
export const RelatedList = ({
  owner,
  record,
  relation,
  target,
}: {
  owner: ResourceModel
  record: RecordData
  relation: Relation
  target: ResourceModel
}) => {
  const { t } = useTranslation()
  const rights = useRights(target)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const [page, setPage] = useState(1)
  const descending = target.list.sort.startsWith('-')
  const query = useQuery(
    listQuery(target, {
      filter: { path: [relation.field], op: relation.many ? 'has' : 'eq', value: record.id },
      limit: PAGE,
      page,
      sort: [{ field: target.list.sort.replace(/^-/, ''), descending }],
      ...(search ? { search } : {}),
    }),
  )
  const columns = target.list.columns
    .filter((c) => c !== relation.field)
    .flatMap((c) => {
      const f = fieldOf(target, c)
      return f ? [f] : []
    })
  const { data, error } = query
  const total = data?.page.total ?? 0
  return (
    <div className={classes.section}>
      <div className={classes.tools}>
        <TextInput
          type="search"
          role="searchbox"
          aria-label={t('detail.search', { many: inSentence(target.label.many) })}
          placeholder={t('detail.search', { many: inSentence(target.label.many) })}
          value={typed}
          onChange={(e) => {
            setTyped(e.currentTarget.value)
            setPage(1)
          }}
        />
        <span role="status" className={classes.muted}>
          {data
            ? t('detail.pageOf', {
                from: total === 0 ? 0 : (page - 1) * PAGE + 1,
                to: Math.min(page * PAGE, total),
                total: data.page.totalIsExact ? total : `${total}+`,
              })
            : ''}
        </span>
        <span className={classes.spring} />
        {target.path ? (
          <ResourceLink
            resource={target}
            target={{
              page: 'list',
              search: {
                ...relationSearch(target, relation.field, [record.id]),
                ...(search ? { search } : {}),
              },
            }}
          >
            {t('detail.openAll')}
          </ResourceLink>
        ) : null}
        {rights.create && !relation.many && target.path ? (
          <Button
            variant="default"
            renderRoot={(props) => (
              <ResourceLink
                resource={target}
                target={{ page: 'create', search: { preset: `${relation.field}=${record.id}` } }}
                {...props}
              />
            )}
          >
            {t('common.add', { one: inSentence(target.label.one) })}
          </Button>
        ) : null}
      </div>
      {error && <ErrorState error={error} onRetry={() => void query.refetch()} />}
      {!error && !data && <SkeletonRows columns={4} rows={5} />}
      {!error && data?.data.length === 0 && (
        <EmptyState
          title={t('detail.empty')}
          text={t('detail.relatedEmpty', {
            many: inSentence(target.label.many),
            one: inSentence(owner.label.one),
          })}
        />
      )}
      {!error && data && data.data.length > 0 && (
        <div
          className={classes.scroll}
          tabIndex={0}
          role="group"
          aria-label={label(target.label.many)}
        >
          <table className={classes.table} aria-label={label(target.label.many)}>
            <thead>
              <tr>
                {columns.map((f) => (
                  <th key={f.name} scope="col" data-end={alignsEnd(f) || undefined}>
                    {label(f.label)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.data.map((row) => (
                <tr key={row.id}>
                  {columns.map((f) => (
                    <td key={f.name} data-kind={f.kind} data-end={alignsEnd(f) || undefined}>
                      {f.name === target.title && target.path ? (
                        <ResourceLink resource={target} target={{ page: 'detail', id: row.id }}>
                          {titleOf(target, row)}
                        </ResourceLink>
                      ) : (
                        <FieldValue field={f} value={row[f.name]} included={data.included} />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {total > PAGE ? (
        <nav
          className={classes.pages}
          aria-label={`${label(target.label.many)}: ${t('detail.next')}`}
        >
          <Button
            size="xs"
            variant="default"
            disabled={page === 1}
            onClick={() => setPage(page - 1)}
          >
            {t('detail.previous')}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={page * PAGE >= total}
            onClick={() => setPage(page + 1)}
          >
            {t('detail.next')}
          </Button>
        </nav>
      ) : null}
    </div>
  )
}
