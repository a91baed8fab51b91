import { useCallback, useMemo, useState } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { mergeIncluded } from '#data/included.ts'
import { aggregateQuery, infiniteListQuery } from '#data/queries.ts'
import type { Included, RecordData } from '#data/types.ts'
import type { FieldModel } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { openTransitions, titleOf, useRecordActions } from '../../recordActions.ts'
import { isEditable } from '../editable.ts'
import type { List } from '../useList.ts'
import { columnFilter, type BoardValue } from './boardColumns.ts'
import { sumsOf } from './measures.ts'
import { mergedGroups } from './sums.ts'
import type { Moving } from './useCardDrag.tsx'
import { useMoves } from './useMoves.ts'

const PAGE = 25

/** How many records each column has, and the sum that the list is about: a head has no labels. */
export const useBoardTotals = (list: List, by: FieldModel) => {
  const { resource, query, allowed } = list
  const measures = sumsOf(resource)
    .filter((name) => allowed(resource, name))
    .slice(0, 1)
    .map((name) => `sum:${name}`)
  const response = useQuery({
    ...aggregateQuery(resource, {
      group: [by.name],
      measure: ['count', ...measures],
      ...(query.filter ? { filter: query.filter } : {}),
      ...(query.search ? { search: query.search } : {}),
    }),
    // Aggregates leave out the trash.
    enabled: !list.trashed,
    placeholderData: (old) => old,
  })
  const totals =
    response.data &&
    new Map(mergedGroups(response.data.data, by.name, measures).map((g) => [g.value, g]))
  return { ...response, totals }
}

/** The records of one column, page by page. */
export const useBoardRows = (list: List, by: FieldModel, value: string | null) => {
  const { page: _, cursor: __, limit: ___, ...query } = list.query
  const response = useInfiniteQuery({
    ...infiniteListQuery(list.resource, {
      ...query,
      fields: [...new Set([...(query.fields ?? []), by.name])],
      filter: columnFilter(query.filter, by, value),
      limit: PAGE,
    }),
    placeholderData: (old) => old,
  })
  const pages = response.data?.pages
  return {
    ...response,
    rows: useMemo(() => (pages ?? []).flatMap((page) => page.data), [pages]),
    included: useMemo(() => mergeIncluded(pages ?? []), [pages]),
  }
}

/**
 * Moves records between columns: to another state by its transition with its dialogs, otherwise by
 * writing the field.
 */
export const useBoardMoves = (list: List, by: FieldModel) => {
  const { t } = useTranslation()
  const { resource, rights, trashed } = list
  const actions = useRecordActions(resource, { onDone: list.ownAction })
  const { move, outcome } = useMoves(list)
  const [moving, setMoving] = useState<readonly Moving[]>([])
  const writable = !trashed && isEditable(resource, { name: by.name, field: by }, rights)
  const transitionTo = useCallback(
    (row: RecordData, to: string | null) =>
      openTransitions(resource, row, rights).find(({ name }) => name === to),
    [resource, rights],
  )
  /** Whether a record may be dropped on a column. */
  const mayMove = (row: RecordData, to: string | null): boolean => {
    if ((row[by.name] ?? null) === to || moving.some((m) => m.row.id === row.id)) return false
    return by.kind === 'state' ? transitionTo(row, to) !== undefined : writable
  }
  /** What dropping a record on a column does, in words. */
  const hint = (row: RecordData, to: string | null): string | undefined => {
    const transition = by.kind === 'state' ? transitionTo(row, to) : undefined
    return transition && label(transition.label)
  }
  const take = async (row: RecordData, included: Included, to: BoardValue): Promise<void> => {
    const { value } = to
    const transition = by.kind === 'state' ? transitionTo(row, value) : undefined
    setMoving((old) => [...old, { row, included, to: value }])
    try {
      await (transition
        ? actions.transition(row, transition)
        : move(
            [{ row, values: { [by.name]: value } }],
            t('layouts.movedColumn', {
              title: titleOf(resource, row),
              column: label(to.label),
            }),
          ))
    } finally {
      setMoving((old) => old.filter((m) => m.row.id !== row.id))
    }
  }
  const movable =
    by.kind === 'state' ? resource.transitions.some((w) => rights.transition(w.name)) : writable
  return { moving, movable: movable && !trashed, mayMove, hint, take, outcome }
}
