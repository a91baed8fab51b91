import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { transitionRecord } from '#data/writes.ts'
import type { ResourceModel } from '#model/types.ts'
import { reportRequested } from '#engine/approvals/requested.ts'
import type { RecordFormState } from '#engine/form/useRecordForm.ts'
import { confirm } from '#ui/confirm.ts'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { reachQuery, sendTest } from './data.ts'
import type { Typed } from './useDraft.ts'

interface SendingParts {
  readonly resource: ResourceModel
  readonly state: RecordFormState
  readonly typed: Typed
  /** Shows the notification that was saved. */
  readonly onOpen: (record: RecordData) => void
}

/** Sends or schedules the notification, or sends it to the person as a test. */
export const useSending = ({ resource, state, typed, onOpen }: SendingParts) => {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const client = useQueryClient()
  const [busy, setBusy] = useState<'send' | 'test'>()
  const { title, body, link, later, draft } = typed
  const failed = (error: unknown) =>
    reportRequested(client, error) ||
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
      await transitionRecord(resource, record, later ? 'scheduled' : 'sending')
        .then(() => client.invalidateQueries({ queryKey: keys.collection(resource.collection) }))
        .catch(failed)
        .then(() => onOpen(record))
    }
    setBusy(undefined)
  }
  const test = async () => {
    if (!(await state.form.trigger(['title', 'body', 'link'], { shouldFocus: true }))) return
    setBusy('test')
    await sendTest({
      title: title,
      body: body,
      channel: draft.channel,
      ...(link ? { link: link } : {}),
    }).then(
      (sent) =>
        sent === 'sent'
          ? toast.success(t('compose.tested'))
          : toast.info(t('compose.testedNoDevice')),
      failed,
    )
    setBusy(undefined)
  }
  return { busy, send, test }
}
