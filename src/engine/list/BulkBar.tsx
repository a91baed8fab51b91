import { IconX } from '@tabler/icons-react'
import type { Transition } from '#model/types.ts'
import { removeRecord, restoreRecord, transitionRecord } from '#data/writes.ts'
import { confirm } from '#ui/confirm.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { Menu, type MenuEntry } from '#ui/Menu.tsx'
import { openTransitions } from '../recordActions.ts'
import { useBulk } from './useBulk.ts'
import type { List } from './useList.ts'
import css from './bulk.module.css'

/** Bulk actions for the selected rows, and their progress. */
export const BulkBar = ({ list }: { readonly list: List }) => {
  const { t } = useTranslation()
  const { resource, rights, selected, trashed } = list
  const bulk = useBulk(list)
  const words = {
    one: inSentence(resource.label.one),
    many: inSentence(resource.label.many),
    count: selected.length,
  }

  const moves = new Map<string, { transition: Transition; count: number }>()
  if (!trashed) {
    for (const row of selected) {
      for (const tr of openTransitions(resource, row, rights)) {
        moves.set(tr.name, { transition: tr, count: (moves.get(tr.name)?.count ?? 0) + 1 })
      }
    }
  }

  const move = ({ name, label: transition, reason }: Transition) => {
    const rows = selected.filter((row) =>
      openTransitions(resource, row, rights).some((x) => x.name === name),
    )
    const state = resource.states.find((s) => s.value === name)
    void confirm({
      title: t('list.bulkMoveTitle', { ...words, label: label(transition), count: rows.length }),
      action: label(transition),
      ...(state?.final ? { text: t('list.finalText') } : {}),
      ...(reason ? { reason: 'required' as const } : {}),
      ...(state?.tone === 'danger' ? { danger: true } : {}),
      run: async (why) => {
        void bulk.run(rows, selected.length - rows.length, (row) =>
          transitionRecord(
            resource,
            row.id,
            row.version,
            name,
            why === undefined ? {} : { reason: why },
          ),
        )
      },
    })
  }
  const remove = (purge: boolean) =>
    void confirm({
      title: t('list.bulkDeleteTitle', words),
      text: t(purge ? 'list.purgeText' : 'list.deleteText'),
      action: purge ? t('list.purgeAction') : t('list.bulkDeleteAction', words),
      danger: true,
      run: async () => {
        void bulk.run(selected, 0, (row) =>
          removeRecord(resource, row.id, row.version, purge ? { purge } : {}),
        )
      },
    })
  const entries: MenuEntry[] = [...moves.values()].map(({ transition, count }) => ({
    key: transition.name,
    label: t('list.bulkMove', { label: label(transition.label), count }),
    onSelect: () => move(transition),
  }))

  const { state } = bulk
  if (!selected.length && !state) return null
  return (
    <div className={css.bar} role="region" aria-label={t('list.bulkActions')}>
      {state ? (
        <div className={css.summary} role={state.running ? undefined : 'status'}>
          {state.running ? (
            <div className={css.running}>
              <progress
                max={state.total}
                value={state.done + state.refused.length}
                aria-label={t('list.bulkRunning', {
                  done: state.done + state.refused.length,
                  total: state.total,
                })}
              />
              <span>
                {t('list.bulkRunning', {
                  done: state.done + state.refused.length,
                  total: state.total,
                })}
              </span>
              <button type="button" className={css.button} onClick={bulk.stop}>
                {t('list.bulkStop')}
              </button>
            </div>
          ) : (
            <>
              <div className={css.running}>
                <strong>
                  {[
                    t('list.bulkDone', { count: state.done }),
                    ...(state.refused.length
                      ? [t('list.bulkRefused', { count: state.refused.length })]
                      : []),
                    ...(state.skipped ? [t('list.bulkSkipped', { count: state.skipped })] : []),
                  ].join(' · ')}
                </strong>
                <button
                  type="button"
                  className={css.icon}
                  aria-label={t('list.bulkClose')}
                  onClick={bulk.close}
                >
                  <IconX size={16} aria-hidden />
                </button>
              </div>
              {state.refused.length ? (
                <ul className={css.refused}>
                  {state.refused.map((r) => (
                    <li key={r.id}>
                      <strong>{r.title}</strong> {r.why}
                    </li>
                  ))}
                </ul>
              ) : null}
            </>
          )}
        </div>
      ) : null}
      {selected.length && !state?.running ? (
        <div className={css.line}>
          <strong className={css.count}>{t('list.selected', { count: selected.length })}</strong>
          {entries.length ? (
            <Menu label={t('list.bulkActions')} items={entries}>
              {(trigger) => (
                <button type="button" {...trigger} className={css.button}>
                  {t('common.actions')}
                </button>
              )}
            </Menu>
          ) : null}
          {trashed && rights.delete ? (
            <button
              type="button"
              className={css.button}
              onClick={() =>
                void bulk.run(selected, 0, (row) => restoreRecord(resource, row.id, row.version))
              }
            >
              {t('list.restore')}
            </button>
          ) : null}
          {(trashed ? rights.purge : rights.delete) ? (
            <button
              type="button"
              className={`${css.button} ${css.danger}`}
              onClick={() => remove(trashed)}
            >
              {t(trashed ? 'list.purge' : 'list.delete')}
            </button>
          ) : null}
          <button
            type="button"
            className={css.icon}
            aria-label={t('list.clearSelection')}
            onClick={() => list.setSelection(() => ({}))}
          >
            <IconX size={16} aria-hidden />
          </button>
        </div>
      ) : null}
    </div>
  )
}
