/** The groups of two fields. Of very many the largest are shown, with the totals of all. */
import type { Filter } from '#model/query.ts'
import type { FieldModel } from '#model/types.ts'
import type { List } from '../useList.ts'
import type { Measure } from './measures.ts'
import { largestOf, mergedGroups, pivotOf, type Group } from './sums.ts'
import { useAggregate } from './useAggregate.ts'

/** Only the records of these groups. */
const amongst = ({ name }: FieldModel, groups: readonly Group[]): Filter => {
  const values = groups.flatMap(({ value }) => (value === null ? [] : [value]))
  const among: Filter = { path: [name], op: 'in', value: values }
  const none: Filter = { path: [name], op: 'isNull', value: true }
  if (!values.length) return none
  return values.length === groups.length ? among : { or: [among, none] }
}

/** Reads the table of two fields. */
export const usePivot = (
  list: List,
  by: FieldModel,
  across: FieldModel,
  measure: Measure | undefined,
) => {
  const measures = measure ? [measure] : []
  const keys = measures.map(({ key }) => key)
  const every = useAggregate(list, [by, across], measures)
  // Groups by tags overlap: records of some of them are also in others.
  const cut = every.data?.truncated === true && !by.tagsOf && !across.tagsOf
  const rows = useAggregate(list, [by], measures, { enabled: cut })
  const columns = useAggregate(list, [across], measures, { enabled: cut })
  const total = useAggregate(list, [], [], { enabled: cut })
  const largest =
    cut && rows.data && columns.data
      ? largestOf(
          mergedGroups(rows.data.data, by.name, keys),
          mergedGroups(columns.data.data, across.name, keys),
        )
      : undefined
  const cells = useAggregate(list, [by, across], measures, {
    enabled: largest !== undefined,
    within: [
      ...(largest?.lessRows ? [amongst(by, largest.rows)] : []),
      ...(largest?.lessColumns ? [amongst(across, largest.columns)] : []),
    ],
  })
  const needed = cut ? [rows, columns, total, cells] : [every]
  const failed = needed.find(({ error, data }) => error && !data)
  const { data, included } = (cut ? cells.data : every.data) ?? {}
  const counted = cut ? total.data?.data : data
  return {
    error: failed?.error,
    refetch: () => void failed?.refetch(),
    busy: needed.some((each) => each.isPlaceholderData),
    included,
    /** Undefined while loading. */
    table: data &&
      counted && {
        pivot: { ...pivotOf(data, by.name, across.name, keys), ...largest },
        count: mergedGroups(counted, undefined, [])[0]?.count ?? 0,
      },
    /** How many groups of each field are shown, if not all. */
    largest: largest && { rows: largest.rows.length, columns: largest.columns.length },
    /** Groups that overlap are cut. */
    truncated: every.data?.truncated === true && !cut,
  }
}
