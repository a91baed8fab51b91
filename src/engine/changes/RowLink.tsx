import type { OutcomeRow } from '#data/changes.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { hrefOf } from '../links.tsx'
import { modelOf } from '../resource.ts'

/** Name of an operation's record; opens it in a new tab, so that the dialog stays. */
export const RowLink = ({
  row,
}: {
  readonly row: Pick<OutcomeRow, 'collection' | 'id' | 'title'>
}) => {
  const { t } = useTranslation()
  const resource = row.collection === null ? undefined : modelOf(row.collection)
  const name =
    row.title ?? `${resource ? label(resource.label.one) : t('changes.record')} ${row.id.slice(-8)}`
  if (!resource?.path || row.title === null) return <bdi>{name}</bdi>
  return (
    <a href={hrefOf(resource, { page: 'detail', id: row.id })} target="_blank" rel="noreferrer">
      <bdi>{name}</bdi>
    </a>
  )
}
