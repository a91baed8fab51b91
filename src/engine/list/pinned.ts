import { MAX_PINNED } from '#model/views.ts'
import { usePreference } from '../preference.ts'

const none: readonly string[] = []
/** Parses stored ids of views, without repeated ones. */
export const readPinned = (raw: unknown): readonly string[] => {
  const ids = Array.isArray(raw) ? raw.filter((id) => typeof id === 'string') : none
  return ids.length ? [...new Set(ids)].slice(0, MAX_PINNED) : none
}

/** Ids of the views a person pinned to the navigation, in their order, and a setter. */
export const usePinned = () => usePreference('views.pinned', readPinned)
