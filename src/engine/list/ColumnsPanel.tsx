import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { label, useTranslation } from '#ui/i18n.ts'
import type { Density } from '../person.ts'
import type { ListColumn } from './columns.ts'
import { under } from './layouts/under.ts'
import { useDrag } from './layouts/useDrag.ts'
import { RelatedChoice } from './RelatedChoice.tsx'
import { PinColumn } from './PinColumn.tsx'
import { pinnedCount } from './pins.ts'
import { isNarrow } from './preference.ts'
import { tableColumns } from './relatedColumns.ts'
import { SortLevels } from './SortLevels.tsx'
import { useColumnModel } from './useColumnModel.ts'
import type { ListSetup } from './useList.ts'
import css from './panel.module.css'

interface ShowProps {
  readonly column: ListColumn
  readonly shown: boolean
  /** Undefined where the column cannot be hidden. */
  readonly onChange: (() => void) | undefined
}

const ShowColumn = ({ column, shown, onChange }: ShowProps) => {
  const { t } = useTranslation()
  const name = label(column.field.label)
  return (
    <label className={css.choice}>
      <input
        type="checkbox"
        checked={shown}
        disabled={!onChange}
        aria-label={t('list.showColumn', { label: name })}
        onChange={onChange ?? (() => undefined)}
      />
      <span className={css.choiceText}>{name}</span>
    </label>
  )
}

interface MoveProps {
  readonly up?: boolean
  /** Name of the column. */
  readonly name: string
  readonly disabled: boolean
  readonly onClick: () => void
}

const MoveColumn = ({ up = false, name, disabled, onClick }: MoveProps) => {
  const { t } = useTranslation()
  const Icon = up ? IconArrowUp : IconArrowDown
  return (
    <button
      type="button"
      className={css.icon}
      disabled={disabled}
      aria-label={t(up ? 'list.moveUp' : 'list.moveDown', { label: name })}
      onClick={onClick}
    >
      <Icon size={14} aria-hidden />
    </button>
  )
}

interface DensityProps {
  readonly chosen: Density
  readonly onChoose: (density: Density) => void
}

const DENSITIES = [
  ['comfortable', 'list.comfortable'],
  ['compact', 'list.compact'],
] as const

