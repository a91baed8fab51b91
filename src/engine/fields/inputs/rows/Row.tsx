import { IconButton } from '#ui/Button.tsx'
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react'
import { memo, useRef, type KeyboardEvent, type PointerEventHandler } from 'react'
import type { FieldModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { quietPart } from '#ui/lazyPart.tsx'
import { Field } from '../../../form/Field.tsx'
import { endsCell } from './columns.ts'
import { useNames } from './useNames.ts'
import type { RowActions } from './useRowList.ts'
import classes from './rows.module.css'

const LineAmount = quietPart(async () => (await import('../RowSums.tsx')).LineAmount)

interface RowProps {
  readonly field: FieldModel
  /** Dotted path of the list in the form. */
  readonly name: string
  /** Key of the row in the list. */
  readonly id: string
  /** Position from zero. */
  readonly index: number
  /** No row follows. */
  readonly isLast: boolean
  /** The side on which the dragged row would be dropped. */
  readonly over: 'before' | 'after' | undefined
  readonly dragged: boolean
  readonly actions: RowActions
  /** Begins to drag the row of a key. */
  readonly onGrip: (key: string) => PointerEventHandler
}

interface ToolsProps extends Pick<RowProps, 'index' | 'isLast'> {
  /** `line 2`. */
  readonly title: string
  readonly onMove: (to: number) => void
  readonly onCopy: () => void
  readonly onRemove: () => void
}

/** The buttons of a row. */
const Tools = ({ index, isLast, title, onMove, onCopy, onRemove }: ToolsProps) => {
  const { t } = useTranslation()
  return (
    <div className={classes.tools}>
      <IconButton
        data-move
        disabled={index === 0}
        aria-label={t('form.moveUp', { what: title })}
        onClick={() => onMove(index - 1)}
      >
        <IconArrowUp size={16} />
      </IconButton>
      <IconButton
        data-move
        disabled={isLast}
        aria-label={t('form.moveDown', { what: title })}
        onClick={() => onMove(index + 1)}
      >
        <IconArrowDown size={16} />
      </IconButton>
      <IconButton aria-label={t('form.copyRow', { what: title })} onClick={onCopy}>
        <IconCopy size={16} />
      </IconButton>
      <IconButton tone="danger" aria-label={t('form.remove', { what: title })} onClick={onRemove}>
        <IconTrash size={16} />
      </IconButton>
    </div>
  )
}

/**
 * One child row: its grip, its fields, its amount, and the buttons that move, copy, remove it. Its
 * fields have the same path wherever it is, and do not render when it moves.
 */
export const Row = memo((props: RowProps) => {
  const { field, name, id, index, isLast, actions } = props
  const { t } = useTranslation()
  const { title, heading } = useNames(field)
  const path = `${name}.${id}`
  const row = useRef<HTMLLIElement>(null)
  const move = (to: number) => {
    const count = actions.count()
    if (to < 0 || to >= count) return
    const focused = document.activeElement
    actions.move(t('form.moved', { what: heading(index), n: to + 1, count }), id, to)
    if (!row.current?.contains(focused)) return
    // A moved element loses the focus, and so does a button that is disabled at either end.
    requestAnimationFrame(() => {
      const other = '[data-move]:not(:disabled)'
      const next = focused?.matches(':disabled') ? row.current?.querySelector(other) : focused
      ;(next as HTMLElement | null | undefined)?.focus()
    })
  }
  const onKeyDown = (e: KeyboardEvent) => {
    const step = e.key === 'ArrowUp' ? -1 : 1
    if (!e.altKey || (e.key !== 'ArrowUp' && e.key !== 'ArrowDown')) return
    // Alt with an arrow opens the list of such a field.
    if ((e.target as HTMLElement).getAttribute('role') === 'combobox') return
    e.preventDefault()
    move(index + step)
  }
  const remove = () => {
    const list = row.current?.closest('fieldset')
    actions.remove(t('form.removed', { what: heading(index) }), id)
    // The focus was on a button that is gone.
    requestAnimationFrame(() => {
      const rows = list?.querySelectorAll<HTMLElement>('[data-row]')
      const near = rows?.[Math.min(index, rows.length - 1)]
      ;(near ?? list)?.querySelector<HTMLElement>('input, button')?.focus()
    })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      ref={row}
      className={classes.row}
      data-row={index}
      data-over={props.over}
      data-dragged={props.dragged || undefined}
      aria-label={title(index)}
      data-title={heading(index)}
      onKeyDown={onKeyDown}
    >
      <span
        className={classes.grip}
        aria-hidden
        title={t('form.gripHint')}
        onPointerDown={(e) => props.onGrip(id)(e)}
      >
        <IconGripVertical size={16} />
      </span>
      {(field.fields ?? []).map((f) => (
        <div key={f.name} className={classes.cell} data-end={endsCell(f) || undefined}>
          <Field field={f} name={`${path}.${f.name}`} />
        </div>
      ))}
      {field.charge ? (
        <div className={classes.cell} data-amount>
          <LineAmount field={field} name={path} />
        </div>
      ) : null}
      <Tools
        index={index}
        isLast={isLast}
        title={title(index)}
        onMove={move}
        onCopy={() => actions.copy(t('form.added', { what: heading(actions.count()) }), id)}
        onRemove={remove}
      />
    </li>
  )
})
