import type { PointerEventHandler } from 'react'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import type { RecordData } from '#data/types.ts'
import { Badge } from '#ui/Badge.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import { titleOf } from '../../recordActions.ts'
import type { LayoutProps } from './LayoutView.tsx'
import { RecordTitle } from './RecordTitle.tsx'
import { RowMenu } from './RowMenu.tsx'
import css from './layouts.module.css'

/** Moves a row one position up or down. */
const StepButton = ({
  row,
  title,
  direction,
  disabled,
  onStep,
}: {
  readonly row: RecordData
  readonly title: string
  readonly direction: 'up' | 'down'
  readonly disabled: boolean
  readonly onStep: () => void
}) => {
  const { t } = useTranslation()
  const Icon = direction === 'up' ? IconArrowUp : IconArrowDown
  return (
    <button
      type="button"
      className={css.dots}
      data-move={`${row.id} ${direction}`}
      aria-disabled={disabled}
      aria-label={t(direction === 'up' ? 'layouts.up' : 'layouts.down', { title })}
      onClick={() => {
        if (!disabled) onStep()
      }}
    >
      <Icon size={16} aria-hidden />
    </button>
  )
}

/** One row of a manual order: its grip, position, title, state, buttons and menu. */
export const OrderRow = ({
  list,
  menuOf,
  row,
  index,
  count,
  movable,
  over,
  moving,
  onGrip,
  onStep,
}: Pick<LayoutProps, 'list' | 'menuOf'> & {
  readonly row: RecordData
  /** Position in its branch, from zero, and the number of rows there. */
  readonly index: number
  readonly count: number
  readonly movable: boolean
  /** The side on which the dragged row would be dropped. */
  readonly over: 'before' | 'after' | undefined
  readonly moving: boolean
  readonly onGrip: PointerEventHandler
  readonly onStep: (direction: 'up' | 'down') => void
}) => {
  const { resource } = list
  const title = titleOf(resource, row)
  const state = resource.states.find((s) => s.value === row.state)
  const step = { row, title }
  return (
    <li
      className={css.orderRow}
      data-id={row.id}
      data-drop={row.id}
      data-over={over}
      data-moving={moving || undefined}
    >
      {movable ? (
        <span className={css.grip} aria-hidden onPointerDown={onGrip}>
          <IconGripVertical size={16} />
        </span>
      ) : null}
      <span className={css.place} aria-hidden>
        {index + 1}
      </span>
      <span className={css.orderTitle}>
        <RecordTitle {...{ list, row }} className={css.titleLink} data-row-link="" />
      </span>
      {state ? <Badge tone={state.tone}>{label(state.label)}</Badge> : null}
      {movable ? (
        <>
          <StepButton {...step} direction="up" disabled={!index} onStep={() => onStep('up')} />
          <StepButton
            {...step}
            direction="down"
            disabled={index + 1 >= count}
            onStep={() => onStep('down')}
          />
        </>
      ) : null}
      <RowMenu title={title} className={css.dots} entries={() => menuOf(row)} />
    </li>
  )
}
