import { useState } from 'react'
import { label, textLanguage, useTranslation } from '#ui/i18n.ts'
import { exportable, exportRequest, inOrder, placesIn, type ExportChoice } from './exportChoice.ts'
import { useShownForExport, withheldText } from './exportedColumns.ts'
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
  const { columns: own, children } = exportable(list)
  const { open, withheld } = useShownForExport(list)
  const [chosen, setChosen] = useState<Chosen>({
    file: 'xlsx',
    rows: first,
    by: 'shown',
    names: open.map((c) => c.name),
    keys: false,
    ids: false,
    children: 'none',
  })
  const { file, rows, by, names } = chosen
  const fits = (name: string) => file !== 'exact' || !name.includes('.')
  const related = open.filter((c) => c.of)
  // Each related column follows its reference.
  const fields = own.flatMap((f) => [
    f,
    ...related
      .filter((c) => fits(c.name) && c.name.startsWith(`${f.name}.`))
      .map(({ name, field }) => ({ ...field, name })),
  ])
  const shown = open.map((c) => c.name).filter(fits)
  const choices = {
    shown,
    all: own.map((f) => f.name),
    chosen: inOrder(
      names,
      shown,
      fields.map((f) => f.name),
    ),
  }
  const columns = choices[by]
  const place = placesIn(file).includes(chosen.children) ? chosen.children : 'none'
  const run = async () => {
    setBusy(true)
    const request = exportRequest(list, { ...chosen, columns, children: place }, textLanguage())
    await count(rows)
      .then((total) => runExport(request, total))
      .catch(failed)
    onClose()
  }
  const set = (part: Partial<Chosen>) => setChosen((was) => ({ ...was, ...part }))
  return {
    busy,
    options,
    /** What can be chosen: fields of the records, and the related columns of the list. */
    fields,
    children,
    choices,
    withheld,
    /** Shown in the list, but not part of the file. */
    unfit: related.filter((c) => !fits(c.name)),
    chosen: { ...chosen, children: place },
    columns,
    set,
    run,
  }
}

/** Says which columns of the list the file leaves out. */
const LeftOut = ({ withheld, unfit }: Pick<ReturnType<typeof useExport>, 'withheld' | 'unfit'>) => {
  const { t } = useTranslation()
  const columns = unfit.map((c) => label(c.field.label)).join(', ')
  const notes = [withheldText(withheld), columns ? t('list.exportUnfit', { columns }) : undefined]
  return notes.map((note) =>
    note === undefined ? null : (
      <p key={note} className={css.note}>
        {note}
      </p>
    ),
  )
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
  const { busy, options, fields, children, choices, withheld, unfit, chosen, columns, set, run } =
    useExport(list, onClose)
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
          {
            value: 'shown',
            text: t('list.exportColumnsOf.shown', { count: choices.shown.length }),
          },
          { value: 'all', text: t('list.exportColumnsOf.all', { count: choices.all.length }) },
          { value: 'chosen', text: t('list.exportColumnsOf.chosen') },
        ]}
        onChange={(to) => set({ by: to })}
      />
      {by === 'chosen' ? (
        <ColumnChoice fields={fields} chosen={chosen.names} onChange={(to) => set({ names: to })} />
      ) : null}
      <LeftOut withheld={withheld} unfit={unfit} />
      {children.length ? (
        <ChildChoice
          fields={children}
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
