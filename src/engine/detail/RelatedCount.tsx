import { useQuery } from '@tanstack/react-query'
import { appConfig } from '#data/config.ts'
import { aggregateQuery } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import type { Relation, ResourceModel } from '#model/types.ts'
import { useFormat } from '#ui/useFormat.ts'
import classes from './detail.module.css'

/**
 * How many records of another collection refer to this one, among those the person may see.
 * Reserves its space while loading; does not count collections kept in another database.
 */
export const RelatedCount = ({
  record,
  relation,
  target,
}: {
  record: RecordData
  relation: Relation
  target: ResourceModel
}) => {
  const { compact } = useFormat()
  const counted = appConfig().documents?.[target.collection] === undefined
  const { data, isError } = useQuery({
    ...aggregateQuery(target, {
      filter: { path: [relation.field], op: relation.many ? 'has' : 'eq', value: record.id },
    }),
    enabled: counted,
    retry: false,
  })
  if (!counted || isError) return null
  const count = data && Number(data.data[0]?.values.count ?? 0)
  return (
    <span aria-hidden className={classes.count} data-waiting={count === undefined || undefined}>
      {count === undefined ? null : compact(count)}
    </span>
  )
}
