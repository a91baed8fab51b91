import { useMemo } from 'react'
import { useMe } from '#data/me.ts'
import { usePreference } from './preference.ts'

/** Name, currency (ISO 4217) and time zone (IANA) of the organisation. */
export const useOrganisation = () => useMe().organisation

/** IANA zone in which instants are shown and typed: the person's choice, otherwise the device's. */
export const useTimeZone = (): string => {
  const { preferences } = useMe()
  // Asking the device takes longer than drawing a row.
  const device = useMemo(() => Intl.DateTimeFormat().resolvedOptions().timeZone, [])
  return typeof preferences.timeZone === 'string' ? preferences.timeZone : device
}

export type Density = 'comfortable' | 'compact'
const readDensity = (raw: unknown): Density => (raw === 'compact' ? raw : 'comfortable')
/** Default row density of the person's lists, and its setter. */
export const useDensity = () => usePreference('density', readDensity)
