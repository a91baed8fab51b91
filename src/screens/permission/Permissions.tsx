import { Suspense, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { IconCopy, IconHelpCircle, IconLock, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import type { Grants } from '#schemas/define/permissions.ts'
import { useHolds } from '#data/me.ts'
import { recordQuery } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { ResourceLink, useRecordId } from '#engine/links.tsx'
import { RecordFailure } from '#engine/RecordFailure.tsx'
import { useModel } from '#engine/resource.ts'
import { Badge } from '#ui/Badge.tsx'
import { confirm } from '#ui/confirm.ts'
import { currentLanguage, useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { lazy } from '#ui/lazyPart.tsx'
import { EmptyState, SkeletonRows } from '#ui/states.tsx'
import { Matrix } from './Matrix.tsx'
import { linesOf, matching, universeOf, type Line } from './matrix.ts'
import { useDraft, type Draft } from './useDraft.ts'
import { roleResource } from './usePeople.ts'
import { useSaveRole } from './useSaveRole.ts'
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

/** Asks before a page with unsaved permissions is left. */
const useLeaveGuard = (dirty: boolean) => {
  const { t } = useTranslation()
  useBlocker({
    enableBeforeUnload: () => dirty,
    shouldBlockFn: async () =>
      dirty &&
      !(await confirm({
        title: t('permission.leaveTitle'),
        text: t('permission.leaveText'),
        action: t('permission.leave'),
        danger: true,
      })),
  })
}

interface RoleProps {
  readonly role: RecordData
  readonly readOnly: boolean
  readonly onOpen: (open: Open) => void
}

const Head = ({ role, readOnly, onOpen }: RoleProps) => {
  const { t } = useTranslation()
  const { resource } = roleResource()
  return (
    <PageHeader
      title={t('permission.title', { role: String(role[resource.title] ?? '') })}
      beside={role.system ? <Badge>{t('permission.builtIn')}</Badge> : null}
      subtitle={
        <>
          {role.description ? (
            <>
              <bdi>{String(role.description)}</bdi>
              {' · '}
            </>
          ) : null}
          <ResourceLink resource={resource} target={{ page: 'detail', id: role.id }}>
            {t('permission.toRole')}
          </ResourceLink>
        </>
      }
      actions={
        <>
          <Button variant="default" onClick={() => onOpen({ kind: 'explain' })}>
            <IconHelpCircle size={16} aria-hidden />
            {t('permission.explain')}
          </Button>
          {readOnly ? null : (
            <Button variant="default" onClick={() => onOpen({ kind: 'copy' })}>
              <IconCopy size={16} aria-hidden />
              {t('permission.copy')}
            </Button>
          )}
        </>
      }
    />
  )
}

const Search = ({
  value,
  count,
  onChange,
}: {
  readonly value: string
  /** Number of lines found. */
  readonly count: number
  readonly onChange: (value: string) => void
}) => {
  const { t } = useTranslation()
  return (
    <div className={css.bar}>
      <span className={css.searchBox}>
        <IconSearch size={16} aria-hidden />
        <input
          type="search"
          role="searchbox"
          className={css.search}
          aria-label={t('permission.search')}
          placeholder={t('permission.search')}
          value={value}
          onChange={(e) => onChange(e.currentTarget.value)}
        />
      </span>
      <span role="status" className={css.count}>
        {t('permission.count', { count })}
      </span>
    </div>
  )
}

const Foot = ({
  changes,
  onDiscard,
  onReview,
}: {
  readonly changes: number
  readonly onDiscard: () => void
  readonly onReview: () => void
}) => {
  const { t } = useTranslation()
  return (
    <div className={css.foot} role="region" aria-label={t('permission.unsaved')}>
      <span className={css.footText}>{t('permission.changes', { count: changes })}</span>
      <Button variant="default" onClick={onDiscard}>
        {t('permission.discard')}
      </Button>
      <Button onClick={onReview}>{t('permission.review')}</Button>
    </div>
  )
}

/** The open dialog, if it is one of the whole role. */
const Dialogs = ({
  kind,
  role,
  draft,
  onSave,
  onClose,
}: {
  readonly kind: Open['kind'] | undefined
  readonly role: RecordData
  readonly draft: Draft
  readonly onSave: () => Promise<void>
  readonly onClose: () => void
}) => {
  const { resource, field } = roleResource()
  const lines = useLines()
  const universe = useUniverse()
  const can = useHolds()
  if (kind === 'explain') return <ExplainDialog lines={lines} onClose={onClose} />
  if (kind === 'copy') {
    return (
      <CopyDialog
        role={role.id}
        onCopy={(from) => {
          draft.copy(from.grants, can)
          onClose()
        }}
        onClose={onClose}
      />
    )
  }
  if (kind !== 'review') return null
  return (
    <ReviewDialog
      role={{ id: role.id, name: String(role[resource.title] ?? '') }}
      before={(role[field] ?? NOTHING) as Grants}
      after={draft.after}
      universe={universe}
      lines={lines}
      changedRules={draft.changedRules}
      onSave={onSave}
      onClose={onClose}
    />
  )
}

/** What the person may do with the role: `fixed` is the role that always allows everything. */
const useEditable = (role: RecordData, saved: Grants) => {
  const { resource, field } = roleResource()
  const can = useHolds()
  const fixed = role.system === true && saved.allow.includes('*') && !saved.deny.length
  const may = can(`${resource.entity}.update`) && can(`${resource.entity}.field.${field}.write`)
  return { fixed, readOnly: fixed || !may, can }
}

const Loaded = ({ role }: { readonly role: RecordData }) => {
  const { t } = useTranslation()
  const lines = useLines()
  const saved = (role[roleResource().field] ?? NOTHING) as Grants
  const draft = useDraft(saved, useUniverse())
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<Open>()
  const { fixed, readOnly, can } = useEditable(role, saved)
  const { errors, save, discard } = useSaveRole(role, draft)
  const close = () => setOpen(undefined)
  useLeaveGuard(draft.dirty)

  const shown = matching(lines, search)
  const line = open?.kind === 'entity' ? lines.find((l) => l.entity === open.entity) : undefined
  const props = { draft, readOnly, may: can, errors }
  return (
    <>
      <Head role={role} readOnly={readOnly} onOpen={setOpen} />
      {readOnly ? (
        <p className={css.notice}>
          <IconLock size={16} aria-hidden /> {t(fixed ? 'permission.fixed' : 'permission.readOnly')}
        </p>
      ) : null}
      <Search value={search} count={shown.length} onChange={setSearch} />
      {shown.length ? (
        <Matrix {...props} lines={shown} onOpen={(entity) => setOpen({ kind: 'entity', entity })} />
      ) : (
        <EmptyState title={t('permission.nothing')} text={t('permission.nothingText')} />
      )}
      {draft.dirty ? (
        <Foot
          changes={draft.changes}
          onDiscard={discard}
          onReview={() => setOpen({ kind: 'review' })}
        />
      ) : null}
      <Suspense fallback={null}>
        {line ? <EntityDrawer {...props} line={line} onClose={close} /> : null}
        <Dialogs
          kind={open?.kind}
          role={role}
          draft={draft}
          onSave={() => save().finally(close)}
          onClose={close}
        />
      </Suspense>
    </>
  )
}
