/**
 * Confirms, sends and reports a person's actions on one record. Loads with the first action, not
 * with the list.
 */
import type { QueryClient } from '@tanstack/react-query'
import { removeRecord, restoreRecord } from '#data/writes.ts'
import type { ResourceModel } from '#model/types.ts'
import { inSentence, label, t } from '#ui/i18n.ts'
import { askAction } from './actions/ask.ts'
import { confirmed, createRun, now } from './actions/run.ts'
import { runTransition, usesOf, type TransitionParts } from './actions/transition.ts'
import { titleOf, type ActionOptions, type RecordActions } from './recordActions.ts'
import type { ResourceRights } from './resource.ts'

/**
 * Actions on records of one resource. Errors are shown where the action was started; a stale
 * version is reported and refreshed.
 */
export const createActions = (
  resource: ResourceModel,
  client: QueryClient,
  rights: Pick<ResourceRights, 'transition' | 'tenant' | 'action'>,
  { onDone, busy }: ActionOptions,
): RecordActions => {
  const one = inSentence(resource.label.one)
  const run = createRun(resource, client, onDone)
  const actions: RecordActions = {
    transition: (record, transition) => runTransition(parts, record, transition),
    async act(record, action, follows) {
      const done = await askAction(resource, record, action, follows)
      if (done) onDone?.()
      return done
    },
    remove(record) {
      const title = titleOf(resource, record)
      return confirmed({
        title: t('detail.deleteTitle', { one, title }),
        text: t('detail.deleteText'),
        ...usesOf(parts, record, 'trash'),
        action: t('detail.deleteOne', { one }),
        danger: true,
        run: run(
          () => removeRecord(resource, record),
          t('detail.deleted', { what: label(resource.label.one), title }),
        ),
      })
    },
    purge(record) {
      const title = titleOf(resource, record)
      return confirmed({
        title: t('detail.purgeTitle', { one, title }),
        text: t('detail.purgeText'),
        ...usesOf(parts, record, 'purge'),
        action: t('detail.purge'),
        danger: true,
        run: run(
          async () => {
            await removeRecord(resource, record, { purge: true })
            return undefined
          },
          t('detail.purged', { what: label(resource.label.one), title }),
        ),
      })
    },
    restore: (record) =>
      now(
        run(
          async () => (await restoreRecord(resource, record)).operationId,
          t('detail.restored', {
            what: label(resource.label.one),
            title: titleOf(resource, record),
          }),
        ),
      ),
  }
  const parts: TransitionParts = { resource, rights, run, busy, actions }
  return actions
}
