import { useState } from 'react'
import { IconChevronRight } from '@tabler/icons-react'
import type { FieldModel, Json } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { ListLink } from '../ListLink.tsx'
import type { List } from '../useList.ts'
import { GroupMembers } from './GroupMembers.tsx'
import { GroupName } from './GroupName.tsx'
import type { Measure } from './measures.ts'
import { groupSearch } from './groupSearch.ts'
import { useMeasureName } from './PivotChoices.tsx'
import { Sums } from './Sums.tsx'
import type { Group } from './sums.ts'
import layouts from './layouts.module.css'
import css from './groups.module.css'

interface GroupTableProps {
  readonly list: List
  readonly by: FieldModel
  readonly measures: readonly Measure[]
  readonly groups: readonly Group[]
  readonly total: Omit<Group, 'value'>
  readonly titleOf: (value: Json) => string
  readonly busy: boolean
  /** A record can be in several groups, so that their sum says nothing. */
  readonly several: boolean
}

/** The groups with their counts and sums, and the total below. */
export const GroupTable = ({
  list,
  by,
  measures,
  groups,
  total,
  titleOf,
  busy,
  several,
}: GroupTableProps) => {
  const { t } = useTranslation()
  const nameOf = useMeasureName()
  const many = label(list.resource.label.many)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) =>
    setOpen((old) => {
      const next = new Set(old)
      if (!next.delete(key)) next.add(key)
      return next
    })
  return (
    <div className={layouts.scroll} role="region" aria-label={many} tabIndex={0}>
      <table className={css.table} aria-label={many} aria-busy={busy}>
        <thead>
          <tr>
            <th scope="col">{label(by.label)}</th>
            <th scope="col" className={css.end}>
              {t('layouts.records')}
            </th>
            {measures.map((measure) => (
              <th key={measure.key} scope="col" className={css.end}>
                {measure.fn === 'sum' ? label(measure.field.label) : nameOf(measure)}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => {
          const key = String(group.value)
          const shown = open.has(key)
          return (
            <tbody key={key}>
              <GroupRow
                {...{ list, by, measures, group, shown }}
                title={titleOf(group.value)}
                onToggle={() => toggle(key)}
              />
              {shown ? <GroupMembers {...{ list, by, measures, group }} /> : null}
            </tbody>
          )
        })}
        <tfoot hidden={several}>
          <tr>
            <th scope="row">{t('layouts.total')}</th>
            <Numbers measures={measures} of={total} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const GroupRow = ({
  list,
  by,
  measures,
  group,
  title,
  shown,
  onToggle,
}: Pick<GroupTableProps, 'list' | 'by' | 'measures'> & {
  readonly group: Group
  readonly title: string
  readonly shown: boolean
  readonly onToggle: () => void
}) => {
  const { t } = useTranslation()
  return (
    <tr className={css.group}>
      <th scope="row">
        <span className={css.name}>
          <button
            type="button"
            className={layouts.twist}
            aria-expanded={shown}
            aria-label={t(shown ? 'layouts.hideGroup' : 'layouts.showGroup', { group: title })}
            onClick={onToggle}
          >
            <IconChevronRight size={16} aria-hidden />
          </button>
          <ListLink
            list={list}
            search={groupSearch(list, by, group.value)}
            className={layouts.titleLink}
          >
            <GroupName by={by} value={group.value} title={title} />
          </ListLink>
        </span>
      </th>
      <Numbers measures={measures} of={group} />
    </tr>
  )
}

/** The cells of a row: its count and its sums. */
const Numbers = ({
  measures,
  of,
}: {
  readonly measures: readonly Measure[]
  readonly of: Omit<Group, 'value'>
}) => {
  const format = useFormat()
  return (
    <>
      <td className={css.end}>{format.number(of.count)}</td>
      {measures.map(({ key }) => (
        <td key={key} className={css.end}>
          <Sums of={of.sums[key]} />
        </td>
      ))}
    </>
  )
}
