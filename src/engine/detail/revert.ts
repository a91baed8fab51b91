import type { QueryClient } from '@tanstack/react-query'
import { keys, type Revision } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { restoreRevision } from '#data/writes.ts'
import type { ResourceModel } from '#model/types.ts'
import { confirm } from '#ui/confirm.ts'
import { t } from '#ui/i18n.ts'
import { reportRequested } from '../approvals/requested.ts'
import { reportChange } from '../changes/report.ts'
import { titleOf } from '../recordActions.ts'

interface Reverted {
  readonly resource: ResourceModel
  readonly record: RecordData
  /** The one whose values the record gets. */
  readonly revision: Revision
}

const restore = async (
  client: QueryClient,
  { resource, record, revision }: Reverted,
): Promise<void> => {
  try {
    const { operationId } = await restoreRevision(resource, record, revision.revision)
    await client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
    reportChange(client, t('detail.reverted', { n: revision.version }), operationId)
  } catch (error) {
    if (!reportRequested(client, error)) throw error
  }
}

/** Asks whether to restore a revision of a record, restores it and reports it. */
export const revert = async (client: QueryClient, reverted: Reverted): Promise<void> => {
  const { resource, record, revision } = reverted
  await confirm({
    title: t('detail.revertTitle', { n: revision.version, title: titleOf(resource, record) }),
    text: t('detail.revertText'),
    action: t('detail.revert'),
    run: () => restore(client, reverted),
  })
}
