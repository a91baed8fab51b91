import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { isProblem } from '#data/problem.ts'
import { recordAsOfQuery } from '#data/past.ts'
import type { RecordResponse } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { Badge } from '#ui/Badge.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState, SkeletonRows } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { withLayout } from '../detail/declared.ts'
import { layoutOf } from '../detail/layout.ts'
import { RecordSections } from '../detail/RecordSections.tsx'
import { Strip } from '../detail/Strip.tsx'
import { Summary } from '../detail/Summary.tsx'
import { useRecordId } from '../links.tsx'
import { useTimeZone } from '../person.ts'
import { titleOf } from '../recordActions.ts'
import { RecordFailure } from '../RecordFailure.tsx'
import type { PageProps } from '../routes.ts'
import { PastFrame } from './PastFrame.tsx'
import css from './past.module.css'

const Shown = ({
  resource,
  response: { data: record, included },
}: {
  readonly resource: ResourceModel
  readonly response: RecordResponse
}) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const layout = layoutOf(withLayout(resource), record)
  const shown = { resource, record, included }
  const state = resource.states.find((s) => s.value === record.state)
  return (
    <>
      <PageHeader
        title={titleOf(resource, record)}
        beside={
          <>
            {state ? <Badge tone={state.tone}>{label(state.label)}</Badge> : null}
            <span className={css.quiet}>{t('detail.version', { n: record.version })}</span>
          </>
        }
      />
      <Summary {...shown} parts={layout.summary} />
      {record.deletedAt ? (
        <p>{t('detail.inTrash', { at: format.instant(String(record.deletedAt)) })}</p>
      ) : null}
      <Strip {...shown} parts={layout.strip} />
      <RecordSections layout={layout} record={record} included={included} />
    </>
  )
}

/** A record as it was at the instant in the URL, for reading only. */
export const PastRecord = ({ resource }: PageProps) => {
  const { t } = useTranslation()
  const id = useRecordId()
  const { asOf = '' } = useSearch({ strict: false }) as { asOf?: string }
  const { data, error, refetch } = useQuery({
    ...recordAsOfQuery(resource, id, asOf),
    retry: false,
  })
  const body = () => {
    if (data) return <Shown key={id} resource={resource} response={data} />
    if (isProblem(error, 404)) {
      return (
        <>
          <PageHeader title={label(resource.label.one)} />
          <EmptyState title={t('versions.notThen')} text={t('versions.notThenText')} />
        </>
      )
    }
    if (!error) return <SkeletonRows columns={2} rows={10} />
    return <RecordFailure resource={resource} error={error} onRetry={() => void refetch()} />
  }
  return (
    <PastFrame key={asOf} at={asOf} note={t('versions.readOnly')}>
      {body()}
    </PastFrame>
  )
}
