import { useState } from 'react'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import {
  exportable,
  exportRequest,
  placesIn,
  type ChildPlace,
  type ExportFile,
  type ExportRows,
} from './exportChoice.ts'
import { Check, ChildChoice, ColumnChoice, FileChoice, Radios } from './ExportParts.tsx'
import { LARGE_ROWS, runExport } from './runExport.ts'
import type { List } from './useList.ts'
import { useRowChoices } from './useRowChoices.ts'
import { failed } from './useRowMenu.tsx'
import css from './panel.module.css'

type Columns = 'shown' | 'all' | 'chosen'

/** What is chosen, and how it is exported. */
const useExport = (list: List, onClose: () => void) => {
  const { t, i18n } = useTranslation()
  const [busy, setBusy] = useState(false)
  const { options, first, count } = useRowChoices(list)
  const fields = exportable(list)
  const shown = list.columns.map((c) => c.name)
  const [file, setFile] = useState<ExportFile>('xlsx')
  const [rows, setRows] = useState<ExportRows>(first)
  const [columns, setColumns] = useState<Columns>('shown')
  const [chosen, setChosen] = useState<readonly string[]>(shown)
  const [keys, setKeys] = useState(false)
  const [ids, setIds] = useState(false)
  const [children, setChildren] = useState<ChildPlace>('none')
  const names = { shown, all: fields.columns.map((f) => f.name), chosen }[columns]
  const place = placesIn(file).includes(children) ? children : 'none'
  const run = async () => {
    setBusy(true)
    try {
      const choice = { file, rows, columns: names, keys, ids, children: place }
      const done = await runExport(exportRequest(list, choice, i18n.language), await count(rows))
      if (done === 'started') toast.info(t('list.exportStarted'))
    } catch (error) {
      failed(error)
    }
    onClose()
  }
  const set = { setFile, setRows, setColumns, setChosen, setKeys, setIds, setChildren }
  return {
    busy,
    options,
    fields,
    shown,
    file,
    rows,
    columns,
    chosen,
    keys,
    ids,
    names,
    place,
    run,
    set,
  }
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
  const { busy, options, fields, file, rows, columns, set, ...form } = useExport(list, onClose)
  return (
    <form
      className={css.stack}
      aria-busy={busy}
      onSubmit={(e) => {
        e.preventDefault()
        void form.run()
      }}
    >
      <h2 className={css.heading}>{t('list.exportTitle')}</h2>
      <FileChoice file={file} onChange={set.setFile} />
      {options.length > 1 ? (
        <Radios
          legend={t('list.exportRows')}
          value={rows}
          options={options}
          onChange={set.setRows}
        />
      ) : null}
      <Radios
        legend={t('list.exportColumns')}
        value={columns}
        options={[
          { value: 'shown', text: t('list.exportColumnsOf.shown', { count: form.shown.length }) },
          { value: 'all', text: t('list.exportColumnsOf.all', { count: fields.columns.length }) },
          { value: 'chosen', text: t('list.exportColumnsOf.chosen') },
        ]}
        onChange={set.setColumns}
      />
      {columns === 'chosen' ? (
        <ColumnChoice fields={fields.columns} chosen={form.chosen} onChange={set.setChosen} />
      ) : null}
      {fields.children.length ? (
        <ChildChoice
          fields={fields.children}
          file={file}
          place={form.place}
          onChange={set.setChildren}
        />
      ) : null}
      {file === 'exact' ? null : (
        <div>
          <Check checked={form.keys} onChange={set.setKeys}>
            {t('list.exportKeys')}
          </Check>
          <Check checked={form.ids} onChange={set.setIds}>
            {t('list.exportIds')}
          </Check>
        </div>
      )}
      {rows !== 'selected' && list.total > LARGE_ROWS ? (
        <p className={css.note}>{t('list.exportLarge')}</p>
      ) : null}
      <div className={css.submit}>
        <button type="submit" className={css.apply} disabled={busy || form.names.length === 0}>
          {t('list.exportRun')}
        </button>
      </div>
    </form>
  )
}
