import { Button } from '#ui/Button.tsx'
import { IconClipboard, IconPlus } from '@tabler/icons-react'
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ClipboardEvent,
  type RefObject,
} from 'react'
import type { FieldModel, Json } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { quietPart } from '#ui/lazyPart.tsx'
import texts from '#ui/text.module.css'
import { under } from '../../../list/layouts/under.ts'
import { useDrag } from '../../../list/layouts/useDrag.ts'
import { GroupError, Legend } from '../parts.tsx'
import type { InputProps } from '../types.ts'
import { endsCell, rowColumns } from './columns.ts'
import { UsualCurrency } from '../usualCurrency.ts'
import { canPaste } from './pastedKinds.ts'
import { Row } from './Row.tsx'
import { useFocusable, useKeptFocus } from './rowsFocus.ts'
import { useDrawn } from './useDrawn.ts'
import { useNames } from './useNames.ts'
import { useRowList, type LastChange, type RowActions, type RowList } from './useRowList.ts'
import { useRowsCurrency } from './useRowsCurrency.ts'
import classes from './rows.module.css'

// Few rows are charged anything; the amounts load with the first that are.
const RowSums = quietPart(async () => (await import('../RowSums.tsx')).RowSums)
const PasteDialog = quietPart(async () => (await import('./PasteDialog.tsx')).PasteDialog)

export type Begins = 'add' | 'paste'

/** Cells of a spreadsheet: more than one of them, so that a single text is pasted as usual. */
const cellsIn = (e: ClipboardEvent): string | undefined => {
  const text = e.clipboardData.getData('text/plain')
  return /\t|\S[\r\n]+\S/.test(text) ? text : undefined
}

/** Column heads, where the rows are a table. */
const Head = ({ field }: { readonly field: FieldModel }) => {
  const { t } = useTranslation()
  return (
    <li aria-hidden className={classes.head}>
      <span />
      {(field.fields ?? []).map((f) => (
        <span key={f.name} data-end={endsCell(f) || undefined}>
          {label(f.label)}
          {f.required ? <span className={classes.required}> *</span> : null}
          {f.hint ? <small>{label(f.hint)}</small> : null}
        </span>
      ))}
      {field.charge ? <span data-end>{t('fields.lineAmount')}</span> : null}
      <span />
    </li>
  )
}

interface AddButtonsProps {
  /** `line`. */
  readonly one: string
  readonly disabled: boolean
  readonly button: RefObject<HTMLButtonElement | null>
  readonly onAdd: () => void
  /** Undefined where nothing can be pasted. */
  readonly onPaste: (() => void) | undefined
}

const AddButtons = ({ one, disabled, button, onAdd, onPaste }: AddButtonsProps) => {
  const { t } = useTranslation()
  return (
    <>
      <Button variant="default" size="small" disabled={disabled} ref={button} onClick={onAdd}>
        <IconPlus size={14} aria-hidden />
        {t('form.addRow', { what: one })}
      </Button>
      {onPaste ? (
        <Button variant="subtle" tone="neutral" size="small" onClick={onPaste}>
          <IconClipboard size={14} aria-hidden />
          {t('form.paste')}
        </Button>
      ) : null}
    </>
  )
}

/** The last change, and taking it back. */
const Last = ({ change }: { readonly change: LastChange | undefined }) => {
  const { t } = useTranslation()
  return (
    <span className={classes.last}>
      <span aria-live="polite">{change?.text}</span>
      {change?.undo ? (
        <button type="button" onClick={change.undo}>
          {t('changes.undo')}
        </button>
      ) : null}
    </span>
  )
}

/** Acts once, when the rows are opened. */
const useBegin = (act: () => void): void => {
  const begun = useRef(false)
  const begin = useEffectEvent(() => {
    if (begun.current) return
    begun.current = true
    act()
  })
  useEffect(() => begin(), [])
}

interface RowsProps {
  readonly field: FieldModel
  /** Dotted path of the list in the form. */
  readonly name: string
  readonly list: RowList
  /** The element around the rows, in which they can be dropped. */
  readonly box: RefObject<HTMLElement | null>
}

const sideOf = (from: number, to: number) => (from < to ? 'after' : 'before')

