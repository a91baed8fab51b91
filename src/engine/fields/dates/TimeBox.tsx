import { quietPart } from '#ui/lazyPart.tsx'

/** A time outside a form of a record: in a filter, or in a setting. */
export const TimeBox = quietPart(async () => (await import('../inputs/TimeBox.tsx')).TimeBox)
