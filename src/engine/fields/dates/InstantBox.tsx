import { quietPart } from '#ui/lazyPart.tsx'

/** A day and a time outside a form of a record. Comes with the inputs of dates. */
export const InstantBox = quietPart(async () => (await import('../inputs/dates.tsx')).InstantBox)
