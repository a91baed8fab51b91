import { useCallback, useEffect, useRef, useState } from 'react'
import { replaceEqualDeep } from '@tanstack/react-query'
import { onLiveEvent } from '#data/events.ts'
import type { Included, ListResponse, RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { holdRows } from './liveRows.ts'
import { noSlots, slotsOf, type Slots } from './slots.ts'

/** How long a changed row is highlighted. */
const flashMs = 2400

/**
 * What is on screen: the rows of a response, or the previous ones while other people's new rows
 * wait.
 */
export interface Shown {
  readonly key: string
  readonly response: ListResponse | undefined
  readonly rows: readonly RecordData[]
  readonly included: Included
  /** The elements of the rows. */
  readonly slots: Slots
  /** Rows waiting behind the `n new` button. */
  readonly fresh: number
}
const none: readonly RecordData[] = []
const noIds: ReadonlySet<string> = new Set()

/** Rows and their elements after those that were shown before. */
const drawn = (
  { slots }: Shown,
  key: string,
  rows: Shown['rows'],
): Pick<Shown, 'rows' | 'slots'> => ({
  rows,
  slots: slotsOf(
    slots,
    key,
    rows.map(({ id }) => id),
  ),
})

export interface LiveRows {
  readonly shown: Shown
  /** Ids to highlight. */
  readonly flashed: ReadonlySet<string>
  /** Shows the waiting rows. */
  readonly take: () => void
  /**
   * Marks the next response as the result of the person's own action, so it is shown as it is;
   * `created` does not wait, even if its live event comes later.
   */
  readonly own: (created?: string) => void
}

/**
 * The shown rows of a list while others change them; `key` identifies the request of the response.
 */
export const useLive = (
  resource: ResourceModel,
  key: string,
  response: ListResponse | undefined,
): LiveRows => {
  const noticed = useRef<
    { any: boolean; own?: string | undefined } & Record<'created' | 'gone', Set<string>>
  >({
    any: false,
    created: new Set(),
    gone: new Set(),
  })
  const [shown, setShown] = useState<Shown>({
    key,
    response: undefined,
    rows: none,
    included: {},
    slots: noSlots,
    fresh: 0,
  })
  const [flashed, setFlashed] = useState(noIds)

  const forget = useCallback((own?: string) => {
    noticed.current = { any: false, own, created: new Set(), gone: new Set() }
  }, [])
  useEffect(() => {
    forget()
    return onLiveEvent((event) => {
      if (event.collection !== resource.collection) return
      noticed.current.any = true
      if ((event.version === 1 && event.id !== noticed.current.own) || event.action === 'restore') {
        noticed.current.created.add(event.id)
      }
      if (event.action === 'delete' || event.action === 'purge') noticed.current.gone.add(event.id)
    })
  }, [resource, forget, key])

  if (response && response !== shown.response) {
    const byId = new Map(shown.rows.map((r) => [r.id, r]))
    // Unchanged rows keep their identity, so that they do not render again.
    const rows = response.data.map((row) => replaceEqualDeep(byId.get(row.id), row) as RecordData)
    const live = noticed.current.any && shown.key === key && shown.response !== undefined
    const held = live
      ? holdRows(shown.rows, rows, noticed.current)
      : { rows, fresh: 0, changed: [] }
    setShown({
      key,
      response,
      included: response.included,
      fresh: held.fresh,
      ...drawn(shown, key, held.rows),
    })
    if (held.changed.length) setFlashed(new Set(held.changed))
  }

  useEffect(() => {
    if (!flashed.size) return
    const timer = setTimeout(() => setFlashed(noIds), flashMs)
    return () => clearTimeout(timer)
  }, [flashed])

  const take = useCallback(() => {
    forget()
    setShown((was) => ({
      ...was,
      fresh: 0,
      ...drawn(was, was.key, was.response?.data ?? was.rows),
    }))
  }, [forget])
  return { shown, flashed, take, own: forget }
}
