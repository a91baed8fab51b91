import { useRef, useState, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useQueryClient } from '@tanstack/react-query'
import { applyBulk, planBulk, type BulkDo, type Operation } from '#data/changes.ts'
import type { ActionModel, FieldModel, Json, Transition } from '#model/types.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { BulkDialog, type BulkQuestion } from '../changes/BulkDialog.tsx'
import { reportBulk } from '../changes/reportBulk.ts'
import { titleOfOperation } from '../changes/words.ts'
import { withInputs } from '../actions/inputs.ts'
import { BulkEdit, BulkInputs, type Patch } from './BulkEdit.tsx'
import { matchingRows, rowsOf, type BulkRows } from './bulkSelection.ts'
import type { BulkMove } from './useBulkMoves.ts'
import type { List } from './useList.ts'

/** What a bulk needs of a list, or of a single record. */
export type BulkOf = Pick<
  List,
  'resource' | 'rights' | 'selection' | 'matching' | 'trashed' | 'clearSelection' | 'setMatching'
>

/** What the person is about to do with the selection. */
type What =
  | { readonly kind: 'edit' | 'delete' | 'restore' | 'purge' }
  | { readonly kind: 'transition'; readonly of: Transition }
  | { readonly kind: 'action'; readonly of: ActionModel }
type Intent = What & { readonly on: BulkRows; readonly whole: boolean }

/** Inputs of an action without those left empty. */
const given = (values: Patch | undefined): Patch =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== null))

/** Title, texts and content of the dialog about a change. */
const questionOf = (
  { resource }: BulkOf,
  to: Intent,
  t: ReturnType<typeof useTranslation>['t'],
  inputs: { edit: ReactNode; fields(of: readonly FieldModel[]): ReactNode; complete: boolean },
): Pick<BulkQuestion, 'title' | 'text' | 'action' | 'reason' | 'danger' | 'form'> => {
  const words = (count: number) => ({
    one: inSentence(resource.label.one),
    many: inSentence(resource.label.many),
    count,
  })
  const named = words(to.on.count)
  const { complete } = inputs
  if (to.kind === 'edit') {
    return {
      title: t('changes.editTitle', named),
      action: () => t('changes.apply'),
      form: { content: inputs.edit, complete },
    }
  }
  if (to.kind === 'transition') {
    const { name, label: text, reason } = to.of
    const state = resource.states.find((s) => s.value === name)
    return {
      title: t('list.bulkMoveTitle', { ...named, label: label(text) }),
      action: () => label(text),
      ...(state?.final ? { text: t('list.finalText') } : {}),
      reason,
      danger: state?.tone === 'danger' || state?.final === true,
    }
  }
  if (to.kind === 'action') {
    const { label: text, hint, fields, tone } = withInputs(resource, to.of)
    return {
      title: t('list.bulkMoveTitle', { ...named, label: label(text) }),
      action: () => label(text),
      ...(hint ? { text: label(hint) } : {}),
      danger: tone === 'danger',
      ...(fields.length ? { form: { content: inputs.fields(fields), complete } } : {}),
    }
  }
  if (to.kind === 'restore') {
    return {
      title: t('list.bulkMoveTitle', { ...named, label: t('list.restore') }),
      action: () => t('list.restore'),
    }
  }
  const purge = to.kind === 'purge'
  return {
    title: t('list.bulkDeleteTitle', named),
    text: t(purge ? 'list.purgeText' : 'list.deleteText'),
    action: (of = to.on.count) =>
      purge ? t('list.purgeAction') : t('list.bulkDeleteAction', words(of)),
    danger: true,
  }
}

const changeOf = (to: What, values: Patch | undefined): BulkDo => {
  switch (to.kind) {
    case 'edit':
      return { patch: values ?? {} }
    case 'transition':
      return { transition: to.of.name }
    case 'action':
      return { action: to.of.name, input: given(values) as Json }
    case 'delete':
      return { delete: true }
    case 'restore':
      return { restore: true }
    case 'purge':
      return { purge: true }
  }
}

