import { useEffect, useMemo, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { aggregateQuery } from '#data/queries.ts'
import { openTransitions, titleOf } from '#engine/recordActions.ts'
import { usePreference } from '#engine/preference.ts'
import { useCardDrag } from '#engine/list/layouts/useCardDrag.tsx'
import { walkBoard } from '#engine/list/layouts/walkBoard.ts'
import type { Transition } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { useNow } from '#ui/time.ts'
import { orders, type Seen } from '../shared/resources.ts'
import { boardFilter, minuteOf, totalsByState, type BoardSearch } from './board.ts'
import { Column } from './Column.tsx'
import { useMoves } from './useMoves.tsx'
import css from '#engine/list/layouts/board.module.css'

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

/** Drags orders to another state by its transition. */
const useOrderDrag = ({ rights, take }: Pick<ReturnType<typeof useMoves>, 'rights' | 'take'>) => {
  const resource = orders()
  const transitionTo = (row: Seen<'orders'>, state: string | null): Transition | undefined =>
    openTransitions(resource, row, rights).find((w) => w.name === state)
  const drag = useCardDrag(
    resource.states,
    {
      mayMove: (row, to) => row.state !== to && transitionTo(row, to) !== undefined,
      take: (row, included, { value }) => {
        const transition = transitionTo(row, value)
        return transition && take(row, transition, included)
      },
    },
    (row) => titleOf(resource, row),
  )
  return { ...drag, transitionTo }
}

/**
 * Orders in a column per state. Dropping a card runs the transition between the two states,
 * including its dialogs.
 */
export const Board = ({ search }: { readonly search: BoardSearch }) => {
  const { t } = useTranslation()
  const resource = orders()
  const now = useNow()
  const { rights, moving, take, onOpen, entriesOf } = useMoves()
  const { folded, toggle } = useFolded()
  const { board: focusable, focused, setFocused } = useFocusedCard()
  // Without this condition the query does not depend on the time.
  const at = search.late ? minuteOf(now) : ''
  const totals = useTotals(search, at, rights.readField('total'))
  const { board, dragged, over, ghost, onGrab, transitionTo } = useOrderDrag({ rights, take })
  const movable = resource.transitions.some((w) => rights.transition(w.name))
  return (
    <>
      <p id="board-keys" className="visually-hidden">
        {t('orders.keys')}
      </p>
      <div
        ref={(element) => {
          board.current = element
          focusable.current = element
        }}
        className={css.board}
        role="group"
        aria-label={t('orders.board')}
        aria-describedby="board-keys"
        onKeyDown={(e) => walkBoard(e)}
        onFocus={(e) => {
          const id = (e.target as HTMLElement).closest<HTMLElement>('[data-card]')?.dataset.card
          if (id) setFocused(id)
        }}
      >
        {resource.states.map((state) => {
          const elsewhere = dragged && dragged.state !== state.value ? dragged : undefined
          const transition = elsewhere && transitionTo(elsewhere, state.value)
          return (
            <Column
              key={state.value}
              {...{ search, at, now, moving, onOpen, entriesOf }}
              column={state}
              total={totals ? (totals.get(state.value) ?? { count: 0, sums: [] }) : undefined}
              current={focused}
              folded={folded.includes(state.value)}
              onFold={() => toggle(state.value)}
              takes={elsewhere && transition !== undefined}
              hint={transition && label(transition.label)}
              over={over === state.value}
              onGrab={movable ? onGrab : undefined}
            />
          )
        })}
      </div>
      {ghost}
    </>
  )
}
