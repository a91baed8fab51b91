import { useQuery } from '@tanstack/react-query'
import { optionsQuery } from '#data/queries.ts'
import type { Included } from '#data/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { ResourceLink } from '../../links.tsx'
import { modelOf } from '../../resource.ts'
import classes from '../../fields/FieldValue.module.css'

interface Props {
  readonly collection: string
  readonly ids: readonly string[]
  readonly included: Included | undefined
}

/** Titles of records as links; those not included are requested. */
export const References = ({ collection, ids, included }: Props) => {
  const { t } = useTranslation()
  const target = modelOf(collection)
  const known = included?.[collection]
  const asked = useQuery({
    ...optionsQuery(collection, { ids }),
    enabled: !ids.every((id) => known?.[id]) && included === undefined,
  })
  return (
    <span className={classes.list}>
      {ids.map((id) => {
        const title = known?.[id]?.title ?? asked.data?.find((o) => o.id === id)?.title
        if (!title) {
          return (
            <span key={id} className={classes.empty}>
              {asked.isFetching ? '…' : t('common.noAccess')}
            </span>
          )
        }
        return target?.path ? (
          <ResourceLink
            key={id}
            resource={target}
            target={{ page: 'detail', id }}
            className={classes.chip}
          >
            {title}
          </ResourceLink>
        ) : (
          <span key={id}>{title}</span>
        )
      })}
    </span>
  )
}
