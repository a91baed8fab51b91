import { useState } from 'react'
import { textLanguage, useTranslation } from '#ui/i18n.ts'
import { exportable, exportRequest, placesIn, type ExportChoice } from './exportChoice.ts'
import { Check, ChildChoice, ColumnChoice, FileChoice, Radios } from './ExportParts.tsx'
import { LARGE_ROWS, runExport } from './runExport.ts'
import type { List } from './useList.ts'
import { useRowChoices } from './useRowChoices.ts'
import { failed } from './useRowMenu.tsx'
import css from './panel.module.css'

/** What is chosen: columns by how they are chosen, and by name where each is. */
interface Chosen extends Omit<ExportChoice, 'columns'> {
  readonly by: 'shown' | 'all' | 'chosen'
  readonly names: readonly string[]
}

const useExport = (list: List, onClose: () => void) => {
  const [busy, setBusy] = useState(false)
  const { options, first, count } = useRowChoices(list)
  const fields = exportable(list)
  const shown = list.columns.map((c) => c.name)
  const [chosen, setChosen] = useState<Chosen>({
    file: 'xlsx',
    rows: first,
    by: 'shown',
    names: shown,
    keys: false,
    ids: false,
    children: 'none',
  })
  const { file, rows, by, names } = chosen
  const columns = { shown, all: fields.columns.map((f) => f.name), chosen: names }[by]
  const children = placesIn(file).includes(chosen.children) ? chosen.children : 'none'
  const run = async () => {
    setBusy(true)
    const request = exportRequest(list, { ...chosen, columns, children }, textLanguage())
    await count(rows)
      .then((total) => runExport(request, total))
      .catch(failed)
    onClose()
  }
  const set = (part: Partial<Chosen>) => setChosen((was) => ({ ...was, ...part }))
  return { busy, options, fields, shown, chosen: { ...chosen, children }, columns, set, run }
}

/** Exports the list as a file: which rows and columns, and for whom. */
export const ExportPanel = ({
  list,
  onClose,
}: {
  readonly list: List
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const { busy, options, fields, shown, chosen, columns, set, run } = useExport(list, onClose)
  const { file, rows, by } = chosen
  return (
    <form
      className={css.stack}
      aria-busy={busy}
      onSubmit={(e) => {
        e.preventDefault()
        void run()
      }}
    >
      <h2 className={css.heading}>{t('list.exportTitle')}</h2>
      <FileChoice file={file} onChange={(to) => set({ file: to })} />
      {options.length > 1 ? (
        <Radios
          legend={t('list.exportRows')}
          value={rows}
          options={options}
          onChange={(to) => set({ rows: to })}
        />
      ) : null}
      <Radios
        legend={t('list.exportColumns')}
        value={by}
        options={[
          { value: 'shown', text: t('list.exportColumnsOf.shown', { count: shown.length }) },
          { value: 'all', text: t('list.exportColumnsOf.all', { count: fields.columns.length }) },
          { value: 'chosen', text: t('list.exportColumnsOf.chosen') },
        ]}
        onChange={(to) => set({ by: to })}
      />
      {by === 'chosen' ? (
        <ColumnChoice
          fields={fields.columns}
          chosen={chosen.names}
          onChange={(to) => set({ names: to })}
        />
      ) : null}
      {fields.children.length ? (
        <ChildChoice
          fields={fields.children}
          file={file}
          place={chosen.children}
          onChange={(to) => set({ children: to })}
        />
      ) : null}
      {file === 'exact' ? null : (
        <div>
          <Check checked={chosen.keys} onChange={(keys) => set({ keys })}>
            {t('list.exportKeys')}
          </Check>
          <Check checked={chosen.ids} onChange={(ids) => set({ ids })}>
            {t('list.exportIds')}
          </Check>
        </div>
      )}
      {rows !== 'selected' && list.total > LARGE_ROWS ? (
        <p className={css.note}>{t('list.exportLarge')}</p>
      ) : null}
      <div className={css.submit}>
        <button type="submit" className={css.apply} disabled={busy || columns.length === 0}>
          {t('list.exportRun')}
        </button>
      </div>
    </form>
  )
}
