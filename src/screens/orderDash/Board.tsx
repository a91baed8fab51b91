import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { aggregateQuery } from '#data/queries.ts'
import type { Included, RecordData } from '#data/types.ts'
import { openTransitions } from '#engine/recordActions.ts'
import { usePreference } from '#engine/preference.ts'
import type { Transition } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useNow } from '#ui/time.ts'
import { orders } from '../shared/resources.ts'
import { boardFilter, minuteOf, totalsByState, type BoardSearch } from './board.ts'
import { Column } from './Column.tsx'
import { useMoves } from './useMoves.tsx'
import { walkBoard } from '#engine/list/layouts/walkBoard.ts'
import css from './orderDash.module.css'

interface Kept {
  readonly folded: readonly string[]
}
const usual: Kept = { folded: ['cancelled'] }
/** Columns that a person collapsed. */
const readKept = (raw: unknown): Kept =>
  typeof raw === 'object' && raw !== null && 'folded' in raw && Array.isArray(raw.folded)
    ? { folded: raw.folded.filter((s): s is string => typeof s === 'string') }
    : usual

/** Tab reaches one card: the one focused last, or the first if that one is gone. */
const useFocusedCard = () => {
  const [focused, setFocused] = useState<string>()
  const board = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- columns fill at their own time; it settles after one pass
  useEffect(() => {
    const shown = [...(board.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
    if (shown.length && !shown.some((c) => c.dataset.card === focused)) {
      setFocused(shown[0]?.dataset.card)
    }
  })
  return { board, focused, setFocused }
}

/** Counts and sums by state; undefined while loading. `sums` says whether totals may be read. */
const useTotals = (search: BoardSearch, at: string, sums: boolean) => {
  const filter = boardFilter(search, at)
  const { data } = useQuery({
    ...aggregateQuery(orders(), {
      group: ['state'],
      measure: ['count', ...(sums ? ['sum:total'] : [])],
      ...(filter ? { filter } : {}),
      ...(search.search ? { search: search.search } : {}),
    }),
    placeholderData: (old) => old,
  })
  return useMemo(() => data && totalsByState(data), [data])
}

/** The columns that the person collapsed. */
const useFolded = () => {
  const [{ folded }, setKept] = usePreference('order-dash', readKept)
  const toggle = (state: string) =>
    setKept(({ folded: old }) => ({
      folded: old.includes(state) ? old.filter((s) => s !== state) : [...old, state],
    }))
  return { folded, toggle }
}

interface Dragged {
  readonly row: RecordData
  readonly included: Included
}

/**
 * Orders in a column per state. Dropping a card runs the transition between the two states,
 * including its dialogs.
 */
export const Board = ({ search }: { readonly search: BoardSearch }) => {
  const { t } = useTranslation()
  const resource = orders()
  const now = useNow()
  const { rights, moves, take, onOpen, entriesOf } = useMoves()
  const { folded, toggle } = useFolded()
  const [dragged, setDragged] = useState<Dragged>()
  const { board, focused, setFocused } = useFocusedCard()
  // Without this condition the query does not depend on the time.
  const at = search.late ? minuteOf(now) : ''
  const totals = useTotals(search, at, rights.readField('total'))
  const onDrag = useCallback(
    (row: RecordData | undefined, included: Included) => setDragged(row && { row, included }),
    [],
  )

  const transitionTo = (state: string): Transition | null | undefined => {
    if (!dragged || dragged.row.state === state) return undefined
    return openTransitions(resource, dragged.row, rights).find((w) => w.name === state) ?? null
  }
  const movable = resource.transitions.some((w) => rights.transition(w.name))
  return (
    <>
      <p id="board-keys" className="visually-hidden">
        {t('orders.keys')}
      </p>
      <div
        ref={board}
        className={css.board}
        role="group"
        aria-label={t('orders.board')}
        aria-describedby="board-keys"
        onKeyDown={walkBoard}
        onFocus={(e) => {
          const id = (e.target as HTMLElement).closest<HTMLElement>('[data-card]')?.dataset.card
          if (id) setFocused(id)
        }}
      >
        {resource.states.map((state) => {
          const transition = transitionTo(state.value)
          return (
            <Column
              key={state.value}
              {...{ state, search, at, now, movable, transition, moves, onDrag, onOpen, entriesOf }}
              total={totals ? (totals.get(state.value) ?? { count: 0, sums: [] }) : undefined}
              current={focused}
              folded={folded.includes(state.value)}
              onFold={() => toggle(state.value)}
              onDrop={() => {
                if (dragged && transition) void take(dragged.row, transition, dragged.included)
                setDragged(undefined)
              }}
            />
          )
        })}
      </div>
    </>
  )
}
