import { IconButton } from '#ui/Button.tsx'
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react'
import { Suspense, useRef, type KeyboardEvent, type PointerEventHandler } from 'react'
import type { FieldModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { lazy } from '#ui/lazyPart.tsx'
import { pending } from '#ui/pending.tsx'
import { Field } from '../../../form/Field.tsx'
import { endsCell } from './columns.ts'
import classes from './rows.module.css'

const LineAmount = lazy(async () => ({ default: (await import('../RowSums.tsx')).LineAmount }))

interface RowProps {
  readonly field: FieldModel
  /** Dotted path of the list in the form. */
  readonly name: string
  readonly index: number
  readonly count: number
  /** `line 2`. */
  readonly title: string
  /** The same at the start of a sentence. */
  readonly heading: string
  /** Position of the row that would be dropped here. */
  readonly over: number | undefined
  readonly dragged: boolean
  readonly onGrip: PointerEventHandler
  readonly onMove: (to: number) => void
  readonly onCopy: () => void
  readonly onRemove: () => void
}

/** Focuses the same field of the row at another position, once it is rendered there. */
const follow = (name: string, from: number, to: number) => {
  const { id } = document.activeElement ?? {}
  const prefix = `field-${name}.${from}.`
  if (!id?.startsWith(prefix)) return
  requestAnimationFrame(() =>
    document.getElementById(`field-${name}.${to}.${id.slice(prefix.length)}`)?.focus(),
  )
}

const sideOf = (from: number, to: number) => (from < to ? 'after' : 'before')

type ToolsProps = Pick<RowProps, 'index' | 'count' | 'title' | 'onMove' | 'onCopy' | 'onRemove'>

/** The buttons of a row. */
const Tools = ({ index, count, title, onMove, onCopy, onRemove }: ToolsProps) => {
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
        disabled={index === count - 1}
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

/** One child row: its grip, its fields, its amount, and the buttons that move, copy, remove it. */
export const Row = (props: RowProps) => {
  const { field, name, index, count, title, over } = props
  const { t } = useTranslation()
  const row = useRef<HTMLLIElement>(null)
  const move = (to: number) => {
    if (to < 0 || to >= count) return
    follow(name, index, to)
    const pressed = row.current?.querySelector('[data-move]:focus')
    props.onMove(to)
    // At either end the pressed button is disabled and would lose the focus.
    if (pressed && (to === 0 || to === count - 1)) {
      requestAnimationFrame(() =>
        row.current?.querySelector<HTMLElement>('[data-move]:not(:disabled)')?.focus(),
      )
    }
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
    props.onRemove()
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
      data-over={over === undefined ? undefined : sideOf(over, index)}
      data-dragged={props.dragged || undefined}
      aria-label={title}
      data-title={props.heading}
      onKeyDown={onKeyDown}
    >
      <span
        className={classes.grip}
        aria-hidden
        title={t('form.gripHint')}
        onPointerDown={props.onGrip}
      >
        <IconGripVertical size={16} />
      </span>
      {(field.fields ?? []).map((f) => (
        <div key={f.name} className={classes.cell} data-end={endsCell(f) || undefined}>
          <Field field={f} name={`${name}.${index}.${f.name}`} />
        </div>
      ))}
      {field.charge ? (
        <div className={classes.cell}>
          <Suspense fallback={pending}>
            <LineAmount field={field} name={name} index={index} />
          </Suspense>
        </div>
      ) : null}
      <Tools {...props} onMove={move} onRemove={remove} />
    </li>
  )
}
