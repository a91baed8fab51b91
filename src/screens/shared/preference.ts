import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useMe } from '#data/me.ts'
import { keys } from '#data/queries.ts'
import type { Me } from '#data/types.ts'
import { keepPreference } from '#data/writes.ts'
import type { Json } from '#model/types.ts'

// What is on its way to the server, by account and key: an answer from before it must not take it back on the page.
const underWay = new Map<string, unknown>()
const listeners = new Set<() => void>()
const told = () => { for (const fn of listeners) fn() }
const subscribe = (fn: () => void) => { listeners.add(fn); return () => void listeners.delete(fn) }

/**
 * A preference of the person under `key`, and the way to change it: it shows at once and is kept on the server behind. `read` makes
 * a value of whatever is stored and must not change between renders. A change that could not be kept holds until the next reload.
 */
export const usePreference = <T>(key: string, read: (raw: unknown) => T): readonly [T, (change: (old: T) => T) => void] => {
  const { account, preferences } = useMe()
  const place = `${account.id} ${key}`
  const changed = useSyncExternalStore(subscribe, () => underWay.get(place))
  const raw = changed ?? preferences[key]
  const client = useQueryClient()
  const value = useMemo(() => read(raw), [raw, read])
  const change = useCallback((make: (old: T) => T) => {
    const old = read(underWay.get(place) ?? client.getQueryData<Me>(keys.me)?.preferences[key])
    const next = make(old)
    if (next === old) return
    const show = () => client.setQueryData<Me>(keys.me, (me) => me && { ...me, preferences: { ...me.preferences, [key]: next as unknown as Json } })
    underWay.set(place, next)
    show()
    told()
    void keepPreference(key, next as unknown as Json).then(() => {
      if (underWay.get(place) !== next) return
      show()
      underWay.delete(place)
      told()
    }, () => undefined)
  }, [client, key, place, read])
  return [value, change]
}
