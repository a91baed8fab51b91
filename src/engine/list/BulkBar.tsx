import { useQueryClient } from '@tanstack/react-query'
import { IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import {
  applyBulk,
  planBulk,
  type BulkDo,
  type BulkSelection,
  type Operation,
  type Plan,
} from '#data/changes.ts'
import { appConfig } from '#data/config.ts'
import type { ActionModel, Transition } from '#model/types.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { Menu, type MenuEntry } from '#ui/Menu.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { BulkDialog, type BulkQuestion } from '../changes/BulkDialog.tsx'
import { follow, openOperation } from '../changes/followed.ts'
import { refreshRecords, remember, report } from '../changes/undo.ts'
import { titleOfOperation } from '../changes/words.ts'
import { BulkEdit, bulkFields, BulkInputs, type Patch } from './BulkEdit.tsx'
import { matchingRows, MAX_SELECTED } from './bulkSelection.ts'
import { eachRow } from './eachRow.ts'
import { failed } from './useRowMenu.tsx'
import { useBulkMoves } from './useBulkMoves.ts'
import type { List } from './useList.ts'
import css from './bulk.module.css'

/** What the person is about to do with the selection. */
type Intent =
  | { readonly kind: 'edit' | 'delete' | 'purge' }
  | { readonly kind: 'transition'; readonly of: Transition; readonly ids: readonly string[] }
  | { readonly kind: 'action'; readonly of: ActionModel; readonly ids: readonly string[] }

/** Bulk changes of the selected rows, each previewed and executed by the server. */
export const BulkBar = ({ list }: { readonly list: List }) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const format = useFormat()
  const { resource, rights, selection, trashed, matching } = list
  const moves = useBulkMoves(list)
  const [intent, setIntent] = useState<Intent>()
  const [values, setValues] = useState<Patch>()
  const ids = Object.keys(selection)
  const count = matching?.expected ?? ids.length
  const own = appConfig().documents?.[resource.collection] === undefined
  const fields = own ? bulkFields(list) : []
  const everyRow = list.rows.length > 0 && list.selected.length === list.rows.length
  const offersAll = own && !matching && everyRow && list.total > ids.length
  const tooMany = !matching && ids.length > MAX_SELECTED

  const selectMatching = async (): Promise<void> =>
    list.setMatching(await matchingRows(resource, list.query))
  const clear = () => list.setSelection(() => ({}))
  useEffect(() => {
    if (!count) setIntent(undefined)
  }, [count])

  const done = async (operation: Operation): Promise<void> => {
    setIntent(undefined)
    setValues(undefined)
    clear()
    const { id, state, counts, canUndo } = operation
    if (state === 'running') return follow(id)
    const undoable = canUndo && counts?.done ? id : undefined
    if (counts?.refused || counts?.changed || counts?.gone) {
      if (undoable) remember(client, [undoable])
      openOperation({ id })
    } else report(client, titleOfOperation(operation, format), undoable)
    await refreshRecords(client)
  }
  const rowsOf = (only: readonly string[]): BulkSelection => matching ?? { ids: only, trashed }
  const request = (what: () => BulkDo, only: readonly string[] = ids) => {
    const body = (reason: string | undefined) => ({
      ...rowsOf(only),
      do: what(),
      ...(reason ? { reason } : {}),
    })
    return {
      plan: (reason: string | undefined): Promise<Plan> =>
        planBulk(resource.collection, body(reason)),
      apply: (plan: Plan, reason: string | undefined): Promise<Operation> =>
        applyBulk(resource.collection, body(reason), plan.planHash),
      ...(matching ? { recount: selectMatching } : {}),
    }
  }
  const restore = async (): Promise<void> => {
    const { plan, apply } = request(() => ({ restore: true }))
    await done(await apply(await plan(undefined), undefined))
  }

  const nameOf = (n: number) => ({
    one: inSentence(resource.label.one),
    many: inSentence(resource.label.many),
    count: n,
  })
  const words = nameOf(count)
  const question = (to: Intent): BulkQuestion => {
    if (to.kind === 'edit') {
      return {
        title: t('changes.editTitle', words),
        action: () => t('changes.apply'),
        form: {
          content: <BulkEdit fields={fields} onChange={setValues} />,
          complete: values !== undefined,
        },
        ...request(() => ({ patch: values ?? {} })),
      }
    }
    if (to.kind === 'transition') {
      const { name, label: text, reason } = to.of
      const state = resource.states.find((s) => s.value === name)
      const named = nameOf(matching ? count : to.ids.length)
      return {
        title: t('list.bulkMoveTitle', { ...named, label: label(text) }),
        action: () => label(text),
        ...(state?.final ? { text: t('list.finalText') } : {}),
        reason,
        danger: state?.tone === 'danger' || state?.final === true,
        ...request(() => ({ transition: name }), to.ids),
      }
    }
    if (to.kind === 'action') {
      const { name, label: text, hint, fields: inputs, tone } = to.of
      const named = nameOf(matching ? count : to.ids.length)
      return {
        title: t('list.bulkMoveTitle', { ...named, label: label(text) }),
        action: () => label(text),
        ...(hint ? { text: label(hint) } : {}),
        danger: tone === 'danger',
        ...(inputs.length
          ? {
              form: {
                content: <BulkInputs fields={inputs} onChange={setValues} />,
                complete: values !== undefined,
              },
            }
          : {}),
        ...request(() => ({ action: name, input: given(values) }), to.ids),
      }
    }
    const purge = to.kind === 'purge'
    return {
      title: t('list.bulkDeleteTitle', words),
      text: t(purge ? 'list.purgeText' : 'list.deleteText'),
      action: (of = count) =>
        purge ? t('list.purgeAction') : t('list.bulkDeleteAction', nameOf(of)),
      danger: true,
      ...request(() => (purge ? { purge: true } : { delete: true })),
    }
  }
  const open = (to: Intent) => {
    setValues(undefined)
    setIntent(to)
  }

  const entries: MenuEntry[] = own
    ? moves.map(([key, move]) => {
        const of = 'transition' in move ? move.transition : move.action
        return {
          key,
          label: matching
            ? label(of.label)
            : t('list.bulkMove', { label: label(of.label), count: move.ids.length }),
          onSelect: () =>
            open(
              'transition' in move
                ? { kind: 'transition', of: move.transition, ids: move.ids }
                : { kind: 'action', of: move.action, ids: move.ids },
            ),
        }
      })
    : []
  if (!count) return null
  return (
    <>
      <div className={css.bar} role="region" aria-label={t('list.bulkActions')}>
        <strong className={css.count}>
          {matching ? t('changes.allSelected', { count }) : t('list.selected', { count })}
        </strong>
        {everyRow || matching ? null : (
          <button
            type="button"
            className={`${css.link} ${css.onPhone}`}
            onClick={() =>
              list.setSelection((old) => ({
                ...old,
                ...Object.fromEntries(list.rows.map((row) => [row.id, true as const])),
              }))
            }
          >
            {t('list.selectAll')}
          </button>
        )}
        {offersAll || tooMany ? (
          <button
            type="button"
            className={css.link}
            onClick={() => void selectMatching().catch(failed)}
          >
            {list.totalIsExact
              ? t('changes.selectAll', { count: list.total })
              : t('changes.selectAllMatching')}
          </button>
        ) : null}
        {tooMany ? (
          <span className={css.hint}>{t('changes.tooMany', { count: MAX_SELECTED })}</span>
        ) : null}
        {fields.length && !tooMany ? (
          <button type="button" className={css.button} onClick={() => open({ kind: 'edit' })}>
            {t('list.edit')}
          </button>
        ) : null}
        {entries.length && !tooMany ? (
          <Menu label={t('list.bulkActions')} items={entries}>
            {(trigger) => (
              <button type="button" {...trigger} className={css.button}>
                {t('common.actions')}
              </button>
            )}
          </Menu>
        ) : null}
        {trashed && rights.delete && !tooMany ? (
          <button
            type="button"
            className={css.button}
            onClick={() => void (own ? restore() : eachRow(list, 'restore', client)).catch(failed)}
          >
            {t('list.restore')}
          </button>
        ) : null}
        {(trashed ? rights.purge : rights.delete) && !tooMany ? (
          <button
            type="button"
            className={`${css.button} ${css.danger}`}
            onClick={() => {
              const kind = trashed ? 'purge' : 'delete'
              if (own) open({ kind })
              else void eachRow(list, kind, client)
            }}
          >
            {t(trashed ? 'list.purge' : 'list.delete')}
          </button>
        ) : null}
        <button
          type="button"
          className={css.icon}
          aria-label={t('list.clearSelection')}
          onClick={clear}
        >
          <IconX size={16} aria-hidden />
        </button>
      </div>
      {intent ? (
        <BulkDialog
          key={intent.kind}
          {...question(intent)}
          onDone={(operation) => void done(operation)}
          onClose={() => setIntent(undefined)}
        />
      ) : null}
    </>
  )
}

/** Inputs of an action without those left empty. */
const given = (values: Patch | undefined): Patch =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== null))
