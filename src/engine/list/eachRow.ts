/** Bulk deletion and restoration of records that are kept in another database than the server's. */
import type { QueryClient } from '@tanstack/react-query'
import { keys } from '#data/queries.ts'
import { isProblem } from '#data/problem.ts'
import { removeRecord, restoreRecord } from '#data/writes.ts'
import { t } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import type { List } from './useList.ts'

/** Removes or restores the selected rows one by one; a refusal does not stop the others. */
export const eachRow = async (
  { resource, selected, setSelection, ownAction }: List,
  what: 'delete' | 'purge' | 'restore',
  client: QueryClient,
): Promise<void> => {
  const refused: string[] = []
  let why = ''
  for (const row of selected) {
    try {
      if (what === 'restore') await restoreRecord(resource, row)
      else await removeRecord(resource, row, what === 'purge' ? { purge: true } : {})
    } catch (error) {
      refused.push(row.id)
      why = isProblem(error) ? error.detail : t('common.somethingWrong')
    }
  }
  ownAction()
  setSelection(() => Object.fromEntries(refused.map((id) => [id, true as const])))
  await client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
  const done = t('changes.done', { count: selected.length - refused.length })
  if (refused.length) toast.error({ title: t('list.actionFailed'), message: why })
  else toast.success(done)
}
