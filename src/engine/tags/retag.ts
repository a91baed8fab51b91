/** Changes of a record's tags; the code loads with the first change. */
import type { QueryClient } from '@tanstack/react-query'
import { isProblem } from '#data/problem.ts'
import { keys } from '#data/queries.ts'
import { tagsKey } from '#data/tags.ts'
import type { RecordData } from '#data/types.ts'
import { actOnRecord, patchRecord } from '#data/writes.ts'
import type { ResourceModel } from '#model/types.ts'
import { TAG } from '#schemas/define/tagName.ts'
import { t } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { reportRequested } from '../approvals/requested.ts'
import { reportChange } from '../changes/report.ts'

/** Tags to add to a record, and to remove from it. */
export interface Retagging {
  readonly add?: readonly string[]
  readonly remove?: readonly string[]
}

/** A record, its tags, and the field that has them. */
export interface Tagged {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly field: string
  readonly tags: readonly string[]
  /** By the action; otherwise as a change of the field. */
  readonly acts: boolean
}

const send = (
  { resource, record, field, tags, acts }: Tagged,
  change: Retagging,
): ReturnType<typeof patchRecord> => {
  if (acts) {
    return actOnRecord(resource, record, TAG, { ...change }).catch((error) => {
      // Adding and removing suits whatever the record became meanwhile.
      if (!isProblem(error, 412)) throw error
      const { current } = error.members as { current?: RecordData }
      if (!current) throw error
      return actOnRecord(resource, current, TAG, { ...change })
    })
  }
  const left = tags.filter((tag) => !change.remove?.includes(tag))
  return patchRecord(resource, record, {
    [field]: [...left, ...(change.add ?? [])],
  })
}

/** Adds and removes tags of a record, and reports the outcome to the person. */
export const retag = async (
  client: QueryClient,
  tagged: Tagged,
  change: Retagging,
): Promise<void> => {
  const { collection } = tagged.resource
  try {
    const { operationId } = await send(tagged, change)
    reportChange(client, t('changes.saved'), operationId)
  } catch (error) {
    if (!reportRequested(client, error)) {
      const stale = isProblem(error, 412) ? t('detail.stale') : undefined
      const detail = isProblem(error) ? error.detail : t('common.somethingWrong')
      toast.error({ message: stale ?? detail })
    }
  }
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.collection(collection) }),
    client.invalidateQueries({ queryKey: tagsKey(collection) }),
  ])
}
