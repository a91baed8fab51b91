import { own } from '#schemas/define/own.ts'
import { useEffect, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { RECIPIENTS } from '#schemas/notification.recipients.ts'
import type { FieldModel } from '#model/types.ts'
import { rowsIn } from '#engine/form/keyedRows.ts'
import type { RecordFormState } from '#engine/form/useRecordForm.ts'
import type { Draft } from './data.ts'

/** Text of a form value; empty if it is none. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '')
interface Named {
  readonly recipient?: { readonly type?: unknown; readonly id?: unknown } | null
}
const namedIn = (recipients: unknown) => rowsIn(recipients) as readonly Named[]

const idsOf = (recipients: unknown): string[] =>
  namedIn(recipients).flatMap(({ recipient }) =>
    typeof recipient?.id === 'string' && recipient.id ? [recipient.id] : [],
  )

const collectionOf = (audience: string): string | undefined => own<string>(RECIPIENTS, audience)

/** Limits the recipients field to the collection of an audience. */
const among = (field: FieldModel, audience: string): FieldModel => {
  const of = collectionOf(audience)
  return of && field.fields
    ? { ...field, fields: field.fields.map((part) => ({ ...part, targets: [of] })) }
    : field
}

/** What the form contains so far. */
export interface Typed {
  readonly title: string
  readonly body: string
  readonly link: string
  /** When to send it; empty for at once. */
  readonly later: string
  readonly draft: Draft
}

/** The form's values, and its fields, which depend on the audience. */
export const useDraft = (
  state: RecordFormState,
): { readonly typed: Typed; readonly fields: readonly FieldModel[] } => {
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
    const named = namedIn(form.getValues('recipients'))
    // Drop recipients named for another audience.
    const left = named.filter(
      (row) => !row.recipient || row.recipient.type === collectionOf(draft.audience),
    )
    if (left.length < named.length) form.setValue('recipients', left, { shouldDirty: true })
  }, [form, draft.audience])
  return {
    typed: {
      title: text(title),
      body: text(body),
      link: text(link),
      later: text(scheduledAt),
      draft,
    },
    fields: audienceFields,
  }
}
