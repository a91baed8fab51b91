import { own } from '#schemas/define/own.ts'
import { useEffect, useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import type { Notification } from '#schemas/notification.ts'
import { RECIPIENTS } from '#schemas/notification.recipients.ts'
import { useCan } from '#data/me.ts'
import { keys, recordQuery } from '#data/queries.ts'
import type { FieldModel } from '#model/types.ts'
import type { RecordData } from '#data/types.ts'
import { transitionRecord } from '#data/writes.ts'
import { RecordForm, type After } from '#engine/form/RecordForm.tsx'
import { reportAsked } from '#engine/approvals/asked.ts'
import { reportChange } from '#engine/changes/report.ts'
import { useRecordForm } from '#engine/form/useRecordForm.ts'
import type { FormValues } from '#engine/form/values.ts'
import { useGoTo } from '#engine/links.tsx'
import { RecordFailure } from '#engine/RecordFailure.tsx'
import { useRights } from '#engine/resource.ts'
import type { CreateSearch, PageProps } from '#engine/routes.ts'
import { confirm } from '#ui/confirm.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Loading } from '#ui/states.tsx'
import { toast } from '#ui/toast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { reachQuery, sendTest, type Draft } from './data.ts'
import { Looks } from './Looks.tsx'
import { Reach } from './Reach.tsx'
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

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
interface Named {
  readonly recipient?: { readonly type?: unknown; readonly id?: unknown } | null
}
const idsOf = (rows: unknown): string[] =>
  Array.isArray(rows)
    ? rows.flatMap((row: Named) =>
        typeof row?.recipient?.id === 'string' && row.recipient.id ? [row.recipient.id] : [],
      )
    : []

const collectionOf = (audience: string): string | undefined => own<string>(RECIPIENTS, audience)

/** Limits the recipients field to the collection of an audience. */
const among = (field: FieldModel, audience: string): FieldModel => {
  const of = collectionOf(audience)
  return of && field.fields
    ? { ...field, fields: field.fields.map((part) => ({ ...part, targets: [of] })) }
    : field
}

const Form = ({ resource, given }: PageProps & { readonly given: FormValues }) => {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const can = useCan()
  const client = useQueryClient()
  const { delete: mayDelete } = useRights(resource)
  const goTo = useGoTo()
  const state = useRecordForm(resource, undefined, given)
  const [busy, setBusy] = useState<'send' | 'test'>()
  const [title, body, link, audience, channel, recipients, scheduledAt] = useWatch({
    control: state.form.control,
    name: ['title', 'body', 'link', 'audience', 'channel', 'recipients', 'scheduledAt'],
  }) as unknown[]
  const draft: Draft = {
    audience: text(audience),
    channel: text(channel),
    recipients: idsOf(recipients),
  }
  const { form, fields } = state
  const audienceFields = useMemo(
    () =>
      fields.map((field) => (field.name === 'recipients' ? among(field, draft.audience) : field)),
    [fields, draft.audience],
  )
  useEffect(() => {
    const named = (form.getValues('recipients') ?? []) as readonly Named[]
    // Drop recipients named for another audience.
    const left = named.filter(
      (row) => !row.recipient || row.recipient.type === collectionOf(draft.audience),
    )
    if (left.length < named.length) form.setValue('recipients', left, { shouldDirty: true })
  }, [form, draft.audience])
  const later = text(scheduledAt)
  const to = later ? 'scheduled' : 'sending'

  const opened = (record: RecordData) =>
    void goTo(resource, { page: 'detail', id: record.id }, { ignoreBlocker: true })
  const saved = (record: RecordData, _after: After, operationId: string | undefined) => {
    reportChange(
      client,
      t('form.created', { what: label(resource.label.one), title: text(record.title) }),
      mayDelete ? operationId : undefined,
    )
    opened(record)
  }
  const failed = (error: unknown) =>
    reportAsked(client, error) ||
    toast.error(error instanceof Error ? error.message : t('common.somethingWrong'))
  const send = async () => {
    if (!(await state.form.trigger(undefined, { shouldFocus: true }))) {
      await state.save()
      return
    }
    const { reached } = await client
      .fetchQuery(reachQuery(draft))
      .catch(() => ({ reached: undefined }))
    const people =
      reached === undefined ? t('compose.thoseChosen') : t('compose.people', { count: reached })
    const sure = await confirm({
      title: t(later ? 'compose.scheduleTitle' : 'compose.sendTitle', { people }),
      text: later ? t('compose.scheduleText', { at: instant(later) }) : t('compose.sendText'),
      action: t(later ? 'compose.schedule' : 'compose.send'),
    })
    if (!sure) return
    setBusy('send')
    const record = (await state.save())?.record
    // If sending failed, the notification is now a draft; its page shows why and offers to send it
    // again.
    if (record) {
      await transitionRecord(resource, record.id, record.version, to)
        .then(() => client.invalidateQueries({ queryKey: keys.collection(resource.collection) }))
        .catch(failed)
        .then(() => opened(record))
    }
    setBusy(undefined)
  }
  const test = async () => {
    if (!(await state.form.trigger(['title', 'body', 'link'], { shouldFocus: true }))) return
    setBusy('test')
    await sendTest({
      title: text(title),
      body: text(body),
      channel: draft.channel,
      ...(link ? { link: text(link) } : {}),
    }).then(
      (sent) =>
        sent === 'sent'
          ? toast.success(t('compose.tested'))
          : toast.info(t('compose.testedNoDevice')),
      failed,
    )
    setBusy(undefined)
  }
  const maySend = can(`notification.transition.${to}`)
  const bar = (
    <>
      {maySend ? (
        <Button type="button" loading={busy === 'send' || state.saving} onClick={() => void send()}>
          {t(later ? 'compose.schedule' : 'compose.send')}
        </Button>
      ) : null}
      <Button
        type="submit"
        variant={maySend ? 'default' : 'filled'}
        disabled={state.saving || busy !== undefined}
      >
        {t('form.save')}
      </Button>
      <Button type="button" variant="default" loading={busy === 'test'} onClick={() => void test()}>
        {t('compose.test')}
      </Button>
      <Button variant="subtle" color="gray" onClick={() => void goTo(resource, { page: 'list' })}>
        {t('form.cancel')}
      </Button>
    </>
  )
  return (
    <>
      <PageHeader title={t('form.addTitle', { what: inSentence(resource.label.one) })} />
      <div className={css.page}>
        <RecordForm
          resource={resource}
          state={{ ...state, fields: audienceFields }}
          isNew
          bar={bar}
          onSaved={saved}
          onCancel={() => void goTo(resource, { page: 'list' })}
        />
        <aside className={css.aside} aria-label={t('compose.beside')}>
          <Reach draft={draft} />
          <Looks channel={draft.channel} title={text(title)} body={text(body)} link={text(link)} />
        </aside>
      </div>
    </>
  )
}
