import { own } from '#schemas/define/own.ts'
import { Button } from '#ui/Button.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, type FormEvent, type RefObject } from 'react'
import { FormProvider, useForm, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { createAttempts } from '#data/api.ts'
import { ApiProblem, isProblem } from '#data/problem.ts'
import { keys, recordQuery } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { patchRecord } from '#data/writes.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { keepPress } from '#ui/keepPress.ts'
import texts from '#ui/text.module.css'
import { usePopover } from '#ui/usePopover.ts'
import { ErrorState, Loading } from '#ui/states.tsx'
import { reportRequested } from '../approvals/requested.ts'
import { reportChange } from '../changes/report.ts'
import { Field } from '../form/Field.tsx'
import { keyedPath } from '../form/keyedRows.ts'
import { resolverOf, shownPath } from '../form/rules.ts'
import { workDone } from '../form/underway.ts'
import { changedBody, applies, recordValues, same } from '../form/values.ts'
import { titleOf } from '../recordActions.ts'
import type { List } from './useList.ts'
import css from './cellEditor.module.css'

const placing = { align: 'start', over: true } as const

const Pending = ({
  error,
  onRetry,
}: {
  readonly error: Error | null
  readonly onRetry: () => void
}) => (error ? <ErrorState error={error} onRetry={onRetry} /> : <Loading />)

interface EditorProps extends Omit<CellEditorProps, 'at' | 'row'> {
  /** The record as it was requested for the edit. */
  readonly found: RecordData
  readonly onDirty: (on: boolean) => void
}

interface CellEditorProps {
  readonly list: Pick<List, 'resource' | 'ownAction'>
  readonly row: RecordData
  readonly name: string
  /** The element over which the editor opens. */
  readonly at: HTMLElement
  readonly onClose: (refocus: boolean) => void
}

/**
 * Edits one value of a row with the form's own input, validated by the entity's rules and saved
 * with the record's version.
 */
export const CellEditor = (props: CellEditorProps) => {
  const {
    list: { resource },
    row,
    name,
    at,
    onClose,
  } = props
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({ ...recordQuery(resource, row.id), staleTime: 0 })
  const panel = useRef<HTMLDivElement>(null)
  // A click outside must not lose typed input.
  const dirty = useRef(false)
  usePopover(panel, at, placing, onClose)
  useEffect(() => {
    const outside = (e: PointerEvent) => {
      if (
        !dirty.current &&
        e.target instanceof Element &&
        !panel.current?.contains(e.target) &&
        !e.target.closest('[data-portal], [role=listbox], [role=dialog]')
      ) {
        onClose(false)
      }
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [onClose])
  const field = resource.fields.find((f) => f.name === name)
  if (!field) return null
  // Keys meant for the input must not reach the list.
  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={t('list.editCell', { label: label(field.label), title: titleOf(resource, row) })}
      className={css.panel}
      onKeyDown={(e) => {
        if (e.key === 'Escape' && !e.defaultPrevented) {
          e.preventDefault()
          onClose(true)
        }
        e.stopPropagation()
      }}
      onClick={(e) => e.stopPropagation()}
      onDoubleClick={(e) => e.stopPropagation()}
    >
      {data ? (
        <FieldEditor
          {...props}
          found={data.data}
          onDirty={(on) => {
            dirty.current = on
          }}
        />
      ) : (
        <Pending error={error} onRetry={() => void refetch()} />
      )}
    </div>
  )
}

/** Focuses the input, which may load a moment later. */
const useFocusedInput = (box: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const focus = () => {
      const input = box.current?.querySelector<HTMLElement>(
        'input:not([type=hidden]):not([aria-busy=true]):not([type=radio]), select, textarea, input[type=radio]:checked',
      )
      input?.focus()
      if (input instanceof HTMLInputElement && input.type === 'text') input.select()
      return input !== null && input !== undefined
    }
    if (focus() || !box.current) return
    const seen = new MutationObserver(() => {
      if (focus()) seen.disconnect()
    })
    seen.observe(box.current, { childList: true, subtree: true })
    return () => seen.disconnect()
  }, [box])
}

interface FieldFormParts extends Pick<EditorProps, 'found' | 'onDirty'> {
  readonly resource: ResourceModel
  readonly field: FieldModel
  /** The record as it is stored now. */
  readonly base: RecordData
}

