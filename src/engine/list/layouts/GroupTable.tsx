import { useState, type ReactNode } from 'react'
import { IconChevronRight } from '@tabler/icons-react'
import type { FieldModel, Json } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { Badge } from '#ui/Badge.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { TagList } from '../../tags/TagList.tsx'
import { ListLink } from '../ListLink.tsx'
import type { List } from '../useList.ts'
import { GroupMembers } from './GroupMembers.tsx'
import { groupSearch } from './groupSearch.ts'
import type { Group, Sum } from './sums.ts'
import layouts from './layouts.module.css'
import css from './groups.module.css'

interface GroupTableProps {
  readonly list: List
  readonly by: FieldModel
  readonly sums: readonly FieldModel[]
  readonly groups: readonly Group[]
  readonly total: Omit<Group, 'value'>
  readonly titleOf: (value: Json) => string
  readonly busy: boolean
}

/** The groups with their counts and sums, and the total below. */
export const GroupTable = ({ list, by, sums, groups, total, titleOf, busy }: GroupTableProps) => {
  const { t } = useTranslation()
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
            {sums.map((f) => (
              <th key={f.name} scope="col" className={css.end}>
                {label(f.label)}
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
                {...{ list, by, sums, group, shown }}
                title={titleOf(group.value)}
                onToggle={() => toggle(key)}
              />
              {shown ? <GroupMembers list={list} by={by} sums={sums} group={group} /> : null}
            </tbody>
          )
        })}
        {/* A record with several tags is in several groups, so that their sum says nothing. */}
        <tfoot hidden={by.tagsOf !== undefined}>
          <tr>
            <th scope="row">{t('layouts.total')}</th>
            <Numbers sums={sums} of={total} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** The name of a group as a badge or a tag where its field has them. */
const GroupName = ({
  by,
  value,
  title,
}: {
  readonly by: FieldModel
  readonly value: Json
  readonly title: string
}): ReactNode => {
  if (by.tagsOf !== undefined && value !== null) {
    return <TagList collection={by.tagsOf} tags={[title]} />
  }
  const option = by.options?.find((o) => o.value === value)
  return option ? <Badge tone={option.tone ?? 'neutral'}>{title}</Badge> : title
}

const GroupRow = ({
  list,
  by,
  sums,
  group,
  title,
  shown,
  onToggle,
}: Pick<GroupTableProps, 'list' | 'by' | 'sums'> & {
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
      <Numbers sums={sums} of={group} />
    </tr>
  )
}

/** The cells of a row: its count and its sums. */
const Numbers = ({
  sums,
  of,
}: {
  readonly sums: readonly FieldModel[]
  readonly of: Omit<Group, 'value'>
}) => {
  const format = useFormat()
  return (
    <>
      <td className={css.end}>{format.number(of.count)}</td>
      {sums.map((f) => (
        <td key={f.name} className={css.end}>
          <Sums of={of.sums[f.name]} />
        </td>
      ))}
    </>
  )
}

/** A sum in each currency; a dash when there is none. */
const Sums = ({ of }: { readonly of: readonly Sum[] | undefined }): ReactNode => {
  const format = useFormat()
  if (!of?.length) return '—'
  return of.map(({ amount, currency }) => (
    <div key={currency ?? ''}>
      {currency ? format.money({ amount, currency }) : format.number(amount)}
    </div>
  ))
}
