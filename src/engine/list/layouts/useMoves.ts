import { useCallback, useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { isProblem } from '#data/problem.ts'
import { keys } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import { patchRecord } from '#data/writes.ts'
import type { Json } from '#model/types.ts'
import { t } from '#ui/i18n.ts'
import { reportRequested } from '../../approvals/requested.ts'
import { onOwnChange } from '../../changes/followed.ts'
import { reportChange } from '../../changes/report.ts'
import type { List } from '../useList.ts'

export type Values = Readonly<Record<string, Json>>
/** New values of one record. */
export interface Move {
  readonly row: RecordData
  readonly values: Values
}
/** Result of the last move. */
export interface Outcome {
  readonly text: string
  readonly refused: boolean
}

/** The server's reason for a rejection: messages about single fields say more than the summary. */
export const refusalOf = (error: unknown): string => {
  if (isProblem(error, 412)) return t('list.stale')
  if (!isProblem(error)) return t('common.somethingWrong')
  return error.errors.length ? error.errors.map((e) => e.message).join(' ') : error.detail
}

/**
 * Moves records by writing some of their fields. `shown` applies pending moves to the rows, so that
 * a move is visible at once; a rejection reverts it and shows the reason, and so does a move that
 * waits for approval. Writes run one after the
 * other, each on the version of the one before.
 */
export const useMoves = ({ resource, ownAction }: List) => {
  const client = useQueryClient()
  const [pending, setPending] = useState<Readonly<Record<string, Values>>>({})
  const [outcome, setOutcome] = useState<Outcome>()
  // What was undone is no longer so.
  useEffect(() => onOwnChange(() => setOutcome(undefined)), [])
  const versions = useRef(new Map<string, number>())
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  const move = useCallback(
    (moves: readonly Move[], done: string): Promise<boolean> => {
      setPending((old) => ({
        ...old,
        ...Object.fromEntries(
          moves.map(({ row, values }) => [row.id, { ...old[row.id], ...values }]),
        ),
      }))
      setOutcome(undefined)
      const run = async (): Promise<boolean> => {
        let result: Outcome = { text: done, refused: false }
        let asked = false
        const operations: string[] = []
        try {
          for (const { row, values } of moves) {
            const version = Math.max(row.version, versions.current.get(row.id) ?? 0)
            const { record, operationId } = await patchRecord(
              resource,
              { id: row.id, version },
              values,
            )
            versions.current.set(row.id, record.version)
            if (operationId !== undefined) operations.push(operationId)
          }
          ownAction()
          if (operations.length) reportChange(client, t('changes.saved'), operations)
        } catch (error) {
          asked = reportRequested(client, error)
          result = { text: refusalOf(error), refused: !asked }
        }
        await client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
        const gone = new Set(moves.map(({ row }) => row.id))
        setPending((old) => Object.fromEntries(Object.entries(old).filter(([id]) => !gone.has(id))))
        setOutcome(result)
        return !asked && !result.refused
      }
      const next = queue.current.then(run)
      queue.current = next
      return next
    },
    [client, resource, ownAction],
  )

  const shown = useCallback(
    (rows: readonly RecordData[]): readonly RecordData[] =>
      rows.map((row) => (pending[row.id] ? { ...row, ...pending[row.id] } : row)),
    [pending],
  )
  /** Shows a message without a write. */
  const say = useCallback((text: string, refused: boolean) => setOutcome({ text, refused }), [])
  return { move, shown, outcome, say, isPending: (id: string) => pending[id] !== undefined }
}
