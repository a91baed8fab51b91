import { groupsOf } from '#model/layouts.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { ErrorState, Loading } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { formatOf } from '../../fields/format.ts'
import type { List } from '../useList.ts'
import { FieldChoice, useChosenField } from './FieldChoice.tsx'
import { GroupTable } from './GroupTable.tsx'
import type { LayoutProps } from './LayoutView.tsx'
import { measuresOf, type Measure } from './measures.ts'
import { AcrossChoice, MeasureChoice } from './PivotChoices.tsx'
import { PivotTable } from './PivotTable.tsx'
import { mergedGroups } from './sums.ts'
import { useAggregate } from './useAggregate.ts'
import { usePivot } from './usePivot.ts'
import layouts from './layouts.module.css'
import css from './groups.module.css'

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

interface GroupsProps extends Pick<LayoutProps, 'list' | 'nothing'> {
  readonly by: FieldModel
}

const Failed = ({ error, refetch }: { readonly error: unknown; readonly refetch: () => void }) => (
  <div className={layouts.surface}>
    <ErrorState error={error} onRetry={refetch} />
  </div>
)

/** The number of records; hidden where groups overlap. Below it, what is not shown. */
const Foot = ({
  list,
  count,
  several,
  missing,
}: {
  readonly list: List
  readonly count: number
  readonly several: boolean
  readonly missing: string | undefined
}) => {
  const { t } = useTranslation()
  return (
    <div className={layouts.foot}>
      <div role="status" hidden={several}>
        {t('layouts.count', { count, many: inSentence(list.resource.label.many) })}
      </div>
      {missing ? <div>{missing}</div> : null}
    </div>
  )
}

/** The groups of one field; an open group shows its first records. */
const OneField = ({ list, nothing, by }: GroupsProps) => {
  const { t } = useTranslation()
  const measures = measuresOf(list)
  const response = useAggregate(list, [by], measures)
  const total = useAggregate(list, [], measures)
  const titleOf = useValueTitle(list, response.data?.included)
  if (response.error && !response.data) {
    return <Failed error={response.error} refetch={() => void response.refetch()} />
  }
  if (!response.data || !total.data) return <Loading shape="group" />
  const { data, truncated } = response.data
  const keys = measures.map(({ key }) => key)
  const [all = { value: null, count: 0, sums: {} }] = mergedGroups(total.data.data, undefined, keys)
  // A record with several tags is in several groups.
  const several = by.tagsOf !== undefined
  return (
    <>
      {data.length ? (
        <GroupTable
          {...{ list, by, measures, several }}
          busy={response.isPlaceholderData}
          groups={mergedGroups(data, by.name, keys)}
          total={all}
          titleOf={(value) => titleOf(by, value)}
        />
      ) : (
        <div className={layouts.surface}>{nothing}</div>
      )}
      <Foot
        {...{ list, several }}
        count={all.count}
        missing={truncated ? t('layouts.truncated') : undefined}
      />
    </>
  )
}

/** The groups of two fields as a table. */
const TwoFields = ({
  list,
  nothing,
  by,
  across,
  measure,
}: GroupsProps & { readonly across: FieldModel; readonly measure: Measure | undefined }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { table, error, refetch, busy, included, largest, truncated } = usePivot(
    list,
    by,
    across,
    measure,
  )
  const titleOf = useValueTitle(list, included)
  if (error) return <Failed {...{ error, refetch }} />
  if (!table) return <Loading shape="group" />
  const several = by.tagsOf !== undefined || across.tagsOf !== undefined
  const few =
    largest &&
    t('layouts.largest', { rows: number(largest.rows), columns: number(largest.columns) })
  return (
    <>
      {table.pivot.rows.length ? (
        <PivotTable {...{ list, by, across, measure, titleOf, busy, several }} {...table} />
      ) : (
        <div className={layouts.surface}>{nothing}</div>
      )}
      <Foot
        {...{ list, several }}
        count={table.count}
        missing={truncated ? t('layouts.truncated') : few}
      />
    </>
  )
}

/**
 * The list in groups, each with its count, sums and averages. With a second field the groups are a
 * table of both.
 */
export const Groups = ({ list, nothing }: LayoutProps) => {
  const { t } = useTranslation()
  const { resource, search } = list
  const { offered, field: by } = useChosenField(list, groupsOf(resource))
  if (!by) return <div className={layouts.surface}>{nothing}</div>
  const others = offered.filter((n) => n !== by.name)
  const acrossName = others.find((n) => n === search.across)
  const across = acrossName === undefined ? undefined : fieldOf(resource, acrossName)
  const measures = measuresOf(list)
  const measure = measures.find(({ key }) => key === search.measure)
  return (
    <>
      <div className={css.choices}>
        <FieldChoice list={list} title={t('layouts.groupBy')} offered={offered} chosen={by.name} />
        {others.length ? <AcrossChoice list={list} offered={others} across={across} /> : null}
        {across && measures.length ? (
          <MeasureChoice list={list} measures={measures} chosen={measure} />
        ) : null}
      </div>
      {across ? (
        <TwoFields {...{ list, nothing, by, across, measure }} />
      ) : (
        <OneField {...{ list, nothing, by }} />
      )}
    </>
  )
}
