import { useQueryClient } from '@tanstack/react-query'
import { useHolds } from '#data/me.ts'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { own } from '#schemas/define/own.ts'
import { TAG } from '#schemas/define/tagName.ts'
import type { Retagging } from './retag.ts'
import { TagEditor } from './TagEditor.tsx'

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** The tags of a record in its head, where they can be changed. */
export const TagLine = ({
  resource,
  record,
}: {
  readonly resource: ResourceModel
  readonly record: RecordData
}) => {
  const can = useHolds()
  const client = useQueryClient()
  const field = resource.taggable ?? ''
  const tags = listOf(own(record, field))
  const action = resource.actions.find((a) => a.name === TAG)
  const open = !action?.from.length || action.from.includes(String(record.state))
  const acts = can(`${resource.entity}.${TAG}`)
  const patches =
    !resource.appendOnly &&
    can(`${resource.entity}.update`) &&
    can(`${resource.entity}.field.${field}.write`)
  const may = !record.deletedAt && open && (acts || patches)
  if (own(record, field) === undefined || (!may && !tags.length)) return null
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