/** The rows, which can be dragged to another position. */
const Rows = ({ field, name, list, box }: RowsProps) => {
  const { t } = useTranslation()
  const { heading } = useNames(field)
  const columns = rowColumns(field.fields ?? [], field.charge !== undefined)
  const { keys, actions } = list
  const drawn = useDrawn(keys)
  const { drag, start } = useDrag<string, number>({
    placeAt: (_, at) => {
      const row = under(at, '[data-row]')
      return row && box.current?.contains(row) ? Number(row.dataset.row) : undefined
    },
    drop: (key, to) => {
      const what = heading(keys.indexOf(key))
      actions.move(t('form.moved', { what, n: to + 1, count: keys.length }), key, to)
    },
  })
  const from = drag ? keys.indexOf(drag.thing) : -1
  return (
    <div className={classes.frame}>
      <ol
        className={classes.rows}
        data-fit={columns?.fit}
        style={columns ? { ['--columns' as never]: columns.template } : undefined}
      >
        {columns ? <Head field={field} /> : null}
        {drawn.map((key, i) => (
          <Row
            key={key}
            field={field}
            name={name}
            id={key}
            index={i}
            isLast={i === keys.length - 1}
            over={drag?.place === i && from !== i ? sideOf(from, i) : undefined}
            dragged={from === i}
            actions={actions}
            onGrip={start}
          />
        ))}
      </ol>
    </div>
  )
}

interface PastingProps {
  readonly field: FieldModel
  readonly text: string
  readonly currency: string | undefined
  readonly room: number
  readonly actions: RowActions
  readonly onClose: () => void
}

/** The dialog of pasted cells, whose rows join the list. */
const Pasting = ({ actions, onClose, ...props }: PastingProps) => {
  const { t } = useTranslation()
  return (
    <PasteDialog
      {...props}
      onClose={onClose}
      onRows={(rows: readonly Json[], all) => {
        const text = t('form.rowsAdded', { count: rows.length })
        if (all) actions.replace(text, rows)
        else actions.add(text, rows)
        onClose()
      }}
    />
  )
}

/**
 * Ordered child rows: a table where there is room, otherwise cards. They are moved by their grip,
 * by buttons and by Alt with an arrow key, and pasted from a spreadsheet; Ctrl+Z takes that back.
 * `begins`: the press that opened it while there were none.
 */
export const RowsInput = (props: InputProps & { readonly begins?: Begins | undefined }) => {
  const { field, name } = props
  const { t } = useTranslation()
  const fields = field.fields ?? []
  const box = useRef<HTMLFieldSetElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const list = useRowList(props, box, t('form.undone'))
  useKeptFocus(list.last, box)
  useFocusable(props.inputRef, box, addButton)
  const currency = useRowsCurrency(props, list.actions, box)
  const [pasted, setPasted] = useState<string>()
  const count = list.keys.length
  const room = (field.max ?? 100) - count
  const { one, heading } = useNames(field)
  const add = () => {
    list.actions.add(t('form.added', { what: heading(count) }))
    // The new row is rendered by then.
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-row="${count}"] input`)?.focus(),
    )
  }
  useBegin(() => {
    if (props.begins === 'add') add()
    else if (props.begins === 'paste') setPasted('')
  })
  const pastes = canPaste(fields) && !props.disabled
  return (
    <fieldset
      ref={box}
      className={classes.box}
      disabled={props.disabled ?? false}
      aria-describedby={props.error ? `field-${name}-error` : undefined}
      onPaste={(e) => {
        const text = pastes ? cellsIn(e) : undefined
        if (text === undefined || e.target instanceof HTMLTextAreaElement) return
        e.preventDefault()
        setPasted(text)
      }}
    >
      <Legend field={field} />
      {field.hint ? <p className={`${texts.hint} ${classes.lead}`}>{label(field.hint)}</p> : null}
      {count === 0 ? (
        <p className={`${texts.hint} ${classes.lead}`}>{t('form.noRows')}</p>
      ) : (
        <UsualCurrency value={currency}>
          <Rows field={field} name={name} list={list} box={box} />
        </UsualCurrency>
      )}
      <div className={classes.foot} data-foot>
        <AddButtons
          one={one}
          disabled={room <= 0}
          button={addButton}
          onAdd={add}
          onPaste={pastes ? () => setPasted('') : undefined}
        />
        <Last change={list.last} />
        {field.charge ? <RowSums field={field} name={name} /> : null}
      </div>
      <GroupError id={`field-${name}-error`} error={props.error} />
      {pasted === undefined ? null : (
        <Pasting
          field={field}
          text={pasted}
          currency={currency}
          room={room}
          actions={list.actions}
          onClose={() => setPasted(undefined)}
        />
      )}
    </fieldset>
  )
}
