import { isMasked } from '#schemas/define/kinds.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { recordQuery } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Loading } from '#ui/states.tsx'
import { reportChange } from '../changes/report.ts'
import { useGoTo } from '../links.tsx'
import type { CreateSearch } from '../routes.ts'
import { RecordFailure } from '../RecordFailure.tsx'
import { useRights } from '../resource.ts'
import { RecordForm, type After } from './RecordForm.tsx'
import { useRecordForm } from './useRecordForm.ts'
import type { FormValues } from './values.ts'

/**
 * Create form at the entity's create path; `?copy=<id>` starts from another record,
 * `?preset=hotel=<id>` from given values.
 */
export const CreatePage = ({ resource }: { resource: ResourceModel }) => {
  const { copy, preset } = useSearch({ strict: false }) as CreateSearch
  const [round, setRound] = useState(0)
  const given = Object.fromEntries(new URLSearchParams(preset ?? ''))
  return copy ? (
    <Copied key={round} resource={resource} id={copy} onAnother={() => setRound(round + 1)} />
  ) : (
    <NewForm key={round} resource={resource} given={given} onAnother={() => setRound(round + 1)} />
  )
}

/** Omits unique and computed values from the copy. */
const Copied = ({
  resource,
  id,
  onAnother,
}: {
  resource: ResourceModel
  id: string
  onAnother: () => void
}) => {
  const { data, error, refetch } = useQuery(recordQuery(resource, id))
  if (!data) {
    return error ? (
      <RecordFailure resource={resource} error={error} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    )
  }
  const unique = new Set(resource.unique.filter((set) => set.length === 1).flat())
  const given = Object.fromEntries(
    resource.fields
      .filter(
        (f) =>
          !f.derived &&
          !unique.has(f.name) &&
          !isMasked(f) &&
          data.data[f.name] !== undefined &&
          data.data[f.name] !== null,
      )
      .map((f) => [f.name, data.data[f.name] ?? null]),
  )
  return <NewForm resource={resource} given={given} onAnother={onAnother} />
}

const NewForm = ({
  resource,
  given,
  onAnother,
}: {
  resource: ResourceModel
  given: FormValues
  onAnother: () => void
}) => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const toList = () => void goTo(resource, { page: 'list' })
  const state = useRecordForm(resource, undefined, given, toList)
  const client = useQueryClient()
  const { delete: mayDelete } = useRights(resource)
  const saved = (record: RecordData, after: After, operationId: string | undefined) => {
    reportChange(
      client,
      t('form.created', {
        what: label(resource.label.one),
        title: String(record[resource.title] ?? ''),
      }),
      // The undo of a new record deletes it.
      mayDelete ? operationId : undefined,
    )
    if (after === 'another') onAnother()
    else void goTo(resource, { page: 'detail', id: record.id })
  }
  return (
    <>
      <PageHeader title={t('form.addTitle', { what: inSentence(resource.label.one) })} />
      <RecordForm resource={resource} state={state} isNew onSaved={saved} onCancel={toList} />
    </>
  )
}
