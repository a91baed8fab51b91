import { useQuery } from '@tanstack/react-query'
import { own } from '#schemas/define/own.ts'
import { listQuery } from '#data/queries.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { titleOf } from '../../recordActions.ts'
import css from './attach.module.css'

/** Records named one by one. */
const NAMED = 5

/** Says which of the chosen records leave another record, and which one. */
export const Moves = ({
  target,
  field,
  ids,
}: {
  readonly target: ResourceModel
  readonly field: FieldModel
  readonly ids: readonly string[]
}) => {
  const { t } = useTranslation()
  const { data } = useQuery({
    ...listQuery(target, {
      filter: {
        and: [
          { path: ['id'], op: 'in', value: ids },
          { path: [field.name], op: 'isNull', value: false },
        ],
      },
      fields: [target.title, field.name],
      limit: NAMED,
      totalExact: true,
    }),
    enabled: ids.length > 0,
  })
  const leaving = ids.length && data ? data.data.filter(({ id }) => ids.includes(id)) : []
  if (!leaving.length || !data) return null
  const parents = own(data.included, field.ref ?? '') ?? {}
  const more = data.page.total - leaving.length
  return (
    <div role="status" className={css.moves}>
      <p>{t('detail.attachMoves')}</p>
      <ul>
        {leaving.map((row) => (
          <li key={row.id}>
            {t('detail.attachMove', {
              title: titleOf(target, row),
              from: own(parents, String(row[field.name]))?.title ?? t('detail.attachElsewhere'),
            })}
          </li>
        ))}
        {more > 0 ? <li>{t('changes.more', { count: more })}</li> : null}
      </ul>
    </div>
  )
}
