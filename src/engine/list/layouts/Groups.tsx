import { useState, type ReactNode } from 'react'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { aggregateQuery, listQuery } from '#data/queries.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { Badge } from '#ui/Badge.tsx'
import { ErrorState, Loading } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { formatOf } from '../../fields/format.ts'
import { ResourceLink } from '../../links.tsx'
import { filterFields, type AnyListSearch } from '../../listSearch.ts'
import { titleOf } from '../../recordActions.ts'
import { ListLink } from '../ListLink.tsx'
import { filterOf } from '../queryOf.ts'
import { useModel } from '../../resource.ts'
import { TagList } from '../../tags/TagList.tsx'
import type { List } from '../useList.ts'
import type { LayoutProps } from './LayoutView.tsx'
import { mergedGroups, totalsOf, type Group, type Sum } from './sums.ts'
import listCss from '../list.module.css'
import layouts from './layouts.module.css'
import css from './groups.module.css'

const SHOWN = 10

/** Search parameters of the list restricted to one group. */
const searchOf = (list: List, by: FieldModel, value: Json): AnyListSearch => {
  const plain: AnyListSearch = {
    ...list.search,
    page: undefined,
    after: undefined,
    by: undefined,
    layout: 'table',
  }
  // A record has several tags: those it is filtered by still hold.
  const filtered = by.tagsOf !== undefined && list.search[by.name] !== undefined
  if (value !== null && !filtered && filterFields(list.resource).some((f) => f.name === by.name)) {
    return { ...plain, [by.name]: value as string }
  }
  const condition =
    value === null
      ? { path: [by.name], op: 'isNull' as const, value: true }
      : { path: [by.name], op: by.tagsOf === undefined ? ('eq' as const) : ('has' as const), value }
  return {
    ...plain,
    where: list.search.where ? { and: [list.search.where, condition] } : condition,
  }
}

/** The list in groups, each with its count and sums; an open group shows its first records. */
export const Groups = ({ list, nothing }: LayoutProps) => {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const { resource } = list
  const declared = resource.list.layouts?.group
  const offered = (declared?.by ?? []).filter((name) => list.allowed(resource, name))
  const name = offered.find((n) => n === list.search.by) ?? offered[0]
  const by = name === undefined ? undefined : fieldOf(resource, name)
  const sums = (declared?.sum ?? []).flatMap((n) =>
    list.allowed(resource, n) ? (fieldOf(resource, n) ?? []) : [],
  )
  const { filter, search } = list.query
  const answer = useQuery({
    ...aggregateQuery(resource, {
      group: by ? [by.name] : [],
      measure: ['count', ...sums.map((f) => `sum:${f.name}`)],
      ...(filter ? { filter } : {}),
      ...(search ? { search } : {}),
    }),
    enabled: by !== undefined,
    placeholderData: (old) => old,
  })
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  if (!by) return <div className={layouts.surface}>{nothing}</div>
  if (answer.error && !answer.data) {
    return (
      <div className={layouts.surface}>
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      </div>
    )
  }
  if (!answer.data) return <Loading />
  const groups = mergedGroups(
    answer.data.data,
    by.name,
    sums.map((f) => f.name),
  )
  const asText = formatOf(by, i18n.language, list.zone)
  const { included } = answer.data
  const titleOfGroup = (value: Json): string => {
    if (value === null) return t('layouts.noValue')
    if (by.tagsOf !== undefined) return String(value)
    if (by.kind === 'ref') {
      return String(included[by.ref ?? '']?.[String(value)]?.title ?? String(value).slice(0, 8))
    }
    return by.kind === 'boolean' ? t(value ? 'common.yes' : 'common.no') : label(asText(value))
  }
  const nameOf = (value: Json, title: string): ReactNode => {
    if (by.tagsOf !== undefined && value !== null) {
      return <TagList collection={by.tagsOf} tags={[title]} />
    }
    const option = by.options?.find((o) => o.value === value)
    return option ? <Badge tone={option.tone ?? 'neutral'}>{title}</Badge> : title
  }
  const sumText = (sum: readonly Sum[] | undefined) =>
    sum?.length
      ? sum.map(({ amount, currency }) => (
          <div key={currency ?? ''}>
            {currency ? format.money({ amount, currency }) : format.number(amount)}
          </div>
        ))
      : '—'
  const total = totalsOf(groups)
  // A record with several tags is in several groups, so that their sum says nothing.
  const overlapping = by.tagsOf !== undefined
  return (
    <>
      <label className={css.by}>
        {t('layouts.groupBy')}
        <select
          className={listCss.select}
          value={by.name}
          onChange={(e) =>
            list.setSearch({
              by: e.currentTarget.value === offered[0] ? undefined : e.currentTarget.value,
            })
          }
        >
          {offered.map((n) => (
            <option key={n} value={n}>
              {label(fieldOf(resource, n)?.label ?? n)}
            </option>
          ))}
        </select>
      </label>
      {groups.length === 0 ? (
        <div className={layouts.surface}>{nothing}</div>
      ) : (
        <div
          className={layouts.scroll}
          role="region"
          aria-label={label(resource.label.many)}
          tabIndex={0}
        >
          <table
            className={css.table}
            aria-label={label(resource.label.many)}
            aria-busy={answer.isPlaceholderData}
          >
            <thead>
              <tr>
                <th scope="col">{label(by.label)}</th>
                <th scope="col" className={css.end}>
                  {t('layouts.records')}
                </th>
                {sums.map((f) => (
                  <th key={f.name} scope="col" className={css.end}>
                    {label(f.label)}
                  </th>
                ))}
              </tr>
            </thead>
            {groups.map((group) => {
              const title = titleOfGroup(group.value)
              const key = String(group.value)
              const shown = open.has(key)
              return (
                <tbody key={key}>
                  <tr className={css.group}>
                    <th scope="row">
                      <span className={css.name}>
                        <button
                          type="button"
                          className={layouts.twist}
                          aria-expanded={shown}
                          aria-label={t(shown ? 'layouts.hideGroup' : 'layouts.showGroup', {
                            group: title,
                          })}
                          onClick={() =>
                            setOpen((old) => {
                              const next = new Set(old)
                              if (shown) next.delete(key)
                              else next.add(key)
                              return next
                            })
                          }
                        >
                          <IconChevronRight size={16} aria-hidden />
                        </button>
                        <ListLink
                          list={list}
                          search={searchOf(list, by, group.value)}
                          className={layouts.titleLink}
                        >
                          {nameOf(group.value, title)}
                        </ListLink>
                      </span>
                    </th>
                    <td className={css.end}>{format.number(group.count)}</td>
                    {sums.map((f) => (
                      <td key={f.name} className={css.end}>
                        {sumText(group.sums[f.name])}
                      </td>
                    ))}
                  </tr>
                  {shown ? <Members list={list} by={by} sums={sums} group={group} /> : null}
                </tbody>
              )
            })}
            <tfoot hidden={overlapping}>
              <tr>
                <th scope="row">{t('layouts.total')}</th>
                <td className={css.end}>{format.number(total.count)}</td>
                {sums.map((f) => (
                  <td key={f.name} className={css.end}>
                    {sumText(total.sums[f.name])}
                  </td>
                ))}
              </tr>
            </tfoot>
          </table>
        </div>
      )}
      <div className={layouts.foot}>
        <div role="status" hidden={overlapping}>
          {t('layouts.count', { count: total.count, many: inSentence(resource.label.many) })}
        </div>
        {answer.data.truncated ? <div>{t('layouts.truncated')}</div> : null}
      </div>
    </>
  )
}

