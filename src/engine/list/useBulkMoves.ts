import { useRef } from 'react'
import type { RecordData } from '#data/types.ts'
import type { ActionModel, Transition } from '#model/types.ts'
import { openActions, openTransitions } from '../recordActions.ts'
import type { List } from './useList.ts'

/** A transition or action with the selected rows that allow it; all matching rows have none. */
export type BulkMove =
  | { readonly transition: Transition; readonly ids: string[] }
  | { readonly action: ActionModel; readonly ids: string[] }

/**
 * Transitions and actions for the selected rows, including those of other pages seen before; for
 * all matching rows those the person may take at all, since the server decides per row.
 */
export const useBulkMoves = (list: List): readonly (readonly [string, BulkMove])[] => {
  const { resource, rights, trashed, matching, rows, selection } = list
  const seen = useRef(new Map<string, RecordData>())
  for (const row of rows) seen.current.set(row.id, row)
  const moves = new Map<string, BulkMove>()
  if (trashed) return []
  const add = (key: string, move: BulkMove, id?: string): void => {
    const known = moves.get(key) ?? move
    if (id !== undefined) known.ids.push(id)
    moves.set(key, known)
  }
  if (matching) {
    for (const transition of resource.transitions) {
      if (!rights.transition(transition.name) || transition.only === 'rules') continue
      if (transition.only && rights.tenant) continue
      add(`to ${transition.name}`, { transition, ids: [] })
    }
    for (const action of resource.actions) {
      if (!action.hidden && rights.action(action.name)) {
        add(`act ${action.name}`, { action, ids: [] })
      }
    }
    return [...moves]
  }
  for (const row of Object.keys(selection).flatMap((id) => seen.current.get(id) ?? [])) {
    for (const transition of openTransitions(resource, row, rights)) {
      add(`to ${transition.name} ${transition.label}`, { transition, ids: [] }, row.id)
    }
    for (const action of openActions(resource, row, rights)) {
      add(`act ${action.name}`, { action, ids: [] }, row.id)
    }
  }
  return [...moves]
}
