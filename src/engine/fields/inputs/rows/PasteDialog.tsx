import { Select } from '#ui/Select.tsx'
import { Textarea } from '#ui/Textarea.tsx'
import { Button } from '#ui/Button.tsx'
import { useEffect, useMemo, useState } from 'react'
import { singular } from '#schemas/define/words.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import dialog from '#ui/dialog.module.css'
import { todayIn } from '../../../list/layouts/days.ts'
import { useOrganisation, useTimeZone } from '../../../person.ts'
import { FieldValue } from '../../FieldValue.tsx'
import { endsCell } from './columns.ts'
import {
  cellsOf,
  columnsOf,
  MAX_PASTED_CHARACTERS,
  rowsOf,
  type Cell,
  type Columns,
  type PastedRow,
} from './pasted.ts'
import { pasteable } from './pastedKinds.ts'
import classes from './paste.module.css'

interface PasteDialogProps {
  /** The child rows. */
  readonly field: FieldModel
  /** Pasted cells; empty to ask for them. */
  readonly text: string
  /** ISO 4217; of amounts that name none. */
  readonly currency: string | undefined
  /** How many more rows fit. */
  readonly room: number
  readonly onClose: () => void
  /** `all`: they replace the rows there are. */
  readonly onRows: (rows: readonly Json[], all: boolean) => void
}

/** Rows of the preview; a person reads no more. */
const SHOWN_ROWS = 100

/** Lines of the typed text; the parser loads with the first. */
const useLines = (text: string): readonly (readonly string[])[] => {
  const [lines, setLines] = useState<readonly (readonly string[])[]>([])
  useEffect(() => {
    let current = true
    void cellsOf(text).then((found) => {
      if (current) setLines(text.trim() ? found : [])
    })
    return () => {
      current = false
    }
  }, [text])
  return lines
}

const usePasted = ({ field, currency }: PasteDialogProps, text: string) => {
  const { t, i18n } = useTranslation()
  const organisation = useOrganisation()
  const zone = useTimeZone()
  const lines = useLines(text)
  const [chosen, setChosen] = useState<Columns>()
  const guessed = useMemo(() => columnsOf(lines, field.fields ?? []), [lines, field])
  const today = todayIn(zone)
  const language = i18n.language
  const [yes, no] = [t('common.yes'), t('common.no')]
  const usual = currency ?? organisation.currency
  return useMemo(() => {
    const fits = chosen?.fields.length === guessed.fields.length
    const columns = fits && chosen ? { ...guessed, fields: chosen.fields } : guessed
    const reading = { language, currency: usual, today, yes, no }
    return { columns, setChosen, rows: rowsOf(lines, columns, field.fields ?? [], reading), lines }
  }, [chosen, guessed, lines, field, language, usual, today, yes, no])
}

/** Cells copied from a spreadsheet as child rows: columns are assigned, each cell is checked. */
export const PasteDialog = (props: PasteDialogProps) => {
  const { field, text, room, onClose, onRows } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState(text)
  const [all, setAll] = useState(false)
  const { columns, setChosen, rows, lines } = usePasted(props, typed)
  const have = (field.max ?? 100) - room
  const space = all ? (field.max ?? 100) : room
  const right = rows.flatMap((r) => r.row ?? [])
  const added = right.slice(0, space)
  const wrong = rows.length - right.length
  return (
    <Dialog wide title={t('form.pasteTitle', { what: inSentence(field.label) })} onClose={onClose}>
      <Textarea
        label={t('form.pasteCells')}
        description={t('form.pasteHint')}
        data-autofocus
        rows={rows.length ? 3 : 6}
        maxLength={MAX_PASTED_CHARACTERS}
        spellCheck={false}
        className={classes.text}
        value={typed}
        onChange={(e) => setTyped(e.currentTarget.value)}
      />
      {rows.length ? (
        <Preview
          field={field}
          columns={columns}
          rows={rows}
          lines={lines}
          onColumns={(fields) => setChosen({ ...columns, fields })}
        />
      ) : null}
      {have > 0 && rows.length > 0 ? (
        <label className={classes.all}>
          <input type="checkbox" checked={all} onChange={(e) => setAll(e.currentTarget.checked)} />
          {t('form.pasteReplace', { count: have })}
        </label>
      ) : null}
      <p className={classes.wrong} role="status">
        {wrong > 0 ? t('form.pasteWrong', { count: wrong }) : ''}
        {right.length > added.length ? ` ${t('form.pasteTooMany', { count: space })}` : ''}
      </p>
      <div className={dialog.foot}>
        <Button variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <Button disabled={added.length === 0} onClick={() => onRows(added, all)}>
          {added.length
            ? t('form.pasteAdd', { count: added.length })
            : t('form.addRow', { what: inSentence(singular(field.label)) })}
        </Button>
      </div>
    </Dialog>
  )
}

const Preview = ({
  field,
  columns,
  rows,
  lines,
  onColumns,
}: {
  readonly field: FieldModel
  readonly columns: Columns
  readonly rows: readonly PastedRow[]
  readonly lines: readonly (readonly string[])[]
  readonly onColumns: (fields: Columns['fields']) => void
}) => {
  const { t } = useTranslation()
  const body = lines.slice(columns.head ? 1 : 0)
  const missing = (field.fields ?? []).filter(
    (f) => f.required && f.default === undefined && !columns.fields.includes(f.name),
  )
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={label(field.label)}>
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.fields.map((name, i) => (
                <th key={i} scope="col">
                  <Select
                    small
                    className={classes.column}
                    aria-label={t('form.pasteColumn', { n: i + 1 })}
                    value={name ?? ''}
                    onChange={(e) => {
                      const chosen = e.currentTarget.value || undefined
                      onColumns(
                        columns.fields.map((old, n) => {
                          if (n === i) return chosen
                          return old === chosen ? undefined : old
                        }),
                      )
                    }}
                    data={pasteable(field.fields ?? []).map((f) => ({
                      value: f.name,
                      label: label(f.label),
                    }))}
                  >
                    <option value="">{t('form.pasteLeave')}</option>
                  </Select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN_ROWS).map((row, n) => (
              <tr key={n}>
                {columns.fields.map((name, i) => (
                  <PreviewCell
                    key={i}
                    text={body[n]?.[i] ?? ''}
                    field={field.fields?.find((f) => f.name === name)}
                    cell={name === undefined ? undefined : row.cells.get(name)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > SHOWN_ROWS ? (
        <p className={classes.more}>{t('form.pasteMore', { count: rows.length - SHOWN_ROWS })}</p>
      ) : null}
      {missing.length ? (
        <p className={classes.wrong}>
          {t('form.pasteMissing', { what: missing.map((f) => label(f.label)).join(', ') })}
        </p>
      ) : null}
    </>
  )
}

/** What a cell was read as; its text where that failed or has no column. */
const PreviewCell = ({
  text,
  field,
  cell,
}: {
  readonly text: string
  readonly field: FieldModel | undefined
  readonly cell: Cell | undefined
}) => {
  const wrong = cell?.error !== undefined
  return (
    <td
      data-out={cell === undefined || undefined}
      data-wrong={wrong || undefined}
      data-end={(field && endsCell(field)) || undefined}
    >
      {field && cell && !wrong ? <FieldValue field={field} value={cell.value} /> : text}
      {wrong ? <small>{cell.error}</small> : null}
    </td>
  )
}
