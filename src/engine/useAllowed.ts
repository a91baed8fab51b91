import { useMemo } from 'react'
import { useMe } from '#data/me.ts'
import type { Allowed } from '#model/filterUrl.ts'
import { isStandard } from '#model/standard.ts'

/** Returns whether the person may read a field of any resource. */
export const useAllowed = (): Allowed => {
  const { permissions } = useMe()
  return useMemo(() => {
    const held = new Set(permissions)
    return (of, field) => isStandard(field) || held.has(`${of.entity}.field.${field}.read`)
  }, [permissions])
}
