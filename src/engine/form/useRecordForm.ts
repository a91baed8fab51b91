import { isMasked } from '#schemas/define/kinds.ts'
import { useBlocker } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useForm, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { own } from '#schemas/define/own.ts'
import { createAttempts } from '#data/api.ts'
import { createRecord, patchRecord, type Written } from '#data/writes.ts'
import { keys } from '#data/queries.ts'
import { ApiProblem, isProblem } from '#data/problem.ts'
import { onSessionChange } from '#data/session.ts'
import type { RecordData } from '#data/types.ts'
import { useHolds, useMe } from '#data/me.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { reportRequested } from '../approvals/requested.ts'
import { draftKey, dropDraft, readDraft, writeDraft, type Draft } from './draft.ts'
import { keyedPath, plainValues } from './keyedRows.ts'
import { loadRules, resolverOf, shownPath } from './rules.ts'
import type { Held } from '../waiting/held.ts'
import { workDone } from './underway.ts'
import {
  changedBody,
  clashes,
  createBody,
  formFields,
  newValues,
  recordValues,
  type Clash,
  type FormValues,
} from './values.ts'

/** State of a form page; `RecordForm` renders it. */
export interface RecordFormState {
  /**
   * Loosely typed: the paths come from the model, and the recursive JSON type would make the
   * compiler traverse them all.
   */
  readonly form: UseFormReturn<FieldValues>
  readonly fields: readonly FieldModel[]
  /**
   * Saves the changes. Resolves to the saved record and its operation, to the unchanged record when
   * others must approve the changes first, or to undefined when errors or conflicts need attention.
   */
  save(): Promise<Written | undefined>
  readonly saving: boolean
  /** Set while the save waits for the connection; `takeBack` returns to editing. */
  readonly waiting: Pick<Held, 'takeBack' | 'Notice'> | undefined
  /** A failure that belongs to no field. */
  readonly failure: string | undefined
  /** Conflicts to resolve after someone else saved the same fields. */
  readonly clashes: readonly Clash[]
  /** Resolves a conflict: for each field, keep mine or take theirs. */
  decide(mine: readonly string[]): void
  /** Returns to the form with what was typed; the next save asks again. */
  postpone(): void
  /** A draft of an earlier visit, until it is restored or discarded. */
  readonly draft: Draft | undefined
  takeDraft(): void
  dropDraft(): void
  /** Set while leaving would lose changes; `proceed` and `stay` resolve the guard. */
  readonly blocked: { proceed(): void; stay(): void } | undefined
}

const loadWaiting = () => import('../waiting/held.ts')
/** After the form is shown, while there still is a connection. */
const PREPARE_MS = 3000
/** Loads what a save needs without a connection. */
const prepare = (): void => void Promise.allSettled([loadWaiting(), loadRules()])

/**
 * The state of a create form (`record` undefined) or an edit form: validation by the entity's
 * rules, saving of changed fields with the record's version, merging after a conflict, a local
 * draft and a guard against leaving. `onRequested` is called when others must approve a new record.
 */
