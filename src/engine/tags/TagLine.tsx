import { useQueryClient } from '@tanstack/react-query'
import { useHolds } from '#data/me.ts'
import { isProblem } from '#data/problem.ts'
import { keys } from '#data/queries.ts'
import { tagsKey } from '#data/tags.ts'
import type { RecordData } from '#data/types.ts'
import { actOnRecord, patchRecord } from '#data/writes.ts'
import type { ResourceModel } from '#model/types.ts'
import { own } from '#schemas/define/own.ts'
import { TAG } from '#schemas/define/tagName.ts'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { reportAsked } from '../approvals/asked.ts'
import { reportChange } from '../changes/report.ts'
import { TagEditor } from './TagEditor.tsx'

interface Retagging {
  readonly add?: readonly string[]
  readonly remove?: readonly string[]
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Adds and removes tags of a record: by the action, or else as a change of the field. */
const useRetag = (resource: ResourceModel, record: RecordData, field: string) => {
  const { t } = useTranslation()
  const can = useHolds()
  const client = useQueryClient()
  const action = resource.actions.find((a) => a.name === TAG)
  const open = !action?.from.length || action.from.includes(String(record.state))
  const acts = can(`${resource.entity}.${TAG}`)
  const patches =
    !resource.appendOnly &&
    can(`${resource.entity}.update`) &&
    can(`${resource.entity}.field.${field}.write`)
  const send = (change: Retagging, version: number): ReturnType<typeof patchRecord> => {
    if (acts) {
      return actOnRecord(resource, record.id, version, TAG, { ...change }).catch((error) => {
        // Adding and removing suits whatever the record became meanwhile.
        if (!isProblem(error, 412)) throw error
        const { current } = error.members as { current?: RecordData }
        if (!current) throw error
        return actOnRecord(resource, record.id, current.version, TAG, { ...change })
      })
    }
    const left = listOf(own(record, field)).filter((tag) => !change.remove?.includes(tag))
    return patchRecord(resource, record.id, version, { [field]: [...left, ...(change.add ?? [])] })
  }
  const retag = async (change: Retagging): Promise<void> => {
    try {
      const { operationId } = await send(change, record.version)
      reportChange(client, t('changes.saved'), operationId)
    } catch (error) {
      if (!reportAsked(client, error)) {
        const stale = isProblem(error, 412) ? t('detail.stale') : undefined
        const detail = isProblem(error) ? error.detail : t('common.somethingWrong')
        toast.error({ message: stale ?? detail })
      }
    }
    await Promise.all([
      client.invalidateQueries({ queryKey: keys.collection(resource.collection) }),
      client.invalidateQueries({ queryKey: tagsKey(resource.collection) }),
    ])
  }
  return { may: !record.deletedAt && open && (acts || patches), retag }
}

/** The tags of a record in its head, where they can be changed. */
export const TagLine = ({
  resource,
  record,
}: {
  readonly resource: ResourceModel
  readonly record: RecordData
}) => {
  const field = resource.taggable ?? ''
  const { may, retag } = useRetag(resource, record, field)
  const tags = listOf(own(record, field))
  if (own(record, field) === undefined || (!may && !tags.length)) return null
  return (
    <TagEditor
      collection={resource.collection}
      tags={tags}
      may={may}
      onAdd={(tag) => void retag({ add: [tag] })}
      onRemove={(tag) => void retag({ remove: [tag] })}
    />
  )
}
