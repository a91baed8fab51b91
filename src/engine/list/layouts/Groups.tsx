import { useQuery } from '@tanstack/react-query'
import { aggregateQuery } from '#data/queries.ts'
import { groupsOf } from '#model/layouts.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { ErrorState, Loading } from '#ui/states.tsx'
import { formatOf } from '../../fields/format.ts'
import type { List } from '../useList.ts'
import { FieldChoice, useChosenField } from './FieldChoice.tsx'
import { GroupTable } from './GroupTable.tsx'
import type { LayoutProps } from './LayoutView.tsx'
import { measuresOf, type Measure } from './measures.ts'
import { AcrossChoice, MeasureChoice } from './PivotChoices.tsx'
import { PivotTable } from './PivotTable.tsx'
import { mergedGroups } from './sums.ts'
import layouts from './layouts.module.css'
import css from './groups.module.css'

/** Counts and measures the records of the list by fields. */
const useAggregate = (
  { resource, query: { filter, search } }: List,
  by: readonly (FieldModel | undefined)[],
  measures: readonly Measure[],
  enabled = true,
) =>
  useQuery({
    ...aggregateQuery(resource, {
      group: by.flatMap((f) => f?.name ?? []),
      measure: ['count', ...measures.map(({ key }) => key)],
      ...(filter ? { filter } : {}),
      ...(search ? { search } : {}),
    }),
    enabled,
    placeholderData: (old) => old,
  })

type Included = NonNullable<ReturnType<typeof useAggregate>['data']>['included']

/** Returns a function that names the value of a field. */
const useValueTitle = (list: List, included: Included | undefined) => {
  const { t, i18n } = useTranslation()
  return (field: FieldModel, value: Json): string => {
    if (value === null) return t('layouts.noValue')
    if (field.tagsOf !== undefined) return String(value)
    if (field.kind === 'ref') {
      return String(included?.[field.ref ?? '']?.[String(value)]?.title ?? t('common.noAccess'))
    }
    if (field.kind === 'boolean') return t(value ? 'common.yes' : 'common.no')
    return label(formatOf(field, i18n.language, list.zone)(value))
  }
}

/**
 * The list in groups, each with its count, sums and averages; an open group shows its first
 * records. With a second field the groups are a table of both.
 */
export const Groups = ({ list, nothing }: LayoutProps) => {
  const { t } = useTranslation()
  const { resource } = list
  const { offered, field: by } = useChosenField(list, groupsOf(resource))
  const acrossName = offered.find((n) => n === list.search.across && n !== by?.name)
  const across = acrossName === undefined ? undefined : fieldOf(resource, acrossName)
  const measures = measuresOf(list)
  const chosen = measures.find(({ key }) => key === list.search.measure)
  const response = useAggregate(
    list,
    [by, across],
    across ? [chosen ?? []].flat() : measures,
    by !== undefined,
  )
  const total = useAggregate(list, [], measures, by !== undefined && !across)
  const titleOf = useValueTitle(list, response.data?.included)
  if (!by) return <div className={layouts.surface}>{nothing}</div>
  if (response.error && !response.data) {
    return (
      <div className={layouts.surface}>
        <ErrorState error={response.error} onRetry={() => void response.refetch()} />
      </div>
    )
  }
  if (!response.data || !(total.data || across)) return <Loading />
  const { data, truncated } = response.data
  const [all = { value: null, count: 0, sums: {} }] = mergedGroups(
    total.data?.data ?? data,
    undefined,
    measures.map(({ key }) => key),
  )
  // A record with several tags is in several groups.
  const several = by.tagsOf !== undefined || across?.tagsOf !== undefined
  const busy = response.isPlaceholderData
  return (
    <>
      <div className={css.choices}>
        <FieldChoice list={list} title={t('layouts.groupBy')} offered={offered} chosen={by.name} />
        {offered.length > 1 ? (
          <AcrossChoice
            list={list}
            offered={offered.filter((n) => n !== by.name)}
            across={across}
          />
        ) : null}
        {across && measures.length ? (
          <MeasureChoice list={list} measures={measures} chosen={chosen} />
        ) : null}
      </div>
      {data.length === 0 ? <div className={layouts.surface}>{nothing}</div> : null}
      {data.length > 0 && across ? (
        <PivotTable {...{ list, by, across, data, titleOf, busy, several }} measure={chosen} />
      ) : null}
      {data.length > 0 && !across ? (
        <GroupTable
          {...{ list, by, measures, busy, several }}
          groups={mergedGroups(
            data,
            by.name,
            measures.map(({ key }) => key),
          )}
          total={all}
          titleOf={(value) => titleOf(by, value)}
        />
      ) : null}
      <div className={layouts.foot}>
        <div role="status" hidden={several}>
          {t('layouts.count', { count: all.count, many: inSentence(resource.label.many) })}
        </div>
        {truncated ? <div>{t('layouts.truncated')}</div> : null}
      </div>
    </>
  )
}
