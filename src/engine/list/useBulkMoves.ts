import { useQuery } from '@tanstack/react-query'
import { aggregateQuery } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import type { ActionModel, Transition } from '#model/types.ts'
import { openActions, openTransitions } from '../recordActions.ts'
import { rowsOf } from './bulkSelection.ts'
import type { List } from './useList.ts'

/**
 * A transition or action for some of the selected rows. Transitions to one state with different
 * labels are different moves.
 */
export type BulkMove = (
  | { readonly kind: 'transition'; readonly of: Transition }
  | { readonly kind: 'action'; readonly of: ActionModel }
) & {
  readonly key: string
  /** The rows that allow it; of all matching rows none is named. */
  readonly ids: readonly string[]
  /** States whose rows allow it; undefined = any. */
  readonly from: readonly string[] | undefined
  /** Number of rows; undefined while it is not known. */
  readonly count: number | undefined
}

type Counts = ReadonlyMap<string, number>
type Kind =
  | { readonly kind: 'transition'; readonly of: Transition }
  | { readonly kind: 'action'; readonly of: ActionModel }

const keyOf = (move: Kind): string =>
  move.kind === 'transition' ? `to ${move.of.name} ${move.of.label}` : `act ${move.of.name}`

/** One of several transitions asks for a reason if any of them does. */
const asking = (known: BulkMove, move: Kind): Kind =>
  known.kind === 'transition' && move.kind === 'transition' && move.of.reason ? move : known

/** The moves of named rows. */
const movesOfRows = (
  { resource, rights }: Pick<List, 'resource' | 'rights'>,
  rows: readonly RecordData[],
): BulkMove[] => {
  const moves = new Map<string, BulkMove>()
  const add = (move: Kind, id: string): void => {
    const key = keyOf(move)
    const known = moves.get(key)
    const ids = [...(known?.ids ?? []), id]
    const kind = known ? asking(known, move) : move
    moves.set(key, { ...kind, key, ids, from: undefined, count: ids.length })
  }
  for (const row of rows) {
    for (const of of openTransitions(resource, row, rights)) add({ kind: 'transition', of }, row.id)
    for (const of of openActions(resource, row, rights)) add({ kind: 'action', of }, row.id)
  }
  return [...moves.values()]
}

/** The moves of all matching rows, by the number of rows in each state. */
export const movesOfStates = (
  { resource, rights }: Pick<List, 'resource' | 'rights'>,
  counts: Counts | undefined,
): BulkMove[] => {
  const moves = new Map<string, BulkMove>()
  const sum = (states: readonly string[]): number | undefined =>
    counts && states.reduce((n, state) => n + (counts.get(state) ?? 0), 0)
  for (const of of resource.transitions) {
    if (!rights.transition(of.name) || of.only === 'rules' || (of.only && rights.tenant)) continue
    const move = { kind: 'transition', of } as const
    const key = keyOf(move)
    const known = moves.get(key)
    const from = [...(known?.from ?? []), of.from]
    const kind = known ? asking(known, move) : move
    moves.set(key, { ...kind, key, ids: [], from, count: sum(from) })
  }
  for (const of of resource.actions) {
    if (of.hidden || !rights.action(of.name)) continue
    const from = of.from.length ? of.from : undefined
    const key = keyOf({ kind: 'action', of })
    // An amount also decides about those with `while`, which only the server knows of every row.
    const count = of.while === undefined && from ? sum(from) : undefined
    moves.set(key, { kind: 'action', of, key, ids: [], from, count })
  }
  return [...moves.values()].filter((move) => move.count !== 0)
}

/**
 * Transitions and actions for the selected rows with the number of rows that allow them. `known`
 * are the selected records seen so far; those of all matching rows are counted by the server.
 */
export const useBulkMoves = (
  list: List,
  known: ReadonlyMap<string, RecordData>,
): readonly BulkMove[] => {
  const { resource, trashed, matching, selection } = list
  const counted = resource.states.length > 0 && list.allowed(resource, 'state')
  const { filter, search } = matching ? rowsOf(matching) : {}
  const { data } = useQuery({
    ...aggregateQuery(resource, {
      group: ['state'],
      measure: ['count'],
      ...(filter ? { filter } : {}),
      ...(search ? { search } : {}),
    }),
    enabled: matching !== undefined && counted && !trashed,
  })
  if (trashed) return []
  if (!matching) {
    return movesOfRows(
      list,
      Object.keys(selection).flatMap((id) => known.get(id) ?? []),
    )
  }
  const counts =
    data && new Map(data.data.map((row) => [String(row.group.state), Number(row.values.count)]))
  const moves = movesOfStates(list, counts)
  return counted ? moves : moves.map((move) => ({ ...move, from: undefined }))
}
