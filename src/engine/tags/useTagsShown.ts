import { useHolds } from '#data/me.ts'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { own } from '#schemas/define/own.ts'
import { TAG } from '#schemas/define/tagName.ts'

/** The tags of a record in its head. */
export interface TagsShown {
  /** Name of their field. */
  readonly field: string
  readonly tags: readonly string[]
  /** The person may change them. */
  readonly may: boolean
  /** The person may do so without the permission to edit the record. */
  readonly acts: boolean
}

/** What the head of a record shows of its tags; undefined if there is nothing to see or to do. */
export const useTagsShown = (
  resource: ResourceModel,
  record: RecordData,
): TagsShown | undefined => {
  const can = useHolds()
  const field = resource.taggable
  const value = field === undefined ? undefined : own(record, field)
  if (field === undefined || value === undefined) return undefined
  const tags = Array.isArray(value) ? value.map(String) : []
  const action = resource.actions.find((a) => a.name === TAG)
  const open = !action?.from.length || action.from.includes(String(record.state))
  const acts = can(`${resource.entity}.${TAG}`)
  const patches =
    !resource.appendOnly &&
    can(`${resource.entity}.update`) &&
    can(`${resource.entity}.field.${field}.write`)
  const may = !record.deletedAt && open && (acts || patches)
  return may || tags.length ? { field, tags, may, acts } : undefined
}
