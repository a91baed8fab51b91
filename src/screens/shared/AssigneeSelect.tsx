import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ASSIGN } from '#schemas/define/assignName.ts'
import type { FieldOf } from '#schemas/define/rows.ts'
import type { CollectionName, ResourceOf } from '#schemas/names.ts'
import { useCan, useHolds, useMe } from '#data/me.ts'
import { isProblem } from '#data/problem.ts'
import { keys, listQuery, optionsQuery } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { actOnRecord, patchRecord } from '#data/writes.ts'
import { reportRequested } from '#engine/approvals/requested.ts'
import { reportChange } from '#engine/changes/report.ts'
import { fieldOf } from '#model/standard.ts'
import type { ResourceModel } from '#model/types.ts'
import type { Json } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import { toast } from '#ui/toast.ts'
import { employees, type NamedModel } from './resources.ts'
import css from './aside.module.css'

/**
 * The current record, if only fields outside this change were edited meanwhile, so that both
 * changes can be kept.
 */
const untouched = (
  error: unknown,
  record: RecordData,
  body: Readonly<Record<string, Json>>,
): RecordData | undefined => {
  if (!isProblem(error, 412)) return undefined
  const current = error.members.current as RecordData | undefined
  return current &&
    Object.keys(body).every(
      (name) => JSON.stringify(current[name] ?? null) === JSON.stringify(record[name] ?? null),
    )
    ? current
    : undefined
}

/**
 * Changes a field of a record, offers the undo, and shows the error if it is refused. Returns the
 * changed record. `write` sends the change, by default as an update.
 */
export const useChange = (
  resource: ResourceModel,
  record: RecordData,
  write: typeof patchRecord = patchRecord,
): ((body: Readonly<Record<string, Json>>) => Promise<RecordData | undefined>) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  return async (body) => {
    const send = (version: number): ReturnType<typeof patchRecord> =>
      write(resource, { id: record.id, version }, body).catch((error: unknown) => {
        const current = untouched(error, record, body)
        if (!current) throw error
        return send(current.version)
      })
    try {
      const { record: changed, operationId } = await send(record.version)
      reportChange(client, t('changes.saved'), operationId)
      return changed
    } catch (error) {
      if (reportRequested(client, error)) return undefined
      const failureText = () => {
        if (isProblem(error, 412)) return t('detail.stale')
        if (isProblem(error)) return error.detail
        return t('common.somethingWrong')
      }
      toast.error({
        title: t('chat.notDone'),
        message: failureText(),
      })
      return undefined
    } finally {
      await client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
    }
  }
}

/** Sends a new assignee as the action that needs no right to change the record. */
const assign: typeof patchRecord = (resource, on, { assignee }, attempt) =>
  actOnRecord(resource, on, ASSIGN, assignee ? { assignee } : {}, attempt)

interface SelectProps {
  readonly resource: NamedModel<'tickets' | 'conversations'>
  readonly record: RecordData
  /** As text: nothing can be changed any more. */
  readonly fixed?: boolean
}

const FixedText = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <div className={css.field}>
    <span className={css.fieldName}>{name}</span>
    <span dir="auto">{text}</span>
  </div>
)

/** Select for the assignee of a record. */
export const AssigneeSelect = ({ resource, record, fixed }: SelectProps) => {
  const { t } = useTranslation()
  const { person } = useMe()
  const can = useCan()
  const holds = useHolds()
  const updates = can(`${resource.entity}.update`) && can(`${resource.entity}.field.assignee.write`)
  const assigns = resource.actions.some(
    ({ name, from }) => name === ASSIGN && (!from.length || from.includes(String(record.state))),
  )
  const change = useChange(resource, record, updates ? patchRecord : assign)
  const may = can(`${employees().entity}.list`)
  const now = typeof record.assignee === 'string' ? record.assignee : ''
  const staff = useQuery({
    ...listQuery(employees(), {
      filter: {
        and: [
          { path: ['state'], op: 'eq', value: 'active' },
          { path: ['vendor'], op: 'isNull', value: true },
        ],
      },
      fields: ['name'],
      sort: [{ field: 'name', descending: false }],
      limit: 200,
    }),
    enabled: may && can(`${employees().entity}.field.vendor.read`),
    staleTime: 60_000,
  })
  const current = useQuery(optionsQuery(employees().collection, { ids: may && now ? [now] : [] }))
  const names = new Map((staff.data?.data ?? []).map((e) => [e.id, String(e.name)]))
  for (const o of current.data ?? []) names.set(o.id, o.title)
  if (person) names.set(person.id, person.name)
  if (now && !names.has(now)) {
    names.set(now, current.isFetching ? '…' : t('chat.otherPerson'))
  }
  const rest = [...names].filter(([id]) => id !== person?.id)
  const writable = updates || (assigns && holds(`${resource.entity}.${ASSIGN}`))
  if (fixed) {
    return <FixedText name={t('chat.assignee')} text={names.get(now) ?? t('chat.nobody')} />
  }
  return (
    <label className={css.field}>
      <span className={css.fieldName}>{t('chat.assignee')}</span>
      <Select
        small
        value={now}
        disabled={!writable}
        onChange={(e) => void change({ assignee: e.currentTarget.value || null })}
        data={rest.map(([id, name]) => ({ value: id, label: name }))}
      >
        <option value="">{t('chat.nobody')}</option>
        {person && person.tenant === null ? (
          <option value={person.id}>{t('chat.me', { name: person.name })}</option>
        ) : null}
      </Select>
    </label>
  )
}

/** Select for a field with fixed values, edited in place. */
export const ChoiceSelect = <C extends CollectionName>({
  resource,
  record,
  name,
  fixed,
}: {
  readonly resource: NamedModel<C>
  readonly record: RecordData
  readonly fixed?: boolean
  readonly name: FieldOf<ResourceOf<C>>
}) => {
  const can = useHolds()
  const change = useChange(resource, record)
  const field = fieldOf(resource, name)
  if (!field || !can(`${resource.entity}.field.${name}.read`)) return null
  if (fixed) {
    const chosen = field.options?.find((o) => o.value === record[name])
    return <FixedText name={label(field.label)} text={label(chosen?.label ?? '—')} />
  }
  return (
    <label className={css.field}>
      <span className={css.fieldName}>{label(field.label)}</span>
      <Select
        small
        value={String(record[name] ?? '')}
        disabled={
          !can(`${resource.entity}.update`) || !can(`${resource.entity}.field.${name}.write`)
        }
        onChange={(e) => void change({ [name]: e.currentTarget.value })}
        data={field.options?.map((o) => ({ value: o.value, label: label(o.label) }))}
      />
    </label>
  )
}
