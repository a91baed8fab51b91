import type { ReactNode } from 'react'
import type { FieldModel, Json } from '#model/types.ts'
import { Badge } from '#ui/Badge.tsx'
import { TagList } from '../../tags/TagList.tsx'

/** The name of a group as a badge or a tag where its field has them. */
export const GroupName = ({
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
