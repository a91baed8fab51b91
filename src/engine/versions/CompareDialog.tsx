import { SelectField } from '#ui/SelectField.tsx'
import { Button } from '#ui/Button.tsx'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { mergeIncluded } from '#data/included.ts'
import { isProblem } from '#data/problem.ts'
import { historyQuery, keys, type Revision } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { restoreRevision } from '#data/writes.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { Dialog } from '#ui/Dialog.tsx'
import dialog from '#ui/dialog.module.css'
import { label, useTranslation } from '#ui/i18n.ts'
import { ErrorState, SkeletonRows } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { reportRequested } from '../approvals/requested.ts'
import { reportChange } from '../changes/report.ts'
import { undo } from '../changes/undo.ts'
import { useTimeZone } from '../person.ts'
import { titleOf } from '../recordActions.ts'
import { useRights } from '../resource.ts'
import { Differences } from './Differences.tsx'
import { differences, versionsOf } from './values.ts'
import css from './versions.module.css'

const NOW = 'now'

interface Props {
  readonly resource: ResourceModel
  readonly record: RecordData
  /** The revision that was chosen in the history. */
  readonly revision: Revision
  readonly onClose: () => void
}

/** Every revision down to the given one, with the titles they need. */
const useRevisions = ({ resource, record, revision }: Omit<Props, 'onClose'>) => {
  const query = useInfiniteQuery(historyQuery(resource, record.id))
  const revisions = query.data?.pages.flatMap((page) => page.data) ?? []
  const found = revisions.some((r) => r.revision === revision.revision)
  const { hasNextPage, isFetching, fetchNextPage } = query
  // The chosen one may be far down a long timeline; the one before it is compared too.
  const further =
    hasNextPage && !isFetching && (!found || revisions.at(-1)?.revision === revision.revision)
  useEffect(() => {
    if (further) void fetchNextPage()
  }, [further, fetchNextPage])
  const included = mergeIncluded(query.data?.pages ?? [])
  return { ...query, revisions, included, ready: found && !further }
}

/** Restores single fields, one at a time, and offers to take that back. */
const useRestore = ({ resource, record, onClose }: Omit<Props, 'revision'>) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [busy, setBusy] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [restored, setRestored] = useState<{
    readonly text: string
    readonly operation: string | undefined
  }>()
  const reasonOf = (failed: unknown): string => {
    if (!isProblem(failed)) return t('common.somethingWrong')
    if (failed.status === 412) return t('detail.stale')
    return [...new Set([failed.detail, ...failed.errors.map((e) => e.message)])].join(' ')
  }
  const restore = async (field: FieldModel, { revision, version }: Revision) => {
    setBusy(field.name)
    setFailure(undefined)
    setRestored(undefined)
    try {
      const { operationId } = await restoreRevision(resource, record, revision, [field.name])
      const text = t('versions.restored', { label: label(field.label), n: version })
      reportChange(client, text, operationId)
      setRestored({ text, operation: operationId })
    } catch (failed) {
      if (reportRequested(client, failed)) return onClose()
      setFailure(reasonOf(failed))
    } finally {
      setBusy(undefined)
      await client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
    }
  }
  const takeBack = async (operation: string) => {
    setRestored(undefined)
    await undo([operation], client)
  }
  return { busy, failure, restored, restore, takeBack }
}

interface ChoiceProps {
  readonly record: RecordData
  /** From the newest to the oldest. */
  readonly versions: readonly Revision[]
  readonly from: Revision
  /** Undefined is the record as it is. */
  readonly to: Revision | undefined
  readonly onChoose: (chosen: { readonly from: string; readonly to?: string }) => void
}

const VersionChoice = ({ record, versions, from, to, onChoose }: ChoiceProps) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const option = (v: Revision) => ({
    value: v.revision,
    label: [t('detail.version', { n: v.version }), format.instant(v.at), v.actor.name]
      .filter(Boolean)
      .join(' · '),
  })
  return (
    <div className={css.choice}>
      <SelectField
        label={t('versions.earlier')}
        value={from.revision}
        onChange={(e) =>
          onChoose({ ...(to ? { to: to.revision } : {}), from: e.currentTarget.value })
        }
        data={versions.filter((v) => !to || v.version < to.version).map(option)}
      />
      <SelectField
        label={t('versions.later')}
        value={to?.revision ?? NOW}
        onChange={(e) => onChoose({ from: from.revision, to: e.currentTarget.value })}
        data={[
          { value: NOW, label: t('versions.now', { n: record.version }) },
          ...versions
            .filter((v) => v.version > from.version && v.version < record.version)
            .map(option),
        ]}
      />
    </div>
  )
}

/** Compares two versions of a record, field by field, and restores single values. */
export const CompareDialog = ({ resource, record, revision, onClose }: Props) => {
  const { t } = useTranslation()
  const rights = useRights(resource)
  const { revisions, included, ready, error, refetch } = useRevisions({
    resource,
    record,
    revision,
  })
  const [chosen, setChosen] = useState<{ readonly from?: string; readonly to?: string }>({})
  const { busy, failure, restored, restore, takeBack } = useRestore({ resource, record, onClose })

  const versions = versionsOf(revisions)
  const at = versions.findIndex((v) => v.version === revision.version)
  // The newest version equals the record as it is, so the one before it is compared.
  const from =
    versions.find((v) => v.revision === chosen.from) ??
    (at === 0 && revision.version >= record.version ? (versions[1] ?? versions[0]) : versions[at])
  const to = versions.find((v) => v.revision === chosen.to)
  const found = from
    ? differences(resource, record, revisions, from.revision, to?.revision)
    : ([] as const)

  return (
    <Dialog
      wide
      title={t('versions.compareTitle', { title: titleOf(resource, record) })}
      onClose={onClose}
    >
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!ready && !error ? <SkeletonRows columns={2} rows={4} /> : null}
      {ready && from ? (
        <div className={css.compare}>
          <VersionChoice
            record={record}
            versions={versions}
            from={from}
            to={to}
            onChoose={setChosen}
          />
          <div role="status" className={restored ? css.restored : css.status}>
            {restored?.text}
            {restored?.operation ? (
              <Button
                size="compact"
                variant="default"
                onClick={() => void takeBack(restored.operation!)}
              >
                {t('changes.undo')}
              </Button>
            ) : null}
          </div>
          {failure ? (
            <p role="alert" className={dialog.error}>
              {failure}
            </p>
          ) : null}
          {found.length ? (
            <Differences
              found={found}
              record={record}
              included={included}
              before={t('detail.version', { n: from.version })}
              after={to ? t('detail.version', { n: to.version }) : t('versions.today')}
              rights={rights}
              busy={busy}
              onRestore={({ field }) => void restore(field, from)}
            />
          ) : (
            <p className={css.quiet}>{t('versions.equal')}</p>
          )}
        </div>
      ) : null}
    </Dialog>
  )
}
