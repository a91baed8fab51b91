import { quietPart } from '#ui/lazyPart.tsx'

/** A day outside a form of a record: in a filter, or in a setting. Comes with the inputs of dates. */
export const DayBox = quietPart(async () => (await import('../inputs/dates.tsx')).DayBox)