/** The first records of a group. */
const Members = ({
  list,
  by,
  sums,
  group,
}: {
  readonly list: List
  readonly by: FieldModel
  readonly sums: readonly FieldModel[]
  readonly group: Group
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const model = useModel()
  const { resource } = list
  const target = searchOf(list, by, group.value)
  const filter = filterOf({
    resource,
    model,
    search: target,
    zone: list.zone,
    allowed: list.allowed,
  })
  const fields = [...new Set([resource.title, ...sums.map((f) => f.name)])].filter((f) =>
    list.allowed(resource, f),
  )
  const answer = useQuery(
    listQuery(resource, {
      fields,
      ...(filter ? { filter } : {}),
      ...(list.query.search ? { search: list.query.search } : {}),
      limit: SHOWN,
    }),
  )
  const value = (v: Json | undefined) => {
    if (v === null || v === undefined) return '—'
    return typeof v === 'object' ? format.money(v as never) : format.number(Number(v))
  }
  if (!answer.data) {
    return (
      <tr>
        <td colSpan={2 + sums.length} className={css.member}>
          {answer.error ? t('common.somethingWrong') : t('common.loading')}
        </td>
      </tr>
    )
  }
  return (
    <>
      {answer.data.data.map((row) => (
        <tr key={row.id}>
          <th scope="row" className={css.member}>
            {list.rights.read ? (
              <ResourceLink
                resource={resource}
                target={{ page: 'detail', id: row.id }}
                className={layouts.titleLink}
              >
                {titleOf(resource, row)}
              </ResourceLink>
            ) : (
              titleOf(resource, row)
            )}
          </th>
          <td />
          {sums.map((f) => (
            <td key={f.name} className={css.end}>
              {value(row[f.name])}
            </td>
          ))}
        </tr>
      ))}
      {group.count > answer.data.data.length ? (
        <tr>
          <td colSpan={2 + sums.length} className={css.member}>
            <ListLink list={list} search={target}>
              {t('layouts.allOfGroup', { count: group.count })}
            </ListLink>
          </td>
        </tr>
      ) : null}
    </>
  )
}
