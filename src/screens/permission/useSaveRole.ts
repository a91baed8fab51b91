import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Grants } from '#schemas/define/permissions.ts'
import { isProblem } from '#data/problem.ts'
import { keys, recordQuery } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { patchRecord } from '#data/writes.ts'
import { reportRequested } from '#engine/approvals/requested.ts'
import { reportChange } from '#engine/changes/report.ts'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import type { Draft } from './useDraft.ts'
import { roleResource } from './usePeople.ts'

/** Saves the draft of a role's permissions; `errors` are by key or path below the permissions. */
export const useSaveRole = (role: RecordData, draft: Draft) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { resource, field } = roleResource()
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const discard = () => {
    draft.clear()
    setErrors(new Map())
  }

  const write = async (grants: Grants) => {
    const { record, operationId } = await patchRecord(resource, role, {
      [field]: grants as never,
    })
    client.setQueryData(recordQuery(resource, role.id).queryKey, (old) =>
      old ? { ...old, data: record } : old,
    )
    discard()
    const name = String(role[resource.title] ?? '')
    reportChange(client, t('permission.saved', { role: name }), operationId)
    void client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
    void client.invalidateQueries({ queryKey: keys.me })
  }

  const fail = async (error: unknown) => {
    if (reportRequested(client, error)) return draft.clear()
    if (isProblem(error, 412)) {
      // The draft is re-applied to the latest role, so both people's changes are kept.
      await client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
      toast.info({ title: t('permission.conflictTitle'), message: t('permission.conflictText') })
      return
    }
    if (isProblem(error)) {
      setErrors(new Map(error.errors.map((e) => [e.path.replace(/^grants\.?/, ''), e.message])))
    }
    toast.error({
      title: t('permission.notSaved'),
      message: isProblem(error) ? error.detail : t('common.somethingWrong'),
    })
  }

  return { errors, discard, save: () => write(draft.after).catch(fail) }
}
