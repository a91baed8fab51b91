import { useMe } from '#data/me.ts'
import { usePreference } from './preference.ts'

/** Name, currency (ISO 4217) and time zone (IANA) of the organisation. */
export const useOrganisation = () => useMe().organisation

/** IANA zone instants are shown and typed in: the person's choice, else that of this device. */
export const useTimeZone = (): string => {
  const { preferences } = useMe()
  return typeof preferences.timeZone === 'string'
    ? preferences.timeZone
    : Intl.DateTimeFormat().resolvedOptions().timeZone
}

export type Density = 'comfortable' | 'compact'
const readDensity = (raw: unknown): Density => (raw === 'compact' ? raw : 'comfortable')
/** How close rows stand in lists for which the person chose nothing else, and the way to change it. */
export const useDensity = () => usePreference('density', readDensity)
