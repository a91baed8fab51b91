import { Button } from '#ui/Button.tsx'
import {
  IconArrowBackUp,
  IconFileImport,
  IconPencil,
  IconPlus,
  IconRestore,
  IconStack2,
  IconSwitchHorizontal,
  IconTrash,
  type Icon,
} from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { own } from '#schemas/define/own.ts'
import { operationsQuery, type Operation } from '#data/changes.ts'
import { openOperation } from '#engine/changes/followed.ts'
import { undo } from '#engine/changes/undo.ts'
import { countsText, titleOfOperation } from '#engine/changes/words.ts'
import { hrefOf } from '#engine/links.tsx'
import { useTimeZone } from '#engine/person.ts'
import { modelOf } from '#engine/resource.ts'
import { Badge } from '#ui/Badge.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { LogCard } from './LogCard.tsx'
import css from './settings.module.css'

const icons: Readonly<Record<string, Icon>> = {
  create: IconPlus,
  update: IconPencil,
  delete: IconTrash,
  purge: IconTrash,
  restore: IconRestore,
  import: IconFileImport,
  bulk: IconStack2,
  undo: IconArrowBackUp,
}

const Entry = ({ operation }: { readonly operation: Operation }) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const format = useFormat(useTimeZone())
  const undoing = useMutation({ mutationFn: () => undo([operation.id], client) })
  const { id, kind, collection, recordId, title, count, counts, state } = operation
  const resource = collection === null ? undefined : modelOf(collection)
  const ActionIcon = own(icons, kind) ?? IconSwitchHorizontal
  const name = titleOfOperation(operation, format)
  return (
    <li className={css.entry}>
      <span className={css.entryIcon} aria-hidden>
        <ActionIcon size={16} stroke={1.5} />
      </span>
      <div className={css.entryText}>
        <div>
          {recordId && title !== null && resource?.path ? (
            <a href={hrefOf(resource, { page: 'detail', id: recordId })}>{name}</a>
          ) : (
            <strong>{name}</strong>
          )}
        </div>
        <div className={css.changeFacts}>
          <time dateTime={operation.at} title={format.instant(operation.at)}>
            {format.ago(operation.at)}
          </time>
          {counts ? <span>{countsText(counts, format)}</span> : null}
          {state === 'running' ? <Badge tone="info">{t('changes.stateRunning')}</Badge> : null}
          {state === 'cancelled' ? <Badge>{t('changes.stateCancelled')}</Badge> : null}
          {state === 'failed' ? <Badge tone="danger">{t('changes.stateFailed')}</Badge> : null}
          {operation.undoneBy ? <Badge>{t('changes.undone')}</Badge> : null}
        </div>
      </div>
      <div className={css.changeButtons}>
        {count !== null ? (
          <Button
            size="compact"
            variant="subtle"
            aria-label={t('changes.resultOf', { title: name })}
            onClick={() => openOperation({ id })}
          >
            {t('changes.result')}
          </Button>
        ) : null}
        {operation.canUndo ? (
          <Button
            size="compact"
            variant="default"
            loading={undoing.isPending}
            aria-label={t('changes.undoOf', { title: name })}
            onClick={() => undoing.mutate()}
          >
            {t('changes.undo')}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

/** The person's own changes of the last 30 days, newest first, each with its undo. */
export const Changes = () => {
  const { t } = useTranslation()
  return (
    <LogCard
      title={t('changes.mine')}
      text={t('changes.mineText')}
      query={useInfiniteQuery(operationsQuery())}
      entriesOf={(page) => page.data}
      empty={{ title: t('changes.noChanges'), text: t('changes.noChangesText') }}
      className={css.changes}
    >
      {(operation) => <Entry key={operation.id} operation={operation} />}
    </LogCard>
  )
}
