import { Button } from '#ui/Button.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Notification } from '#schemas/notification.ts'
import { useCan } from '#data/me.ts'
import { recordQuery } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { RecordForm, type After } from '#engine/form/RecordForm.tsx'
import { reportChange } from '#engine/changes/report.ts'
import { useRecordForm } from '#engine/form/useRecordForm.ts'
import type { FormValues } from '#engine/form/values.ts'
import { useGoTo } from '#engine/links.tsx'
import { RecordFailure } from '#engine/RecordFailure.tsx'
import { useRights } from '#engine/resource.ts'
import type { CreateSearch, PageProps } from '#engine/routes.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Loading } from '#ui/states.tsx'
import { Looks } from './Looks.tsx'
import { Reach } from './Reach.tsx'
import { text, useDraft } from './useDraft.ts'
import { useSending } from './useSending.ts'
import css from './compose.module.css'

/** Form for a notification: text, recipients, channel and time, with a preview beside it. */
export const Compose = ({ resource }: PageProps) => {
  const { copy, preset } = useSearch({ strict: false }) as CreateSearch
  const { data, error, refetch } = useQuery({
    ...recordQuery(resource, copy ?? ''),
    enabled: copy !== undefined,
  })
  if (copy !== undefined && !data) {
    return error ? (
      <RecordFailure resource={resource} error={error} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    )
  }
  const {
    title,
    body,
    channel,
    audience,
    recipients,
    link,
    resource: about,
  } = (data?.data ?? {}) as Partial<Notification>
  const given = (
    copy === undefined
      ? Object.fromEntries(new URLSearchParams(preset ?? ''))
      : { title, body, channel, audience, recipients, link, resource: about }
  ) as FormValues
  return (
    <Form
      resource={resource}
      given={Object.fromEntries(
        Object.entries(given).filter(([, value]) => value !== undefined && value !== null),
      )}
    />
  )
}

interface BarProps {
  readonly sending: ReturnType<typeof useSending>
  readonly saving: boolean
  /** It is sent later than now. */
  readonly scheduled: boolean
  readonly onCancel: () => void
}

/** Buttons of the form: send, save as a draft, test, cancel. */
const Bar = ({ sending: { busy, send, test }, saving, scheduled, onCancel }: BarProps) => {
  const { t } = useTranslation()
  const maySend = useCan()(`notification.transition.${scheduled ? 'scheduled' : 'sending'}`)
  return (
    <>
      {maySend ? (
        <Button type="button" loading={busy === 'send' || saving} onClick={() => void send()}>
          {t(scheduled ? 'compose.schedule' : 'compose.send')}
        </Button>
      ) : null}
      <Button
        type="submit"
        variant={maySend ? 'default' : 'filled'}
        disabled={saving || busy !== undefined}
      >
        {t('form.save')}
      </Button>
      <Button type="button" variant="default" loading={busy === 'test'} onClick={() => void test()}>
        {t('compose.test')}
      </Button>
      <Button variant="subtle" tone="neutral" onClick={onCancel}>
        {t('form.cancel')}
      </Button>
    </>
  )
}

const Form = ({ resource, given }: PageProps & { readonly given: FormValues }) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { delete: mayDelete } = useRights(resource)
  const goTo = useGoTo()
  const state = useRecordForm(resource, undefined, given)
  const { typed, fields } = useDraft(state)
  const { title, body, link, later, draft } = typed
  const opened = (record: RecordData) =>
    void goTo(resource, { page: 'detail', id: record.id }, { ignoreBlocker: true })
  const sending = useSending({ resource, state, typed, onOpen: opened })
  const saved = (record: RecordData, _after: After, operationId: string | undefined) => {
    reportChange(
      client,
      t('form.created', { what: label(resource.label.one), title: text(record.title) }),
      mayDelete ? operationId : undefined,
    )
    opened(record)
  }
  const cancel = () => void goTo(resource, { page: 'list' })
  return (
    <>
      <PageHeader title={t('form.addTitle', { what: inSentence(resource.label.one) })} />
      <div className={css.page}>
        <RecordForm
          resource={resource}
          state={{ ...state, fields }}
          isNew
          bar={
            <Bar
              sending={sending}
              saving={state.saving}
              scheduled={later !== ''}
              onCancel={cancel}
            />
          }
          onSaved={saved}
          onCancel={cancel}
        />
        <aside className={css.aside} aria-label={t('compose.beside')}>
          <Reach draft={draft} />
          <Looks channel={draft.channel} title={title} body={body} link={link} />
        </aside>
      </div>
    </>
  )
}
