import type { PointerEvent, PointerEventHandler } from 'react'
import { useTranslation } from '#ui/i18n.ts'
import { initials } from '#ui/initials.ts'
import { Menu, type MenuEntry } from '#ui/Menu.tsx'
import { useFormat } from '#ui/useFormat.ts'
import type { Bar, CalendarRow, Grip, Place } from './calendarParts.ts'
import { daysFrom } from './days.ts'
import { lanesOf } from './stays.ts'
import type { usePointed } from './usePointed.ts'
import type { useDrag } from './useDrag.ts'
import css from './calendar.module.css'

const LANE_PX = 28

interface BarsProps {
  readonly days: readonly string[]
  readonly today: string
  readonly row: CalendarRow
  readonly drag: ReturnType<typeof useDrag<Grip, Place>>['drag']
  readonly start: (grip: Grip) => PointerEventHandler
  readonly entriesOf: (bar: Bar) => readonly MenuEntry[]
  readonly pointing: Pick<ReturnType<typeof usePointed>, 'point' | 'leave'>
}

const shareOf = (days: number, of: readonly string[]): string => `${(100 * days) / of.length}%`

/** The stays of a kind as bars over the days, one below the other where they overlap. */
export const Bars = ({ days, today, row, drag, start, entriesOf, pointing }: BarsProps) => {
  const { t } = useTranslation()
  const { lane, count: lanes } = lanesOf(row.bars)
  return (
    <tr data-kind={row.key} data-over={drag?.place && drag.place.kind === row.key ? '' : undefined}>
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
                {...{ days, bar, drag, start, entriesOf, pointing }}
                kind={row.key}
                lane={lane.get(bar.id) ?? 0}
              />
            ))}
          </ul>
        </div>
      </td>
    </tr>
  )
}

/** The text of a bar, and its initials for one that is too short for it. */
const Name = ({ text }: { readonly text: string }) => (
  <>
    <span className={css.text}>{text}</span>
    <span className={css.initials} data-initials={initials(text)} />
  </>
)

const StayBar = ({
  days,
  bar,
  kind,
  lane,
  drag,
  start,
  entriesOf,
  pointing: { point, leave },
}: Pick<BarsProps, 'days' | 'drag' | 'start' | 'entriesOf' | 'pointing'> & {
  readonly bar: Bar
  readonly kind: string
  readonly lane: number
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const first = days[0]!
  const dragged = drag?.thing.bar.id === bar.id ? drag : undefined
  const moving = dragged && !dragged.thing.end
  // An end that is dragged shows the nights it would have; a whole bar follows the pointer.
  const nights = dragged?.thing.end ? dragged.place : undefined
  const { from, until } = nights ?? bar
  const begin = Math.max(0, daysFrom(first, from) + 0.5)
  const end = Math.min(days.length, daysFrom(first, until) + 0.5)
  const shift = moving ? { transform: `translate(${dragged.by.x}px, ${dragged.by.y}px)` } : {}
  // A finger scrolls; it moves the stay by the menu.
  const grab = (grip: Grip) => (e: PointerEvent) => {
    if (e.pointerType === 'touch') return
    e.stopPropagation()
    start(grip)(e)
  }
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
            onPointerEnter={(e) => e.pointerType !== 'touch' && point(bar, e.currentTarget)}
            onPointerLeave={leave}
            onFocus={(e) =>
              e.currentTarget.matches(':focus-visible') && point(bar, e.currentTarget)
            }
            onBlur={leave}
            onPointerDown={bar.movable ? grab({ bar, kind }) : undefined}
          >
            <Name text={nights ? `${format.day(from)} – ${format.day(until)}` : bar.text} />
            {bar.ends
              .filter((side) => days.includes(bar[side]))
              .map((side) => (
                <span
                  key={side}
                  className={css.end}
                  data-end={side}
                  onPointerDown={grab({ bar, kind, end: side })}
                />
              ))}
          </button>
        )}
      </Menu>
    </li>
  )
}