const DensityChoice = ({ chosen, onChoose }: DensityProps) => {
  const { t } = useTranslation()
  return (
    <fieldset className={css.set}>
      <legend>{t('list.density')}</legend>
      <div className={css.segments}>
        {DENSITIES.map(([d, text]) => (
          <label key={d} className={css.segment}>
            <input
              type="radio"
              name="density"
              checked={chosen === d}
              onChange={() => onChoose(d)}
            />
            <span>{t(text)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const SumsChoice = ({ list }: { readonly list: ListSetup }) => {
  const { t } = useTranslation()
  return (
    <label className={css.choice}>
      <input
        type="checkbox"
        checked={list.preference.sums === true}
        onChange={(e) => list.setPreference({ sums: e.currentTarget.checked || undefined })}
      />
      <span className={css.choiceText}>{t('list.showSums')}</span>
    </label>
  )
}

const HiddenColumns = ({
  columns,
  onShow,
}: {
  readonly columns: readonly ListColumn[]
  readonly onShow: (name: string) => void
}) => {
  const { t } = useTranslation()
  if (!columns.length) return null
  return (
    <fieldset className={css.set}>
      <legend>{t('list.hiddenColumns')}</legend>
      <ul className={css.rows}>
        {columns.map((c) => (
          <li key={c.name} className={css.row}>
            <ShowColumn column={c} shown={false} onChange={() => onShow(c.name)} />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

const ResetColumns = ({
  list: { resource, preference, setPreference },
}: {
  readonly list: ListSetup
}) => {
  const { t } = useTranslation()
  const { columns, widths, pinned } = preference
  const isUsual = !columns || columns.join() === resource.list.columns.join()
  if (isUsual && !widths && !pinned) return null
  return (
    <button
      type="button"
      className={css.plain}
      onClick={() => setPreference({ columns: undefined, widths: undefined, pinned: undefined })}
    >
      {t('list.resetColumns')}
    </button>
  )
}

/** Moves a column to a place by dragging its grip; its buttons do the same by keys. */
const useColumnDrag = (shown: readonly string[], move: (from: number, to: number) => void) => {
  const { drag, start } = useDrag<number, number>({
    placeAt: (_, at) => {
      const place = under(at, '[data-column-at]')?.dataset.columnAt
      return place === undefined ? undefined : Number(place)
    },
    drop: (from, to) => {
      if (from !== to) move(from, to)
    },
  })
  /** The side of a column on which the dragged one would be dropped. */
  const sideOf = (at: number): 'before' | 'after' | undefined => {
    if (!drag || drag.place !== at || drag.thing === at) return undefined
    return drag.thing > at ? 'before' : 'after'
  }
  return { start, sideOf, dragged: drag && shown[drag.thing] }
}

/**
 * Chooses the columns of a list, their order, the levels of its sort and the row height. Stored per
 * person on the server, or in the open view.
 */
export const ColumnsPanel = ({ list }: { readonly list: ListSetup }) => {
  const { t } = useTranslation()
  const { preference, setPreference } = list
  const columns = tableColumns(list)
  const possible = [...list.possible, ...columns.filter((c) => c.of)]
  const shown = columns.map((c) => c.name)
  const hidden = possible.filter((c) => !shown.includes(c.name))
  const table = useColumnModel(possible, shown, (names) => {
    const pinned = preference.pinned?.filter((name) => names.includes(name))
    setPreference({ columns: names, pinned: pinned?.length ? pinned : undefined })
  })
  const move = (from: number, to: number) => {
    const next = [...shown]
    const [name] = next.splice(from, 1)
    if (name !== undefined) next.splice(to, 0, name)
    table.setColumnOrder(next)
  }
  // No other column comes among the pinned ones.
  const border = pinnedCount(columns, preference)
  const { start, sideOf, dragged } = useColumnDrag(shown, move)
  return (
    <div className={css.stack}>
      <DensityChoice
        chosen={preference.density ?? 'comfortable'}
        onChoose={(density) => setPreference({ density })}
      />
      <SumsChoice list={list} />
      {list.ownRows ? null : <SortLevels list={list} />}
      <fieldset className={css.set}>
        <legend>{t('list.shownColumns')}</legend>
        <ul className={css.rows}>
          {columns.map((c, i) => {
            const name = label(c.field.label)
            const column = table.getColumn(c.name)
            return (
              <li
                key={c.name}
                className={css.row}
                data-column-at={i}
                data-over={sideOf(i)}
                data-dragged={dragged === c.name || undefined}
              >
                <span className={css.grip} aria-hidden onPointerDown={start(i)}>
                  <IconGripVertical size={16} />
                </span>
                <ShowColumn
                  column={c}
                  shown
                  onChange={column?.getCanHide() ? () => column.toggleVisibility(false) : undefined}
                />
                {isNarrow() ? null : <PinColumn column={c} list={list} />}
                <MoveColumn
                  up
                  name={name}
                  disabled={i === 0 || i === border}
                  onClick={() => move(i, i - 1)}
                />
                <MoveColumn
                  name={name}
                  disabled={i === columns.length - 1 || i === border - 1}
                  onClick={() => move(i, i + 1)}
                />
              </li>
            )
          })}
        </ul>
      </fieldset>
      <HiddenColumns
        columns={hidden}
        onShow={(name) => table.getColumn(name)?.toggleVisibility(true)}
      />
      <RelatedChoice
        list={list}
        shown={shown}
        onChoose={(name) => setPreference({ columns: [...shown, name] })}
      />
      <ResetColumns list={list} />
    </div>
  )
}
