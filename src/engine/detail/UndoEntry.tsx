import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useHolds, useMe } from '#data/me.ts'
import type { Revision } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'

/** How long operations can be undone. */
const KEPT_MS = 30 * 86_400_000
/** Channels whose operations may change many records. */
const MANY: readonly string[] = ['bulk', 'import']

/** True unless the schema says that this transition, action or creation cannot be undone. */
const isUndoable = (
  { transitions, actions, appendOnly }: ResourceModel,
  { action, patch }: Pick<Revision, 'action' | 'patch'>,
): boolean => {
  if (action === 'transition') {
    return transitions.some(({ name, undo: can }) => can && name === patch.state?.[1])
  }
  const own = actions.find(({ name }) => name === action)
  if (own) return own.undo === true
  return ['update', 'restore', ...(appendOnly ? [] : ['create', 'import'])].includes(action)
}

/**
 * Undoes the newest change of a record: the person's own, or with `<entity>.undo` that of somebody
 * else. Of a change to many records it shows first what undoing it would do.
 */
export const UndoEntry = ({
  resource,
  record,
  revision,
}: {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly revision: Revision
}) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { person } = useMe()
  const holds = useHolds()
  const [busy, setBusy] = useState(false)
  const { operationId, version, actor, at, channel } = revision
  const mine = person !== null && actor?.id === person.id
  const may =
    version === record.version &&
    !record.deletedAt &&
    Date.parse(at) > Date.now() - KEPT_MS &&
    (mine || holds(`${resource.entity}.undo`)) &&
    isUndoable(resource, revision)
  if (operationId === null || !may) return null
  const run = async () => {
    setBusy(true)
    const { undo, undoMany } = await import('../changes/undo.ts')
    // One of many records: those are named before all of them change.
    if (MANY.includes(channel)) await undoMany(operationId, client)
    else await undo([operationId], client)
    setBusy(false)
  }
  return (
    <Button size="tiny" variant="subtle" loading={busy} onClick={() => void run()}>
      {t('changes.undo')}
    </Button>
  )
}
