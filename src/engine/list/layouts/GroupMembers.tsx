import { useQuery } from '@tanstack/react-query'
import { listQuery } from '#data/queries.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { Skeleton } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { ResourceLink } from '../../links.tsx'
import type { AnyListSearch } from '../../listSearch.ts'
import { titleOf } from '../../recordActions.ts'
import { useModel } from '../../resource.ts'
import { ListLink } from '../ListLink.tsx'
import { filterOf } from '../queryOf.ts'
import type { List } from '../useList.ts'
import type { Measure } from './measures.ts'
import { groupSearch } from './groupSearch.ts'
import type { Group } from './sums.ts'
import layouts from './layouts.module.css'
import css from './groups.module.css'

const SHOWN = 10

/** Reads the first records of a group. */
const useMembers = (list: List, target: AnyListSearch, measures: readonly Measure[]) => {
  const model = useModel()
  const { resource, zone, allowed } = list
  const filter = filterOf({ resource, model, search: target, zone, allowed })
  const fields = [...new Set([resource.title, ...measures.map(({ field }) => field.name)])].filter(
    (f) => allowed(resource, f),
  )
  return useQuery(
    listQuery(resource, {
      fields,
      ...(filter ? { filter } : {}),
      ...(list.query.search ? { search: list.query.search } : {}),
      limit: SHOWN,
    }),
  )
}

/** The first records of a group. */
export const GroupMembers = ({
  list,
  by,
  measures,
  group,
}: {
  readonly list: List
  readonly by: FieldModel
  readonly measures: readonly Measure[]
  readonly group: Group
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { resource, rights } = list
  const target = groupSearch(list, by, group.value)
  const response = useMembers(list, target, measures)
  const value = (v: Json | undefined) => {
    if (v === null || v === undefined) return '—'
    return typeof v === 'object' ? format.money(v as never) : format.number(Number(v))
  }
  if (!response.data) {
    const waiting = response.error ? 1 : Math.min(group.count, SHOWN)
    return Array.from({ length: waiting }, (_, i) => (
      <tr key={i} aria-busy={!response.error}>
        <td colSpan={2 + measures.length} className={css.member}>
          {response.error ? t('common.somethingWrong') : <Skeleton width="30%" />}
        </td>
      </tr>
    ))
  }
  return (
    <>
      {response.data.data.map((row) => (
        <tr key={row.id} data-id={row.id}>
          <th scope="row" className={css.member}>
            {rights.read ? (
              <ResourceLink
                resource={resource}
                target={{ page: 'detail', id: row.id }}
                className={layouts.titleLink}
                data-row-link=""
              >
                {titleOf(resource, row)}
              </ResourceLink>
            ) : (
              titleOf(resource, row)
            )}
          </th>
          <td />
          {measures.map(({ key, fn, field }) => (
            <td key={key} className={css.end}>
              {fn === 'sum' ? value(row[field.name]) : null}
            </td>
          ))}
        </tr>
      ))}
      {group.count > response.data.data.length ? (
        <tr>
          <td colSpan={2 + measures.length} className={css.member}>
            <ListLink list={list} search={target}>
              {t('layouts.allOfGroup', { count: group.count })}
            </ListLink>
          </td>
        </tr>
      ) : null}
    </>
  )
}
