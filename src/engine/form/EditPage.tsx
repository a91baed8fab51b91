import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { label, useTranslation } from '#ui/i18n.ts'
import { isProblem } from '#data/problem.ts'
import { recordQuery } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { quietPart } from '#ui/lazyPart.tsx'
import { Loading } from '#ui/states.tsx'
import { reportChange } from '../changes/report.ts'
import { useGoTo, useRecordId } from '../links.tsx'
import { titleOf } from '../recordActions.ts'
import { RecordFailure } from '../RecordFailure.tsx'
import { useRights } from '../resource.ts'
import { RecordForm, type After } from './RecordForm.tsx'
import { useRecordForm } from './useRecordForm.ts'

const OthersHere = quietPart(async () => (await import('../presence/OthersHere.tsx')).OthersHere)

/** Edit form of one record. */
export const EditPage = ({ resource }: { resource: ResourceModel }) => {
  const id = useRecordId()
  const { data, error, refetch } = useQuery({ ...recordQuery(resource, id), staleTime: 0 })
  if (data) return <Opened key={id} resource={resource} found={data.data} />
  // The page of the record knows whether it is in the trash.
  if (isProblem(error, 404)) return <ToRecord resource={resource} id={id} />
  return error ? (
    <RecordFailure resource={resource} error={error} onRetry={() => void refetch()} />
  ) : (
    <Loading />
  )
}

/** Leads to the page of a record instead of this one. */
const ToRecord = ({ resource, id }: { resource: ResourceModel; id: string }) => {
  const goTo = useGoTo()
  useEffect(
    () => void goTo(resource, { page: 'detail', id }, { replace: true }),
    [goTo, resource, id],
  )
  return <Loading />
}

/**
 * Someone else's save must not change the inputs: the form starts from the record as it was when
 * opened.
 */
const Opened = ({ resource, found }: { resource: ResourceModel; found: RecordData }) => {
  const [opened, setOpened] = useState(found)
  return (
    <EditForm
      key={`${opened.id}.${opened.version}`}
      resource={resource}
      record={opened}
      onContinue={setOpened}
    />
  )
}

const EditForm = ({
  resource,
  record,
  onContinue,
}: {
  resource: ResourceModel
  record: RecordData
  onContinue: (record: RecordData) => void
}) => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const state = useRecordForm(resource, record)
  const { readField } = useRights(resource)
  const client = useQueryClient()
  const saved = (next: RecordData, after: After, operationId: string | undefined) => {
    if (next.version !== record.version) {
      reportChange(
        client,
        t('form.saved', { what: label(resource.label.one), title: titleOf(resource, next) }),
        operationId,
      )
    }
    if (after === 'continue') onContinue(next)
    else void goTo(resource, { page: 'detail', id: record.id })
  }
  return (
    <>
      <PageHeader
        title={t('form.editTitle', {
          // The person may have lost the right to read it since the form was opened.
          title: titleOf(
            resource,
            readField(resource.title) ? record : { ...record, [resource.title]: null },
          ),
        })}
        beside={<OthersHere resource={resource} id={record.id} editing />}
      />
      <RecordForm
        resource={resource}
        state={state}
        isNew={false}
        onSaved={saved}
        onCancel={() => void goTo(resource, { page: 'detail', id: record.id })}
      />
    </>
  )
}
