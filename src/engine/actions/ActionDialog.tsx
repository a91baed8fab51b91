import { Suspense, useState, type FormEvent } from 'react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  FormProvider,
  useForm,
  useWatch,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import { MantineThemeProvider } from '@mantine/core'
import { Button } from '#ui/Button.tsx'
import { createAttempts } from '#data/api.ts'
import { ApiProblem, isProblem } from '#data/problem.ts'
import { keys } from '#data/queries.ts'
import { actOnRecord } from '#data/writes.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { dismissal } from '#ui/dismissal.ts'
import { label, useTranslation, type Translate } from '#ui/i18n.ts'
import { lazy } from '#ui/lazyPart.tsx'
import { Loading } from '#ui/states.tsx'
import { toast } from '#ui/toast.ts'
import dialog from '#ui/dialog.module.css'
import { reportRequested } from '../approvals/requested.ts'
import { reportChange } from '../changes/report.ts'
import { Field } from '../form/Field.tsx'
import { keyedPath } from '../form/keyedRows.ts'
import { workDone } from '../form/underway.ts'
import { createBody, newValues, type FormValues } from '../form/values.ts'
import { titleOf } from '../recordActions.ts'
import { previewText } from './preview.ts'
import type { ActionModel, FieldModel } from '#model/types.ts'
import type { RequestedAction } from './ask.ts'
import { copyable, followable } from './follow.ts'
import { usePrefill } from './usePrefill.ts'

const LineChoice = lazy(async () => ({
  default: (await import('../fields/inputs/taken/LineChoice.tsx')).LineChoice,
}))

// A modal dialog covers every portal, so lists must open inside it, and with fixed positioning,
// since the dialog clips overflow. A list requests its own portal, so it needs the option too.
const placed = { defaultProps: { withinPortal: false, floatingStrategy: 'fixed' } } as const
const inside = { components: { Popover: placed, Combobox: placed } }

type Form = UseFormReturn<FieldValues>

/** Text of what the action would do with the values chosen so far. */
const usePreview = ({ resource, record, action }: Omit<RequestedAction, 'settle'>, form: Form) => {
  // Follows chosen values, not typed ones: a preview per keystroke would be too many.
  const values = useWatch({ control: form.control })
  const chosen = Object.fromEntries(
    action.fields.flatMap(({ name, kind }): [string, string][] => {
      const value: unknown = values[name]
      return typeof value === 'string' && value && ['ref', 'enum', 'day'].includes(kind)
        ? [[name, value]]
        : []
    }),
  )
  return useQuery({
    queryKey: [resource.collection, record.id, record.version, 'preview', action.preview, chosen],
    queryFn: () => previewText(resource, record, action.preview ?? '', chosen),
    enabled: action.preview !== undefined,
    placeholderData: keepPreviousData,
  })
}

/** Shows errors at their fields, and focuses the first. */
const mark = (
  form: Form,
  type: string,
  errors: readonly { readonly path: string; readonly message: string }[],
): void =>
  errors.forEach(({ path, message }, i) =>
    form.setError(
      keyedPath(path.replace(/\.(amount|currency)$/, ''), form.getValues()),
      { type, message },
      { shouldFocus: i === 0 },
    ),
  )

/** Shows a refusal at its fields; returns its sentence if some of it has no field here. */
const refused = (form: Form, { fields }: ActionModel, problem: ApiProblem): string | undefined => {
  const atFields = problem.errors.filter((e) => fields.some((f) => f.name === e.path.split('.')[0]))
  mark(form, 'server', atFields)
  return atFields.length < Math.max(1, problem.errors.length) ? problem.detail : undefined
}

/** Puts a text into the clipboard; where that is refused it is shown, to be copied by hand. */
const copied = async (t: Translate, text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(t('detail.linkCopied'))
  } catch {
    toast.info(text)
  }
}

