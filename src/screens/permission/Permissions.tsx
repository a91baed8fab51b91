import { lazy, Suspense, useState } from 'react'
import { Button } from '@mantine/core'
import { IconCopy, IconHelpCircle, IconLock, IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import type { Grants } from '#schemas/define/permissions.ts'
import { useHolds } from '#data/me.ts'
import { isProblem } from '#data/problem.ts'
import { keys, recordQuery } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { patchRecord } from '#data/writes.ts'
import { reportAsked } from '#engine/approvals/asked.ts'
import { reportChange } from '#engine/changes/report.ts'
import { ResourceLink, useRecordId } from '#engine/links.tsx'
import { RecordFailure } from '#engine/RecordFailure.tsx'
import { useModel } from '#engine/resource.ts'
import { Badge } from '#ui/Badge.tsx'
import { confirm } from '#ui/confirm.ts'
import { currentLanguage, useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState, SkeletonRows } from '#ui/states.tsx'
import { toast } from '#ui/toast.ts'
import { Matrix } from './Matrix.tsx'
import { linesOf, matching, universeOf, type Line } from './matrix.ts'
import { useDraft } from './useDraft.ts'
import { roleResource } from './usePeople.ts'
import css from './permission.module.css'

const EntityDrawer = lazy(() =>
  import('./EntityDrawer.tsx').then((m) => ({ default: m.EntityDrawer })),
)
const ReviewDialog = lazy(() =>
  import('./ReviewDialog.tsx').then((m) => ({ default: m.ReviewDialog })),
)
const ExplainDialog = lazy(() =>
  import('./ExplainDialog.tsx').then((m) => ({ default: m.ExplainDialog })),
)
const CopyDialog = lazy(() => import('./CopyDialog.tsx').then((m) => ({ default: m.CopyDialog })))

const NOTHING: Grants = { allow: [], deny: [] }
let memo: { readonly language: string; readonly lines: readonly Line[] } | undefined
/** Lines contain translated text, so they are built once per language. */
const useLines = (): readonly Line[] => {
  const model = useModel()
  const language = currentLanguage()
  if (memo?.language !== language) memo = { language, lines: linesOf(model) }
  return memo.lines
}
let all: readonly string[] | undefined
const useUniverse = (): readonly string[] => {
  const model = useModel()
  return (all ??= universeOf(model))
}

/** `/permission/{id}`: the matrix of the role with that id. */
export const Permissions = () => {
  const { resource } = roleResource()
  const id = useRecordId()
  const { data, error, refetch } = useQuery({ ...recordQuery(resource, id), retry: false })
  if (data) return <Loaded key={id} role={data.data} />
  return error ? (
    <RecordFailure resource={resource} error={error} onRetry={() => void refetch()} />
  ) : (
    <SkeletonRows columns={8} rows={14} />
  )
}

type Open =
  | { readonly kind: 'review' | 'explain' | 'copy' }
  | { readonly kind: 'entity'; readonly entity: string }

const Loaded = ({ role }: { readonly role: RecordData }) => {
  const { t } = useTranslation()
  const { resource, field } = roleResource()
  const client = useQueryClient()
  const can = useHolds()
  const lines = useLines()
  const universe = useUniverse()
  const saved = (role[field] ?? NOTHING) as Grants
  const draft = useDraft(saved, universe)
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<Open>()
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const name = String(role[resource.title] ?? '')
  // True for the role that always allows everything.
  const fixed = role.system === true && saved.allow.includes('*') && !saved.deny.length
  const readOnly =
    fixed || !can(`${resource.entity}.update`) || !can(`${resource.entity}.field.${field}.write`)
  const close = () => setOpen(undefined)

  useBlocker({
    enableBeforeUnload: () => draft.dirty,
    shouldBlockFn: async () =>
      draft.dirty &&
      !(await confirm({
        title: t('permission.leaveTitle'),
        text: t('permission.leaveText'),
        action: t('permission.leave'),
        danger: true,
      })),
  })

  const save = async () => {
    try {
      const { record, operationId } = await patchRecord(resource, role.id, role.version, {
        [field]: draft.after as never,
      })
      client.setQueryData(recordQuery(resource, role.id).queryKey, (old) =>
        old ? { ...old, data: record } : old,
      )
      draft.clear()
      setErrors(new Map())
      reportChange(client, t('permission.saved', { role: name }), operationId)
      void client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
      void client.invalidateQueries({ queryKey: keys.me })
    } catch (error) {
      if (reportAsked(client, error)) draft.clear()
      else if (isProblem(error, 412)) {
        // The draft is re-applied to the latest role, so both people's changes are kept.
        await client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
        toast.info({
          title: t('permission.conflictTitle'),
          message: t('permission.conflictText'),
        })
      } else {
        if (isProblem(error)) {
          setErrors(new Map(error.errors.map((e) => [e.path.replace(/^grants\.?/, ''), e.message])))
        }
        toast.error({
          title: t('permission.notSaved'),
          message: isProblem(error) ? error.detail : t('common.somethingWrong'),
        })
      }
    } finally {
      close()
    }
  }

  const shown = matching(lines, search)
  const line = open?.kind === 'entity' ? lines.find((l) => l.entity === open.entity) : undefined
  const props = { draft, readOnly, may: can, errors }
  return (
    <>
      <PageHeader
        title={t('permission.title', { role: name })}
        beside={role.system ? <Badge>{t('permission.builtIn')}</Badge> : null}
        subtitle={
          <>
            {role.description ? `${String(role.description)} · ` : ''}
            <ResourceLink resource={resource} target={{ page: 'detail', id: role.id }}>
              {t('permission.toRole')}
            </ResourceLink>
          </>
        }
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconHelpCircle size={16} aria-hidden />}
              onClick={() => setOpen({ kind: 'explain' })}
            >
              {t('permission.explain')}
            </Button>
            {readOnly ? null : (
              <Button
                variant="default"
                leftSection={<IconCopy size={16} aria-hidden />}
                onClick={() => setOpen({ kind: 'copy' })}
              >
                {t('permission.copy')}
              </Button>
            )}
          </>
        }
      />
      {readOnly ? (
        <p className={css.notice}>
          <IconLock size={16} aria-hidden /> {t(fixed ? 'permission.fixed' : 'permission.readOnly')}
        </p>
      ) : null}
      <div className={css.bar}>
        <span className={css.searchBox}>
          <IconSearch size={16} aria-hidden />
          <input
            type="search"
            role="searchbox"
            className={css.search}
            aria-label={t('permission.search')}
            placeholder={t('permission.search')}
            value={search}
            onChange={(e) => setSearch(e.currentTarget.value)}
          />
        </span>
        <span role="status" className={css.count}>
          {t('permission.count', { count: shown.length })}
        </span>
      </div>
      {shown.length ? (
        <Matrix {...props} lines={shown} onOpen={(entity) => setOpen({ kind: 'entity', entity })} />
      ) : (
        <EmptyState title={t('permission.nothing')} text={t('permission.nothingText')} />
      )}
      {draft.dirty ? (
        <div className={css.foot} role="region" aria-label={t('permission.unsaved')}>
          <span className={css.footText}>{t('permission.changes', { count: draft.changes })}</span>
          <Button
            variant="default"
            onClick={() => {
              draft.clear()
              setErrors(new Map())
            }}
          >
            {t('permission.discard')}
          </Button>
          <Button onClick={() => setOpen({ kind: 'review' })}>{t('permission.review')}</Button>
        </div>
      ) : null}
      <Suspense fallback={null}>
        {line ? <EntityDrawer {...props} line={line} onClose={close} /> : null}
        {open?.kind === 'review' ? (
          <ReviewDialog
            role={{ id: role.id, name }}
            before={saved}
            after={draft.after}
            universe={universe}
            lines={lines}
            changedRules={draft.changedRules}
            onSave={save}
            onClose={close}
          />
        ) : null}
        {open?.kind === 'explain' ? <ExplainDialog lines={lines} onClose={close} /> : null}
        {open?.kind === 'copy' ? (
          <CopyDialog
            role={role.id}
            onCopy={(from) => {
              draft.copy(from.grants, can)
              close()
            }}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </>
  )
}