/** For a deletion or a final state: what happens to the records, and what else can be done. */
const usesOf = (
  { resource, rights }: BulkOf,
  to: Intent,
  end: (of: Transition) => void,
): Pick<BulkQuestion, 'uses'> => {
  const isFinal = (state: string) => resource.states.some((s) => s.value === state && s.final)
  const ids = 'ids' in to.on.rows ? to.on.rows.ids : []
  if (to.kind === 'transition' && isFinal(to.of.name)) {
    return { uses: { fate: 'end', ids, alternatives: [] } }
  }
  if (to.kind !== 'delete' && to.kind !== 'purge') return {}
  const finals = new Map(
    resource.transitions
      .filter(({ name }) => isFinal(name) && rights.transition(name))
      .map((of) => [of.name, of] as const),
  )
  const alternatives = [...finals.values()].map((of) => ({
    label: label(of.label),
    run: () => end(of),
  }))
  const fate = to.kind === 'purge' ? 'purge' : 'trash'
  return { uses: { fate, ids, alternatives: fate === 'trash' ? alternatives : [] } }
}

/** Changes of the selection, each previewed and executed by the server, and the dialog about one. */
export const useBulk = (list: BulkOf, fields: readonly FieldModel[], onClose?: () => void) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const format = useFormat()
  const [intent, setIntent] = useState<Intent>()
  const [values, setValues] = useState<Patch>()
  const typed = useRef<FieldValues>({})
  const { resource, selection, matching, trashed } = list
  const { collection } = resource

  /** The rows of the selection, or those of a move. */
  const rows = async (move?: BulkMove): Promise<BulkRows> => {
    if (!matching) {
      const ids = move?.ids ?? Object.keys(selection)
      return { rows: { ids, trashed }, count: ids.length }
    }
    const of = matchingRows(
      resource,
      rowsOf(matching, move?.from),
      matching.total - matching.except.length,
    )
    // The number of those in some states is that of this moment.
    return move?.from && of.again ? of.again() : of
  }
  const done = async (operation: Operation): Promise<void> => {
    setIntent(undefined)
    setValues(undefined)
    list.clearSelection()
    await reportBulk(client, operation, titleOfOperation(operation, format))
  }
  const bodyOf = (to: Intent, reason: string | undefined) => ({
    ...to.on.rows,
    do: changeOf(to, values),
    ...(reason ? { reason } : {}),
  })
  const recount = async (to: Intent): Promise<void> => {
    const on = await to.on.again?.()
    if (!on) return
    setIntent({ ...to, on })
    if (matching && to.whole) {
      list.setMatching({ ...matching, total: on.count + matching.except.length })
    }
  }
  return {
    /** Opens the dialog about a change; an edit may start with a field. */
    open: async (to: What, move?: BulkMove, given: FieldValues = {}): Promise<void> => {
      const on = await rows(move)
      setValues(undefined)
      typed.current = given
      setIntent({ ...to, on, whole: !move?.from })
    },
    dialog: intent ? (
      <BulkDialog
        key={intent.kind === 'transition' ? `to ${intent.of.name}` : intent.kind}
        {...usesOf(list, intent, (of) => setIntent({ ...intent, kind: 'transition', of }))}
        {...questionOf(list, intent, t, {
          edit: <BulkEdit fields={fields} typed={typed} onChange={setValues} />,
          fields: (of) => <BulkInputs fields={of} typed={typed} onChange={setValues} />,
          complete: values !== undefined,
        })}
        plan={(reason) => planBulk(collection, bodyOf(intent, reason))}
        apply={(plan, reason) => applyBulk(collection, bodyOf(intent, reason), plan.planHash)}
        {...(intent.on.again ? { recount: () => recount(intent) } : {})}
        onDone={(operation) => void done(operation)}
        onClose={() => {
          setIntent(undefined)
          onClose?.()
        }}
      />
    ) : null,
  }
}
