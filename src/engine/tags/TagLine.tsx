import { useQueryClient } from '@tanstack/react-query'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import type { Retagging } from './retag.ts'
import { TagEditor } from './TagEditor.tsx'
import type { TagsShown } from './useTagsShown.ts'

/** The tags of a record in its head, where they can be changed. */
export const TagLine = ({
  resource,
  record,
  shown,
}: {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly shown: TagsShown
}) => {
  const client = useQueryClient()
  const { field, tags, may, acts } = shown
  const change = (retagging: Retagging) =>
    void import('./retag.ts').then(({ retag }) =>
      retag(client, { resource, record, field, tags, acts }, retagging),
    )
  return (
    <TagEditor
      collection={resource.collection}
      tags={tags}
      may={may}
      onAdd={(tag) => change({ add: [tag] })}
      onRemove={(tag) => change({ remove: [tag] })}
    />
  )
}
