import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHolds } from '#data/me.ts'
import { isProblem } from '#data/problem.ts'
import { keys, listQuery } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { patchRecord } from '#data/writes.ts'
import { reportRequested } from '#engine/approvals/requested.ts'
import { reportChange } from '#engine/changes/report.ts'
import { NumberBox, type Typed } from '#engine/kinds/parts/NumberBox.tsx'
import { inSentence, label, t, useTranslation } from '#ui/i18n.ts'
import { ErrorState, SkeletonRows } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import {
  grantsIn,
  isFixed,
  limitsOf,
  typedLimit,
  withLimits,
  type Limit,
  type Roles,
} from './approvalLimits.ts'
import { Failure } from './Card.tsx'
import css from './settings.module.css'

const at = (role: RecordData, { key }: Limit): string => `${role.id} ${key}`

/** What is typed and not saved yet, and its saving. */
const useLimits = ({ resource, field }: Roles, roles: readonly RecordData[]) => {
  const client = useQueryClient()
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map())
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const limits = limitsOf()
  const valueOf = (role: RecordData, limit: Limit): Typed =>
    typed.get(at(role, limit)) ?? typedLimit(limit, grantsIn(role, field))
  const changesOf = (role: RecordData) =>
    limits
      .map((limit) => [limit, valueOf(role, limit)] as const)
      .filter(([limit, value]) => value !== typedLimit(limit, grantsIn(role, field)))
  const changed = roles.filter((role) => changesOf(role).length)

  const save = async () => {
    setBusy(true)
    setFailure(undefined)
    const operations: string[] = []
    try {
      for (const role of changed) {
        const next = withLimits(grantsIn(role, field), changesOf(role))
        const { operationId } = await patchRecord(resource, role, {
          [field]: next as never,
        })
        if (operationId !== undefined) operations.push(operationId)
      }
      setTyped(new Map())
    } catch (error) {
      if (reportRequested(client, error)) setTyped(new Map())
      else {
        setFailure(
          isProblem(error) ? error.errors[0]?.message || error.detail : t('common.somethingWrong'),
        )
      }
    }
    if (operations.length) reportChange(client, t('approvals.limitsSaved'), operations)
    await client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
    setBusy(false)
  }
  return {
    limits,
    valueOf,
    set: (role: RecordData, limit: Limit, value: Typed) =>
      setTyped((old) => new Map(old).set(at(role, limit), value)),
    dirty: changed.length > 0,
    busy,
    failure,
    save,
  }
}

interface LimitFieldsProps {
  readonly limit: Limit
  readonly roles: Roles
  readonly records: readonly RecordData[]
  readonly readOnly: boolean
  readonly state: ReturnType<typeof useLimits>
}

const LimitFields = ({ limit, roles, records, readOnly, state }: LimitFieldsProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const many = label(limit.resource.label.many)
  const declared = format.number(limit.over / limit.unit)
  return (
    <fieldset className={css.limits}>
      <legend>{`${limit.label} · ${many}`}</legend>
      <p className={css.cardText}>
        {t(limit.counts ? 'approvals.limitRows' : 'approvals.limitText', {
          many: inSentence(many),
          over: declared,
        })}
      </p>
      <div className={css.limitRows}>
        {records
          .filter((role) => limit.concerns(grantsIn(role, roles.field)))
          .map((role) => (
            <NumberBox
              key={role.id}
              label={String(role[roles.resource.title] ?? '')}
              aria-label={`${limit.label} · ${many}: ${String(role[roles.resource.title] ?? '')}`}
              value={state.valueOf(role, limit)}
              placeholder={declared}
              disabled={readOnly || isFixed(role, grantsIn(role, roles.field))}
              onChange={(value) => state.set(role, limit, value)}
            />
          ))}
      </div>
    </fieldset>
  )
}

/** Above which values a second person approves, by role. */
export const Limits = ({ roles, views }: { readonly roles: Roles; readonly views: ReactNode }) => {
  const { t } = useTranslation()
  const can = useHolds()
  const { resource, field } = roles
  const query = useQuery(
    listQuery(resource, { limit: 200, sort: [{ field: resource.title, descending: false }] }),
  )
  const found = query.data?.data ?? []
  const state = useLimits(roles, found)
  const mayEdit = can(`${resource.entity}.update`) && can(`${resource.entity}.field.${field}.write`)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (state.dirty && !state.busy) void state.save()
  }
  const content = () => {
    if (query.error) {
      return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    }
    if (!query.data) return <SkeletonRows rows={8} columns={2} />
    return state.limits.map((limit) => (
      <LimitFields
        key={limit.key}
        limit={limit}
        roles={roles}
        records={found}
        readOnly={!mayEdit}
        state={state}
      />
    ))
  }
  return (
    <form className={css.card} aria-label={t('approvals.limits')} noValidate onSubmit={submit}>
      <div className={css.cardHead}>
        <h2 className={css.cardTitle}>{t('approvals.title')}</h2>
        <p className={css.cardText}>{t('approvals.limitsText')}</p>
        {views}
      </div>
      <div className={css.cardBody}>
        {content()}
        <Failure>{state.failure}</Failure>
      </div>
      {mayEdit ? (
        <div className={css.cardFoot}>
          <Button type="submit" loading={state.busy} disabled={!state.dirty}>
            {t('common.save')}
          </Button>
        </div>
      ) : null}
    </form>
  )
}
