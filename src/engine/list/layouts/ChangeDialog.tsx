import { useState, type FormEvent } from 'react'
import { FormProvider, useForm, type FieldValues } from 'react-hook-form'
import { MantineThemeProvider } from '@mantine/core'
import { Button } from '#ui/Button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { isProblem } from '#data/problem.ts'
import { keys } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { patchRecord } from '#data/writes.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { dismissal } from '#ui/dismissal.ts'
import { useTranslation } from '#ui/i18n.ts'
import dialog from '#ui/dialog.module.css'
import { reportRequested } from '../../approvals/requested.ts'
import { reportChange } from '../../changes/report.ts'
import { Field } from '../../form/Field.tsx'
import { changedBody, recordValues } from '../../form/values.ts'
import { refusalOf } from './useMoves.ts'

interface ChangeDialogProps {
  readonly resource: ResourceModel
  readonly row: RecordData
  readonly title: string
  readonly action: string
  /** Fields to change, prefilled from the record. */
  readonly fields: readonly FieldModel[]
  readonly onClose: (changed: boolean) => void
}

// A modal dialog covers every portal, so lists must open inside it; fixed positioning keeps a short
// dialog from clipping them.
const placed = { defaultProps: { withinPortal: false, floatingStrategy: 'fixed' } } as const
const inside = { components: { Popover: placed, Combobox: placed } }

/**
 * Changes a few fields of a record with the form's own inputs: the keyboard equivalent of dragging.
 */
export const ChangeDialog = ({
  resource,
  row,
  title,
  action,
  fields,
  onClose,
}: ChangeDialogProps) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [base] = useState(() => recordValues(fields, row))
  const form = useForm<FieldValues>({ defaultValues: base })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const submit = async () => {
    const body = changedBody(fields, base, form.getValues())
    if (!Object.keys(body).length) return onClose(false)
    setBusy(true)
    setError(undefined)
    try {
      const { operationId } = await patchRecord(resource, row, body)
      reportChange(client, t('changes.saved'), operationId)
      await client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
      onClose(true)
    } catch (failed) {
      if (reportRequested(client, failed)) return onClose(false)
      setBusy(false)
      const placed = isProblem(failed)
        ? failed.errors.filter((e) => fields.some((f) => f.name === e.path))
        : []
      placed.forEach((e, i) =>
        form.setError(e.path, { type: 'server', message: e.message }, { shouldFocus: i === 0 }),
      )
      setError(refusalOf(failed))
      await client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
    }
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    form.clearErrors()
    void submit()
  }
  return (
    <Dialog
      title={title}
      onClose={() => {
        if (!busy) onClose(false)
      }}
    >
      <MantineThemeProvider theme={inside}>
        <FormProvider {...form}>
          <form onSubmit={send} noValidate>
            <div className={dialog.fields}>
              {fields.map((field) => (
                <Field key={field.name} field={field} name={field.name} />
              ))}
            </div>
            {error ? (
              <p role="alert" className={dialog.error}>
                {error}
              </p>
            ) : null}
            <div className={dialog.foot}>
              <Button variant="default" disabled={busy} onClick={() => onClose(false)}>
                {dismissal(t, action)}
              </Button>
              <Button type="submit" loading={busy}>
                {action}
              </Button>
            </div>
          </form>
        </FormProvider>
      </MantineThemeProvider>
    </Dialog>
  )
}
