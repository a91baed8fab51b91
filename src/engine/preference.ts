import { own } from '#schemas/define/own.ts'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMe } from '#data/me.ts'
import { keys } from '#data/queries.ts'
import type { Me } from '#data/types.ts'
import { keepPreference } from '#data/preferences.ts'
import type { Json } from '#model/types.ts'
import { t } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'

// Pending writes by account and key: an older response must not revert them on the page.
const pending = new Map<string, unknown>()
const listeners = new Set<() => void>()
const notify = () => {
  for (const fn of listeners) fn()
}
const subscribe = (fn: () => void) => {
  listeners.add(fn)
  return () => void listeners.delete(fn)
}

const keep = async (client: QueryClient, key: string, place: string) => {
  const latest = () => pending.get(place) as Json
  let sent: Json
  try {
    do {
      sent = latest()
      await keepPreference(key, sent)
    } while (latest() !== sent)
  } catch {
    toast.error(t('common.preferenceFailed'))
  }
  client.setQueryData<Me>(
    keys.me,
    (me) => me && { ...me, preferences: { ...me.preferences, [key]: latest() } },
  )
  pending.delete(place)
  notify()
  // A request in progress may predate the write.
  if (client.isFetching({ queryKey: keys.me })) {
    await client.invalidateQueries({ queryKey: keys.me })
  }
}

/**
 * A preference of the person under `key`, and its setter: it applies at once and is saved in the
 * background, one write at a time, so that the last choice wins. `read` parses any stored value and
 * must not change between renders.
 *
 * A failed change is reported and applies until the server's next response.
 */
export const usePreference = <T>(
  key: string,
  read: (raw: unknown) => T,
): readonly [T, (change: (old: T) => T) => void] => {
  const { account, preferences } = useMe()
  const place = `${account.id} ${key}`
  const changed = useSyncExternalStore(subscribe, () => pending.get(place))
  const raw = changed ?? own(preferences, key)
  const client = useQueryClient()
  const value = useMemo(() => read(raw), [raw, read])
  const change = useCallback(
    (make: (old: T) => T) => {
      const old = read(
        pending.get(place) ?? own(client.getQueryData<Me>(keys.me)?.preferences, key),
      )
      const next = make(old)
      if (next === old) return
      const waits = pending.has(place)
      pending.set(place, next)
      notify()
      if (!waits) void keep(client, key, place)
    },
    [client, key, place, read],
  )
  return [value, change]
}