/** A form of one field, checked by the rules of the record; reports whether it was changed. */
const useFieldForm = ({ resource, field, found, base, onDirty }: FieldFormParts) => {
  const values = useMemo(() => recordValues(resource.fields, base), [resource, base])
  const form = useForm<FieldValues>({
    defaultValues: recordValues(resource.fields, found),
    mode: 'onTouched',
    resolver: useMemo(
      () => resolverOf(resource, [field], values, base),
      [resource, field, values, base],
    ),
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: () =>
          onDirty(Object.keys(changedBody([field], values, form.getValues())).length > 0),
      }),
    [form, field, values, onDirty],
  )
  return { form, values }
}

/** Shows a refusal at the field; returns what belongs to no field here, if anything. */
const refused = (
  form: UseFormReturn<FieldValues>,
  resource: ResourceModel,
  name: string,
  problem: ApiProblem,
): string | undefined => {
  const here = problem.errors.filter((e) => shownPath(resource, e.path).split('.')[0] === name)
  for (const e of here) {
    form.setError(
      keyedPath(shownPath(resource, e.path), form.getValues()),
      { type: 'server', message: e.message },
      { shouldFocus: true },
    )
  }
  if (here.length > 0 && here.length === problem.errors.length) return undefined
  const others = problem.errors.filter((e) => !here.includes(e)).map((e) => e.message)
  return [...new Set([problem.detail, ...others])].join(' ')
}

/** The input of one field with its buttons, in a cell or in a drawer. */
export const FieldEditor = ({ list, name, onClose, found, onDirty }: EditorProps) => {
  const { t } = useTranslation()
  const { resource } = list
  const client = useQueryClient()
  const [base, setBase] = useState(found)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [unsent, setUnsent] = useState(false)
  const [keyOf] = useState(createAttempts)
  const field = resource.fields.find((f) => f.name === name)!
  const { form, values } = useFieldForm({ resource, field, found, base, onDirty })
  const box = useRef<HTMLFormElement>(null)
  useFocusedInput(box)

  const title = titleOf(resource, base)
  const words = { label: label(field.label), title }
  const refresh = () => client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
  const store = async (on: RecordData): Promise<void> => {
    const body = changedBody([field], values, form.getValues())
    if (!Object.keys(body).length) return onClose(true)
    try {
      const { operationId } = await patchRecord(resource, on, body, {
        idempotencyKey: keyOf([on.version, body]),
      })
      list.ownAction()
      reportChange(client, t('list.cellSaved', words), operationId)
      onClose(true)
      await refresh()
    } catch (error) {
      if (reportRequested(client, error)) return onClose(true)
      const current = isProblem(error, 412)
        ? (error.members.current as RecordData | undefined)
        : undefined
      // Someone else's change of another field is not a conflict.
      if (current && same(current[name] ?? null, own(base, name) ?? null)) return store(current)
      if (current) {
        setBase(current)
        form.setError(name, { type: 'server', message: t('list.stale') })
      } else if (error instanceof ApiProblem) {
        setFailure(refused(form, resource, name, error))
        setUnsent(isProblem(error, 0))
      } else throw error
    }
  }
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    e.stopPropagation()
    if (saving) return
    setSaving(true)
    setFailure(undefined)
    setUnsent(false)
    try {
      await workDone(form.control)
      await form.handleSubmit(() => store(base))()
    } finally {
      setSaving(false)
    }
  }
  if (!applies(field, values)) return <p className={texts.text}>{t('list.notApplicable', words)}</p>
  return (
    <FormProvider {...form}>
      <form ref={box} noValidate onPointerDown={keepPress} onSubmit={(e) => void submit(e)}>
        <Field field={field} name={name} />
        {failure ? (
          <p className={`${texts.wrong} ${css.failure}`} role="alert">
            {failure}
          </p>
        ) : null}
        <div className={`${texts.row} ${css.actions}`}>
          <Button size="small" type="submit" loading={saving}>
            {t(unsent ? 'common.retry' : 'form.save')}
          </Button>
          <Button size="small" variant="default" onClick={() => onClose(true)}>
            {t('form.cancel')}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}