/** Runs the action with the values of the form. */
const useRun = ({ resource, record, action, settle }: RequestedAction, form: Form) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [keyOf] = useState(createAttempts)

  const submit = async (values: FormValues) => {
    const body = createBody(action.fields, values)
    const missing = action.fields.filter((f) => f.required && !(f.name in body))
    if (missing.length) {
      const message = t('form.required')
      return mark(
        form,
        'required',
        missing.map(({ name }) => ({ path: name, message })),
      )
    }
    setBusy(true)
    setError(undefined)
    try {
      const { result, operationId } = await actOnRecord(resource, record, action.name, body, {
        idempotencyKey: keyOf(body),
      })
      settle(true)
      const copy = copyable(result)
      if (copy === undefined) {
        reportChange(
          client,
          t('detail.acted', { action: label(action.label), title: titleOf(resource, record) }),
          action.undo ? operationId : undefined,
        )
      } else await copied(t, copy)
      const address = followable(result)
      if (address) window.location.assign(address)
    } catch (failed) {
      setBusy(false)
      if (reportRequested(client, failed)) settle(false)
      else if (isProblem(failed, 412)) setError(t('detail.stale'))
      else if (failed instanceof ApiProblem) setError(refused(form, action, failed))
      else setError(failed instanceof Error ? failed.message : t('common.somethingWrong'))
    } finally {
      // An action may write records other than its own.
      await client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
    }
  }
  const run = () => {
    if (busy) return
    form.clearErrors()
    setBusy(true)
    void workDone(form.control).then(() => {
      setBusy(false)
      return submit(form.getValues())
    })
  }
  return { busy, error, run }
}

/** One input; that of lines has the amount within. */
const ActionField = ({
  field,
  fields,
  ...asked
}: Pick<RequestedAction, 'resource' | 'record' | 'action'> & {
  readonly field: FieldModel
  readonly fields: readonly FieldModel[]
}) => {
  if (fields.some(({ takes }) => takes?.sum === field.name)) return null
  const sum = fields.find(({ name }) => name === field.takes?.sum)
  if (!sum) return <Field field={field} name={field.name} />
  const { resource, record, action } = asked
  return (
    <Suspense fallback={<Field field={sum} name={sum.name} />}>
      <LineChoice {...{ resource, record, field, sum }} limit={action.while} />
    </Suspense>
  )
}

/**
 * Dialog that collects an action's input with the form's own inputs, runs the action and shows
 * errors at their fields.
 */
export const ActionDialog = (asked: RequestedAction) => {
  const { resource, record, action, follows, settle } = asked
  const { t } = useTranslation()
  const form = useForm<FieldValues>({ defaultValues: newValues(action.fields) })
  const { fields, waiting } = usePrefill({ resource, record, action }, form)
  const preview = usePreview({ resource, record, action }, form)
  const { busy, error, run } = useRun(asked, form)
  const title = t('detail.transitionTitle', {
    action: label(action.label),
    title: titleOf(resource, record),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  return (
    <Dialog
      overPages
      title={title}
      onClose={() => {
        if (!busy) settle(false)
      }}
    >
      <MantineThemeProvider theme={inside}>
        <FormProvider {...form}>
          <form onSubmit={send} noValidate>
            {action.hint ? <p className={dialog.text}>{label(action.hint)}</p> : null}
            {preview.data ? (
              <p className={dialog.text} role="status">
                {preview.data}
              </p>
            ) : null}
            {waiting ? <Loading /> : null}
            <div className={dialog.fields}>
              {fields.map((field) => (
                <ActionField key={field.name} {...{ resource, record, action, field, fields }} />
              ))}
            </div>
            {error ? (
              <p role="alert" className={dialog.error}>
                {error}
              </p>
            ) : null}
            <div className={dialog.foot}>
              <Button variant="default" disabled={busy} onClick={() => settle(false)}>
                {follows ? t('detail.notNow') : dismissal(t, label(action.label))}
              </Button>
              <Button
                type="submit"
                loading={busy}
                disabled={waiting}
                tone={action.tone === 'danger' ? 'danger' : undefined}
              >
                {label(action.label)}
              </Button>
            </div>
          </form>
        </FormProvider>
      </MantineThemeProvider>
    </Dialog>
  )
}
