/** The signed-in person and their permissions, for components under the shell. */
import { useCallback } from 'react'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { PermissionKey } from '#schemas/names.ts'
import { meQuery } from './queries.ts'
import type { Me } from './types.ts'

/** The signed-in person; suspends until loaded. */
export const useMe = (): Me => useSuspenseQuery(meQuery()).data

const sets = new WeakMap<readonly string[], ReadonlySet<string>>()
const setOf = (permissions: readonly string[]): ReadonlySet<string> => {
  const known = sets.get(permissions)
  if (known) return known
  const made = new Set(permissions)
  sets.set(permissions, made)
  return made
}

/**
 * Returns whether the person holds a permission key known at run time, for code that handles any
 * entity; the function is stable until the permissions change. The server decides; the browser only
 * hides.
 */
export const useHolds = (): ((key: string) => boolean) => {
  const held = setOf(useMe().permissions)
  return useCallback((key) => held.has(key), [held])
}

/** The same for keys of declared entities: a misspelt key does not compile. */
export const useCan: () => (key: PermissionKey) => boolean = useHolds
