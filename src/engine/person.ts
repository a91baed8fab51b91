import { useMe } from '#data/me.ts'
import { usePreference } from './preference.ts'

/** Name, currency (ISO 4217) and time zone (IANA) of the organisation. */
export const useOrganisation = () => useMe().organisation

/** IANA zone in which instants are shown and typed: the person's choice, otherwise the device's. */
export const useTimeZone = (): string => {
  const { preferences } = useMe()
  return typeof preferences.timeZone === 'string'
    ? preferences.timeZone
    : Intl.DateTimeFormat().resolvedOptions().timeZone
}

export type Density = 'comfortable' | 'compact'
const readDensity = (raw: unknown): Density => (raw === 'compact' ? raw : 'comfortable')
/** Default row density of the person's lists, and its setter. */
export const useDensity = () => usePreference('density', readDensity)