export const useRecordForm = (
  resource: ResourceModel,
  record: RecordData | undefined,
  given: FormValues = {},
  onRequested?: () => void,
): RecordFormState => {
  const can = useHolds()
  const client = useQueryClient()
  const me = useMe()
  const isNew = record === undefined
  const fields = useMemo(
    () =>
      formFields(
        resource,
        (f) =>
          can(`${resource.entity}.field.${f}.write`) &&
          (isNew || !resource.fields.find((o) => o.name === f)?.immutable),
      ),
    [resource, can, isNew],
  )
  // Initial values are read once: a later render must not reset the form.
  const [start] = useState(given)
  const [base, setBase] = useState(record)
  const baseValues = useMemo(
    () => (base ? recordValues(fields, base) : newValues(fields, start)),
    [base, fields, start],
  )
  const form = useForm<FieldValues>({
    defaultValues: baseValues,
    mode: 'onTouched',
    resolver: useMemo(
      () => resolverOf(resource, fields, base && baseValues, base),
      [resource, fields, base, baseValues],
    ),
    shouldFocusError: true,
  })
  const key = draftKey(me.account.id, resource.collection, record?.id ?? 'new')
  const [draft, setDraft] = useState(() => readDraft(key))
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [open, setOpen] = useState<{ list: readonly Clash[]; theirs: RecordData }>()
  const [keyOf] = useState(createAttempts)
  const done = useRef(false)
  const [held, setHeld] = useState<Held>()
  const leave = useEffectEvent(() => held?.leave())
  useEffect(() => {
    const timer = setTimeout(prepare, PREPARE_MS)
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [])

  const changed = () => Object.keys(changedBody(fields, baseValues, form.getValues()))
  const dirty = () => changed().length > 0
  const secrets = useMemo(() => fields.filter((f) => isMasked(f)).map((f) => f.name), [fields])
  // Only what was changed: the record's other values are not the person's to keep.
  const keep = useEffectEvent((at: string) => {
    // Another record has another draft: pending values must not be stored under the new key.
    if (done.current || at !== key) return
    const names = changed().filter((name) => !secrets.includes(name))
    if (!names.length) return dropDraft(key)
    const values = plainValues(fields, form.getValues())
    writeDraft(
      key,
      Object.fromEntries(names.map((name) => [name, own(values, name) ?? null])),
      base?.version ?? 0,
    )
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      if (timer) keep(key)
      clearTimeout(timer)
      timer = undefined
    }
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(flush, 400)
      },
    })
    addEventListener('pagehide', flush)
    const stopSession = onSessionChange(flush)
    return () => {
      removeEventListener('pagehide', flush)
      stopSession()
      // The form may be taken away while it is typed in, with the permission for it.
      flush()
      stop()
    }
  }, [form, key])

  const blocker = useBlocker({
    shouldBlockFn: () => !done.current && dirty(),
    enableBeforeUnload: () => !done.current && dirty(),
    withResolver: true,
  })

  const refuse = (problem: ApiProblem) => {
    const shown = problem.errors.map((e) => ({
      path: keyedPath(shownPath(resource, e.path), form.getValues()),
      message: e.message,
    }))
    const placed = shown.filter((e) => fields.some((f) => f.name === e.path.split('.')[0]))
    placed.forEach((e, i) =>
      form.setError(
        e.path.includes('.') || !fields.some((f) => f.name === e.path && f.kind === 'rows')
          ? e.path
          : `${e.path}.root`,
        { type: 'server', message: e.message },
        { shouldFocus: i === 0 },
      ),
    )
    if (placed.length === 0 || placed.length < problem.errors.length) {
      setFailure(
        [problem.detail, ...shown.filter((e) => !placed.includes(e)).map((e) => e.message)]
          .filter((m, i, all) => all.indexOf(m) === i)
          .join(' '),
      )
    }
  }

  /** Keeps a save for later, unless it holds a secret, and waits until it was sent. */
  const wait = async (version: number | undefined, body: FormValues, problem: ApiProblem) => {
    const waiting = await loadWaiting().catch(() => undefined)
    const kept = waiting?.hold(client, {
      key: keyOf([version, body]),
      account: me.account.id,
      resource,
      record: base && version !== undefined ? { ...base, version } : undefined,
      fields: fields.filter((f) => Object.hasOwn(body, f.name)),
      body,
      base: baseValues,
      values: plainValues(fields, form.getValues()),
    })
    if (!kept) throw problem
    setHeld(kept)
    done.current = true
    dropDraft(key)
    try {
      return await kept.outcome
    } finally {
      setHeld(undefined)
      done.current = false
    }
  }

  const send = async (
    version: number | undefined,
    body: FormValues,
  ): Promise<Written | undefined> => {
    const again = { idempotencyKey: keyOf([version, body]) }
    try {
      return base && version !== undefined
        ? await patchRecord(resource, { id: base.id, version }, body, again)
        : await createRecord(resource, body, again)
    } catch (error) {
      if (isProblem(error, 0)) return wait(version, body, error)
      throw error
    }
  }

  const store = async (version: number | undefined): Promise<Written | undefined> => {
    const body = base
      ? changedBody(fields, baseValues, form.getValues())
      : createBody(fields, form.getValues())
    if (base && Object.keys(body).length === 0) {
      done.current = true
      return { record: base, operationId: undefined }
    }
    try {
      const saved = await send(version, body)
      if (!saved) return undefined
      done.current = true
      dropDraft(key)
      await client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
      return saved
    } catch (error) {
      if (reportRequested(client, error)) {
        dropDraft(key)
        if (base) {
          // The record is as it was, and so is its form.
          form.reset(baseValues)
          return { record: base, operationId: undefined }
        }
        done.current = true
        onRequested?.()
        return undefined
      }
      const current = isProblem(error, 412)
        ? (error.members.current as RecordData | undefined)
        : undefined
      if (base && current) {
        const list = clashes(fields, baseValues, body, recordValues(fields, current))
        // Non-overlapping edits merge silently: the same body on the newer version.
        if (list.length === 0) return store(current.version)
        setOpen({ list, theirs: current })
      } else if (error instanceof ApiProblem) refuse(error)
      else throw error
      return undefined
    }
  }

  const save = async () => {
    if (saving) return undefined
    setSaving(true)
    setFailure(undefined)
    try {
      let saved: Written | undefined
      await workDone(form.control)
      await form.handleSubmit(async () => {
        saved = await store(base?.version)
      })()
      return saved
    } finally {
      setSaving(false)
    }
  }

  return {
    form,
    fields,
    save,
    saving: saving && !held,
    waiting: held,
    failure,
    clashes: open?.list ?? [],
    decide(mine) {
      if (!open) return
      const values = form.getValues()
      const theirs = recordValues(fields, open.theirs)
      const kept = changedBody(fields, baseValues, values)
      form.reset(
        {
          ...theirs,
          ...Object.fromEntries(
            Object.entries(kept).filter(
              ([name]) => mine.includes(name) || !open.list.some((c) => c.field.name === name),
            ),
          ),
        },
        { keepDefaultValues: true },
      )
      setBase(open.theirs)
      setOpen(undefined)
    },
    postpone: () => setOpen(undefined),
    draft:
      draft &&
      Object.keys(changedBody(fields, baseValues, { ...baseValues, ...draft.values })).length > 0
        ? draft
        : undefined,
    takeDraft() {
      if (draft) form.reset({ ...baseValues, ...draft.values }, { keepDefaultValues: true })
      setDraft(undefined)
    },
    dropDraft() {
      dropDraft(key)
      setDraft(undefined)
    },
    blocked:
      blocker.status === 'blocked'
        ? {
            proceed: () => {
              done.current = true
              dropDraft(key)
              blocker.proceed()
            },
            stay: () => blocker.reset(),
          }
        : undefined,
  }
}
