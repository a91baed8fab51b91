import { useState, type ReactNode } from 'react'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { countRows } from './bulkSelection.ts'
import {
  childPlaces,
  exportable,
  exportFiles,
  exportRequest,
  type ChildPlace,
  type ExportFile,
  type ExportRows,
} from './exportChoice.ts'
import { LARGE_ROWS, runExport } from './runExport.ts'
import type { List } from './useList.ts'
import { failed } from './useRowMenu.tsx'
import css from './panel.module.css'

type Columns = 'shown' | 'all' | 'chosen'

interface Option<T extends string> {
  readonly value: T
  readonly text: string
}

const Radios = <T extends string>({
  legend,
  value,
  options,
  onChange,
}: {
  readonly legend: string
  readonly value: T
  readonly options: readonly Option<T>[]
  readonly onChange: (value: T) => void
}) => (
  <fieldset className={css.set}>
    <legend>{legend}</legend>
    {options.map((option) => (
      <label key={option.value} className={css.choice}>
        <input
          type="radio"
          name={legend}
          checked={value === option.value}
          onChange={() => onChange(option.value)}
        />
        <span className={css.choiceText}>{option.text}</span>
      </label>
    ))}
  </fieldset>
)

const Check = ({
  checked,
  onChange,
  children,
}: {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: ReactNode
}) => (
  <label className={css.choice}>
    <input type="checkbox" checked={checked} onChange={(e) => onChange(e.currentTarget.checked)} />
    <span className={css.choiceText}>{children}</span>
  </label>
)

const FileChoice = ({
  file,
  onChange,
}: {
  readonly file: ExportFile
  readonly onChange: (file: ExportFile) => void
}) => {
  const { t } = useTranslation()
  return (
    <fieldset className={css.set}>
      <legend>{t('list.exportFile')}</legend>
      <div className={css.segments}>
        {exportFiles.map((one) => (
          <label key={one} className={css.segment}>
            <input
              type="radio"
              name="file"
              checked={file === one}
              onChange={() => onChange(one)}
              {...(file === one ? { 'data-autofocus': true } : {})}
            />
            <span>{t(`list.exportAs.${one}`)}</span>
          </label>
        ))}
      </div>
      <p className={css.note}>{t(`list.exportHint.${file === 'exact' ? 'exact' : 'people'}`)}</p>
    </fieldset>
  )
}

/** The rows to choose from, and how many each are. */
const useRowChoices = (list: List) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { matching, selection, narrowed, total, totalIsExact, resource, preset } = list
  const picked = matching ? matching.total - matching.except.length : Object.keys(selection).length
  const shown = totalIsExact ? number(total) : t('list.totalMore', { total: number(total) })
  const isPart = narrowed && !preset
  const here: ExportRows = isPart || preset ? 'matching' : 'all'
  const many = inSentence(resource.label.many)
  const options: Option<ExportRows>[] = [
    ...(picked
      ? [{ value: 'selected' as const, text: t('list.exportRowsOf.selected', { count: picked }) }]
      : []),
    ...(here === 'matching'
      ? [{ value: here, text: t('list.exportRowsOf.matching', { total: shown }) }]
      : []),
    ...(preset
      ? []
      : [
          {
            value: 'all' as const,
            text: isPart
              ? t('list.exportRowsOf.all', { many })
              : t('list.exportRowsOf.allOf', { many, total: shown }),
          },
        ]),
  ]
  const count = async (rows: ExportRows): Promise<number> => {
    if (rows === 'selected') return picked
    if (rows === here) return total
    return countRows(resource, { trashed: list.trashed })
  }
  return { options, first: picked ? ('selected' as const) : here, count }
}

/** Exports the list as a file: which rows and columns, and for whom. */
export const ExportPanel = ({
  list,
  onClose,
}: {
  readonly list: List
  readonly onClose: () => void
}) => {
  const { t, i18n } = useTranslation()
  const [busy, setBusy] = useState(false)
  const { options, first, count } = useRowChoices(list)
  const { columns: all, children: childFields } = exportable(list)
  const shown = list.columns.map((c) => c.name)
  const [file, setFile] = useState<ExportFile>('xlsx')
  const [rows, setRows] = useState<ExportRows>(first)
  const [columns, setColumns] = useState<Columns>('shown')
  const [chosen, setChosen] = useState<readonly string[]>(shown)
  const [keys, setKeys] = useState(false)
  const [ids, setIds] = useState(false)
  const [children, setChildren] = useState<ChildPlace>('none')
  const names = { shown, all: all.map((f) => f.name), chosen }[columns]
  const place = file !== 'xlsx' && children === 'sheets' ? 'lines' : children
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
      <FileChoice file={file} onChange={setFile} />
      {options.length > 1 ? (
        <Radios legend={t('list.exportRows')} value={rows} options={options} onChange={setRows} />
      ) : null}
      <Radios
        legend={t('list.exportColumns')}
        value={columns}
        options={[
          { value: 'shown', text: t('list.exportColumnsOf.shown', { count: shown.length }) },
          { value: 'all', text: t('list.exportColumnsOf.all', { count: all.length }) },
          { value: 'chosen', text: t('list.exportColumnsOf.chosen') },
        ]}
        onChange={setColumns}
      />
      {columns === 'chosen' ? (
        <div className={css.choices} data-small role="group" aria-label={t('list.exportColumns')}>
          {all.map((field) => (
            <Check
              key={field.name}
              checked={chosen.includes(field.name)}
              onChange={(on) =>
                setChosen(
                  on ? [...chosen, field.name] : chosen.filter((name) => name !== field.name),
                )
              }
            >
              {label(field.label)}
            </Check>
          ))}
        </div>
      ) : null}
      {childFields.length ? (
        <label className={css.field}>
          {childFields.map((f) => label(f.label)).join(', ')}
          <select
            className={css.input}
            value={place}
            onChange={(e) =>
              setChildren(childPlaces.find((p) => p === e.currentTarget.value) ?? 'none')
            }
          >
            {childPlaces
              .filter((p) => file === 'xlsx' || p !== 'sheets')
              .filter((p) => file !== 'exact' || p === 'none' || p === 'cell')
              .map((p) => (
                <option key={p} value={p}>
                  {t(`list.exportChildren.${p}`)}
                </option>
              ))}
          </select>
        </label>
      ) : null}
      {file === 'exact' ? null : (
        <div>
          <Check checked={keys} onChange={setKeys}>
            {t('list.exportKeys')}
          </Check>
          <Check checked={ids} onChange={setIds}>
            {t('list.exportIds')}
          </Check>
        </div>
      )}
      {rows !== 'selected' && list.total > LARGE_ROWS ? (
        <p className={css.note}>{t('list.exportLarge')}</p>
      ) : null}
      <button type="submit" className={css.apply} disabled={busy || names.length === 0}>
        {t('list.exportRun')}
      </button>
    </form>
  )
}
