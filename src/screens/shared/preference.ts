import { useCallback, useMemo } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useMe } from '#data/me.ts'
import { keys } from '#data/queries.ts'
import type { Me } from '#data/types.ts'
import { keepPreference } from '#data/writes.ts'
import type { Json } from '#model/types.ts'

/**
 * A preference of the person under `key`, and the way to change it: it shows at once and is kept on the server behind. `read` makes
 * a value of whatever is stored and must not change between renders. A change that could not be kept holds until the next reload.
 */
export const usePreference = <T>(key: string, read: (raw: unknown) => T): readonly [T, (change: (old: T) => T) => void] => {
  const raw = useMe().preferences[key]
  const client = useQueryClient()
  const value = useMemo(() => read(raw), [raw, read])
  const change = useCallback((make: (old: T) => T) => {
    const old = read(client.getQueryData<Me>(keys.me)?.preferences[key])
    const next = make(old)
    if (next === old) return
    client.setQueryData<Me>(keys.me, (me) => me && { ...me, preferences: { ...me.preferences, [key]: next } })
    void keepPreference(key, next as unknown as Json).catch(() => undefined)
  }, [client, key, read])
  return [value, change]
}
