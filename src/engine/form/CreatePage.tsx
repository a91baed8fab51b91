import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { lazy } from '#ui/lazyPart.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Loading } from '#ui/states.tsx'
import { reportChange } from '../changes/report.ts'
import { useGoTo } from '../links.tsx'
import type { CreateSearch } from '../routes.ts'
import { useRights } from '../resource.ts'
import { RecordForm, type After } from './RecordForm.tsx'
import { useRecordForm } from './useRecordForm.ts'
import type { FormValues } from './values.ts'

const Copied = lazy(() => import('./Copied.tsx').then((m) => ({ default: m.Copied })))

/**
 * Create form at the entity's create path; `?copy=<id>` starts from another record,
 * `?preset=hotel=<id>` from given values.
 */
export const CreatePage = ({ resource }: { resource: ResourceModel }) => {
  const { copy, preset } = useSearch({ strict: false }) as CreateSearch
  const [round, setRound] = useState(0)
  const given = Object.fromEntries(new URLSearchParams(preset ?? ''))
  const formOf = (values: FormValues) => (
    <NewForm key={round} resource={resource} given={values} onAnother={() => setRound(round + 1)} />
  )
  return copy ? (
    <Suspense fallback={<Loading />}>
      <Copied key={round} resource={resource} id={copy}>
        {formOf}
      </Copied>
    </Suspense>
  ) : (
    formOf(given)
  )
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
