import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useMemo } from 'react'
import { label, useTranslation } from '#ui/i18n.ts'
import type { Density } from '../person.ts'
import { SortLevels } from './SortLevels.tsx'
import { useColumnModel } from './useColumnModel.ts'
import type { List } from './useList.ts'
import css from './panel.module.css'

/**
 * Chooses the columns of a list, their order, the levels of its sort and the row height. Stored per
 * person on the server, or in the open view.
 */
export const ColumnsPanel = ({ list }: { readonly list: List }) => {
  const { t } = useTranslation()
  const { columns, possible, preference, setPreference, resource } = list
  const shown = useMemo(() => columns.map((c) => c.name), [columns])
  const hidden = possible.filter((c) => !shown.includes(c.name))
  const table = useColumnModel(possible, shown, (names) => setPreference({ columns: names }))
  const move = (from: number, to: number) => {
    const next = [...shown]
    const [name] = next.splice(from, 1)
    if (name !== undefined) next.splice(to, 0, name)
    table.setColumnOrder(next)
  }
  const density = preference.density ?? 'comfortable'
  return (
    <div className={css.stack}>
      <fieldset className={css.set}>
        <legend>{t('list.density')}</legend>
        <div className={css.segments}>
          {(['comfortable', 'compact'] as Density[]).map((d) => (
            <label key={d} className={css.segment}>
              <input
                type="radio"
                name="density"
                checked={density === d}
                onChange={() => setPreference({ density: d })}
              />
              <span>{t(`list.${d}`)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {list.ownRows ? null : <SortLevels list={list} />}
      <fieldset className={css.set}>
        <legend>{t('list.shownColumns')}</legend>
        <ul className={css.rows}>
          {columns.map((c, i) => {
            const name = label(c.field.label)
            const column = table.getColumn(c.name)
            return (
              <li key={c.name} className={css.row}>
                <label className={css.choice}>
                  <input
                    type="checkbox"
                    checked
                    disabled={column?.getCanHide() === false}
                    aria-label={t('list.showColumn', { label: name })}
                    onChange={() => column?.toggleVisibility(false)}
                  />
                  <span className={css.choiceText}>{name}</span>
                </label>
                <button
                  type="button"
                  className={css.icon}
                  disabled={i === 0}
                  aria-label={t('list.moveUp', { label: name })}
                  onClick={() => move(i, i - 1)}
                >
                  <IconArrowUp size={14} aria-hidden />
                </button>
                <button
                  type="button"
                  className={css.icon}
                  disabled={i === columns.length - 1}
                  aria-label={t('list.moveDown', { label: name })}
                  onClick={() => move(i, i + 1)}
                >
                  <IconArrowDown size={14} aria-hidden />
                </button>
              </li>
            )
          })}
        </ul>
      </fieldset>
      {hidden.length ? (
        <fieldset className={css.set}>
          <legend>{t('list.hiddenColumns')}</legend>
          <ul className={css.rows}>
            {hidden.map((c) => (
              <li key={c.name} className={css.row}>
                <label className={css.choice}>
                  <input
                    type="checkbox"
                    checked={false}
                    aria-label={t('list.showColumn', { label: label(c.field.label) })}
                    onChange={() => table.getColumn(c.name)?.toggleVisibility(true)}
                  />
                  <span className={css.choiceText}>{label(c.field.label)}</span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      ) : null}
      {preference.widths ||
      (preference.columns && preference.columns.join() !== resource.list.columns.join()) ? (
        <button
          type="button"
          className={css.plain}
          onClick={() => setPreference({ columns: undefined, widths: undefined })}
        >
          {t('list.resetColumns')}
        </button>
      ) : null}
    </div>
  )
}
