import { usePreference } from '../preference.ts'
import { readPinned } from './pinned.ts'

/** Ids of the views a person shows as cards on their dashboard, and a setter. */
export const useDashboardViews = () => usePreference('dashboard.views', readPinned)
