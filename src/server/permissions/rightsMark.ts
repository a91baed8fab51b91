import type { Actor } from './types.ts'

/** Text that changes whenever what an actor may see or do does; a new proof of who they are changes neither. */
export const rightsMark = (actor: Actor | null): string =>
  JSON.stringify(actor && { ...actor, provedAt: undefined })
