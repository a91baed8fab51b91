import type { PointerEventHandler } from 'react'
import { useTranslation } from '#ui/i18n.ts'
import { Menu, type MenuEntry } from '#ui/Menu.tsx'
import type { Bar, CalendarRow, Place } from './calendarParts.ts'
import { daysFrom } from './days.ts'
import { lanesOf } from './stays.ts'
import type { useDrag } from './useDrag.ts'
import css from './calendar.module.css'

const LANE_PX = 28

interface BarsProps {
  readonly days: readonly string[]
  readonly today: string
  readonly row: CalendarRow
  readonly drag: ReturnType<typeof useDrag<Bar, Place>>['drag']
  readonly start: (bar: Bar) => PointerEventHandler
  readonly entriesOf: (bar: Bar) => readonly MenuEntry[]
}

const shareOf = (days: number, of: readonly string[]): string => `${(100 * days) / of.length}%`

/** The stays of a kind as bars over the days, one below the other where they overlap. */
export const Bars = ({ days, today, row, drag, start, entriesOf }: BarsProps) => {
  const { t } = useTranslation()
  const { lane, count: lanes } = lanesOf(row.bars)
  return (
    <tr
      data-kind={row.key}
      data-over={drag?.place && drag.place.kind === row.key && drag.thing.row ? '' : undefined}
    >
      <td colSpan={days.length} className={css.lanes}>
        <div className={css.stays} style={{ blockSize: Math.max(1, lanes) * LANE_PX + 8 }}>
          {days.includes(today) ? (
            <span
              className={css.now}
              style={{
                insetInlineStart: shareOf(daysFrom(days[0]!, today), days),
                inlineSize: shareOf(1, days),
              }}
              aria-hidden
            />
          ) : null}
          <ul
            className={css.bars}
            aria-label={t('layouts.stays', {
              label: row.label || row.key,
              count: row.bars.length,
            })}
          >
            {row.bars.map((bar) => (
              <StayBar
                key={bar.id}
                {...{ days, bar, drag, start, entriesOf }}
                lane={lane.get(bar.id) ?? 0}
              />
            ))}
          </ul>
        </div>
      </td>
    </tr>
  )
}

const StayBar = ({
  days,
  bar,
  lane,
  drag,
  start,
  entriesOf,
}: Pick<BarsProps, 'days' | 'drag' | 'start' | 'entriesOf'> & {
  readonly bar: Bar
  readonly lane: number
}) => {
  const { t } = useTranslation()
  const first = days[0]!
  const begin = Math.max(0, daysFrom(first, bar.from) + 0.5)
  const end = Math.min(days.length, daysFrom(first, bar.until) + 0.5)
  const moving = drag?.thing.id === bar.id
  const shift = moving ? { transform: `translate(${drag.by.x}px, ${drag.by.y}px)` } : {}
  return (
    <li
      className={css.place}
      style={{
        insetInlineStart: shareOf(begin, days),
        inlineSize: shareOf(Math.max(0.5, end - begin), days),
        insetBlockStart: 4 + lane * LANE_PX,
        ...shift,
      }}
      data-moving={moving || undefined}
    >
      <Menu label={t('list.actionsFor', { title: bar.title })} items={() => entriesOf(bar)}>
        {(trigger) => (
          <button
            type="button"
            {...trigger}
            className={css.stay}
            data-tone={bar.tone}
            data-solid={bar.solid || undefined}
            data-movable={bar.movable || undefined}
            data-pending={bar.pending || undefined}
            aria-label={bar.name}
            title={bar.name}
            onPointerDown={
              bar.movable
                ? (e) => {
                    // A finger scrolls; it moves the stay by the menu.
                    if (e.pointerType !== 'touch') start(bar)(e)
                  }
                : undefined
            }
          >
            <span>{bar.text}</span>
          </button>
        )}
      </Menu>
    </li>
  )
}
