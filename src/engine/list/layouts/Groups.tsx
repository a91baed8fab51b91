import { useQuery } from '@tanstack/react-query'
import { aggregateQuery } from '#data/queries.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { ErrorState, Loading } from '#ui/states.tsx'
import { formatOf } from '../../fields/format.ts'
import type { List } from '../useList.ts'
import { GroupTable } from './GroupTable.tsx'
import type { LayoutProps } from './LayoutView.tsx'
import { mergedGroups, totalsOf } from './sums.ts'
import listCss from '../list.module.css'
import layouts from './layouts.module.css'
import css from './groups.module.css'

/** Counts and sums the records of the list by a field. */
const useAggregate = (
  { resource, query: { filter, search } }: List,
  by: FieldModel | undefined,
  sums: readonly FieldModel[],
) =>
  useQuery({
    ...aggregateQuery(resource, {
      group: by ? [by.name] : [],
      measure: ['count', ...sums.map((f) => `sum:${f.name}`)],
      ...(filter ? { filter } : {}),
      ...(search ? { search } : {}),
    }),
    enabled: by !== undefined,
    placeholderData: (old) => old,
  })

type Included = NonNullable<ReturnType<typeof useAggregate>['data']>['included']

/** Returns a function that names a group by its value. */
const useGroupTitle = (list: List, by: FieldModel | undefined, included: Included | undefined) => {
  const { t, i18n } = useTranslation()
  return (value: Json): string => {
    if (value === null || !by) return t('layouts.noValue')
    if (by.tagsOf !== undefined) return String(value)
    if (by.kind === 'ref') {
      return String(included?.[by.ref ?? '']?.[String(value)]?.title ?? String(value).slice(0, 8))
    }
    if (by.kind === 'boolean') return t(value ? 'common.yes' : 'common.no')
    return label(formatOf(by, i18n.language, list.zone)(value))
  }
}

/** Chooses the field to group by; the first one is not in the URL. */
const GroupBy = ({
  list,
  offered,
  by,
}: {
  readonly list: List
  readonly offered: readonly string[]
  readonly by: FieldModel
}) => {
  const { t } = useTranslation()
  return (
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
            {label(fieldOf(list.resource, n)?.label ?? n)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The list in groups, each with its count and sums; an open group shows its first records. */
export const Groups = ({ list, nothing }: LayoutProps) => {
  const { t } = useTranslation()
  const { resource } = list
  const declared = resource.list.layouts?.group
  const offered = (declared?.by ?? []).filter((name) => list.allowed(resource, name))
  const name = offered.find((n) => n === list.search.by) ?? offered[0]
  const by = name === undefined ? undefined : fieldOf(resource, name)
  const sums = (declared?.sum ?? []).flatMap((n) =>
    list.allowed(resource, n) ? (fieldOf(resource, n) ?? []) : [],
  )
  const answer = useAggregate(list, by, sums)
  const titleOf = useGroupTitle(list, by, answer.data?.included)
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
  const total = totalsOf(groups)
  return (
    <>
      <GroupBy list={list} offered={offered} by={by} />
      {groups.length === 0 ? (
        <div className={layouts.surface}>{nothing}</div>
      ) : (
        <GroupTable
          {...{ list, by, sums, groups, total, titleOf }}
          busy={answer.isPlaceholderData}
        />
      )}
      <div className={layouts.foot}>
        <div role="status" hidden={by.tagsOf !== undefined}>
          {t('layouts.count', { count: total.count, many: inSentence(resource.label.many) })}
        </div>
        {answer.data.truncated ? <div>{t('layouts.truncated')}</div> : null}
      </div>
    </>
  )
}
