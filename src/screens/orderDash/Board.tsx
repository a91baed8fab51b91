import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { IconArrowRight, IconBolt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { aggregateQuery } from '#data/queries.ts'
import type { Included, RecordData } from '#data/types.ts'
import { hrefOf, useGoTo } from '#engine/links.tsx'
import { openActions, openTransitions, useRecordActions } from '#engine/recordActions.ts'
import type { Transition } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import type { MenuEntry } from '#ui/Menu.tsx'
import { usePreference } from '#engine/preference.ts'
import { orders } from '../shared/resources.ts'
import { useNow } from '#ui/time.ts'
import { boardFilter, minuteOf, totalsByState, type BoardSearch } from './board.ts'
import { openIcon } from './Card.tsx'
import { Column, type Move } from './Column.tsx'
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

const cardsIn = (column: Element): HTMLElement[] => [
  ...column.querySelectorAll<HTMLElement>('[data-card-link]'),
]

/** Arrow keys move between cards, `m` opens the card's menu. */
const walk = (e: KeyboardEvent<HTMLElement>): void => {
  const card = (e.target as HTMLElement).closest('[data-card]')
  if (
    !card ||
    e.ctrlKey ||
    e.metaKey ||
    e.altKey ||
    (e.target as HTMLElement).closest('[role=menu]')
  ) {
    return
  }
  if (e.key === 'm') {
    e.preventDefault()
    card.querySelector<HTMLElement>('[data-card-menu]')?.click()
    return
  }
  const columns = [...e.currentTarget.querySelectorAll('[data-column]')].filter(
    (c) => cardsIn(c).length,
  )
  const here = columns.findIndex((c) => c.contains(card))
  const at = cardsIn(columns[here]!).findIndex((l) => card.contains(l))
  const side = document.documentElement.dir === 'rtl' ? -1 : 1
  const columnStep = () => {
    if (e.key === 'ArrowRight') return side
    if (e.key === 'ArrowLeft') return -side
    return 0
  }
  const across = columnStep()
  const cardStep = () => {
    if (e.key === 'ArrowDown') return 1
    if (e.key === 'ArrowUp') return -1
    return 0
  }
  const down = cardStep()
  // On the menu's own button, arrow keys open the menu.
  if ((!across && !down) || (down && (e.target as HTMLElement).hasAttribute('data-card-menu'))) {
    return
  }
  const column = columns[here + across]
  const cards = column ? cardsIn(column) : []
  const next = cards[Math.min(Math.max(at + down, 0), cards.length - 1)]
  if (!next) return
  e.preventDefault()
  next.focus()
  next.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
}

/**
 * Orders in a column per state. Dropping a card runs the transition between the two states,
 * including its dialogs.
 */
export const Board = ({ search }: { readonly search: BoardSearch }) => {
  const { t } = useTranslation()
  const resource = orders()
  const goTo = useGoTo()
  const now = useNow()
  const actions = useRecordActions(resource)
  const { rights } = actions
  const [{ folded }, setKept] = usePreference('order-dash', readKept)
  const [dragged, setDragged] = useState<{
    readonly row: RecordData
    readonly included: Included
  }>()
  const [moves, setMoves] = useState<readonly Move[]>([])
  const [focused, setFocused] = useState<string>()
  const board = useRef<HTMLDivElement>(null)
  // Tab reaches one card; if that one is gone, the first.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- columns fill at their own time; it settles after one pass
  useEffect(() => {
    const shown = [...(board.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
    if (shown.length && !shown.some((c) => c.dataset.card === focused)) {
      setFocused(shown[0]?.dataset.card)
    }
  })
  // Without this condition the query does not depend on the time.
  const at = search.late ? minuteOf(now) : ''
  const filter = boardFilter(search, at)
  const measure = ['count', ...(rights.readField('total') ? ['sum:total'] : [])]
  const { data } = useQuery({
    ...aggregateQuery(resource, {
      group: ['state'],
      measure,
      ...(filter ? { filter } : {}),
      ...(search.search ? { search: search.search } : {}),
    }),
    placeholderData: (old) => old,
  })
  const totals = useMemo(() => data && totalsByState(data), [data])

  const take = useCallback(
    async (row: RecordData, transition: Transition, included: Included) => {
      setMoves((was) => [...was, { row, to: transition.name, included }])
      try {
        await actions.transition(row, transition)
      } finally {
        setMoves((was) => was.filter((m) => m.row.id !== row.id))
      }
    },
    [actions],
  )
  const onDrag = useCallback(
    (row: RecordData | undefined, included: Included) => setDragged(row && { row, included }),
    [],
  )
  const onOpen = useCallback(
    (row: RecordData) => void goTo(orders(), { page: 'detail', id: row.id }),
    [goTo],
  )
  const entriesOf = useCallback(
    (row: RecordData, included: Included): readonly MenuEntry[] => {
      const transitions = openTransitions(resource, row, rights)
      const offered = openActions(resource, row, rights)
      return [
        {
          key: 'open',
          label: t('orders.open'),
          icon: openIcon,
          href: hrefOf(resource, { page: 'detail', id: row.id }),
          onSelect: () => onOpen(row),
        },
        ...(transitions.length || offered.length ? ['-' as const] : []),
        ...transitions.map((transition) => ({
          key: transition.name,
          label: label(transition.label),
          icon: <IconArrowRight size={16} aria-hidden />,
          onSelect: () => void take(row, transition, included),
        })),
        ...offered.map((action) => ({
          key: `act ${action.name}`,
          label: label(action.label),
          icon: <IconBolt size={16} aria-hidden />,
          onSelect: () => void actions.act(row, action),
        })),
      ]
    },
    [resource, rights, actions, take, onOpen, t],
  )

  const transitionTo = (state: string): Transition | null | undefined => {
    if (!dragged) return undefined
    return dragged.row.state === state
      ? undefined
      : (openTransitions(resource, dragged.row, rights).find((w) => w.name === state) ?? null)
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
        onKeyDown={walk}
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
              state={state}
              search={search}
              at={at}
              total={totals ? (totals.get(state.value) ?? { count: 0, sums: [] }) : undefined}
              now={now}
              current={focused}
              movable={movable}
              transition={transition}
              moves={moves}
              folded={folded.includes(state.value)}
              onFold={() =>
                setKept(({ folded: old }) => ({
                  folded: old.includes(state.value)
                    ? old.filter((s) => s !== state.value)
                    : [...old, state.value],
                }))
              }
              onDrag={onDrag}
              onDrop={() => {
                if (dragged && transition) void take(dragged.row, transition, dragged.included)
                setDragged(undefined)
              }}
              onOpen={onOpen}
              entriesOf={entriesOf}
            />
          )
        })}
      </div>
    </>
  )
}
